import { admin, api, created } from "#app/http/api.server.ts";
import { receiveUpload } from "#app/http/upload.server.ts";
import { requireAlbumNamed } from "#domain/album-admin.server.ts";
import { withIncoming } from "#domain/incoming.server.ts";
import { addPhotos } from "#domain/photo-uploads.server.ts";
import { PHOTOS_MAX } from "#domain/schemas.ts";
import { getSettings } from "#domain/settings.server.ts";

export const loader = api({
  POST: admin(async ({ request, params }) => {
    const name = params.albumName!;
    return withIncoming(async (id) => {
      const { files } = await receiveUpload(request, id, {
        fileField: "files",
        filesMax: PHOTOS_MAX,
        fileBytesMax: getSettings().UPLOAD_MAX_MB * 1_048_576,
        tooMany: `You can add up to ${PHOTOS_MAX} images at once.`,
        beforeFiles: () => void requireAlbumNamed(name),
      });
      return created(await addPhotos(name, files));
    });
  }),
});

export const action = loader;
