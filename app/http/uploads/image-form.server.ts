import type { ReceivedFile } from "#domain/uploads/incoming.server.ts";
import { withIncoming } from "#domain/uploads/incoming.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { receiveUpload } from "./upload.server.ts";

export interface ImageForm {
  /** The id of the incoming folder with the image. */
  id: string;
  fields: Record<string, string>;
  image: ReceivedFile | undefined;
}

/** Receives a form with at most one file, `image`. Removes what `take` leaves in the incoming folder. */
export async function withImageForm<T>(
  request: Request,
  take: (form: ImageForm) => Promise<T>,
): Promise<T> {
  return withIncoming(async (id) => {
    const { fields, files } = await receiveUpload(request, id, {
      fileField: "image",
      filesMax: 1,
      fileBytesMax: getSettings().UPLOAD_MAX_MB * 1_048_576,
      tooMany: "Only one image can be sent.",
    });
    return take({ id, fields, image: files[0] });
  });
}
