import { api, requireValid } from "#app/http/api.server.ts";
import { clientAddress } from "#app/http/request-headers.ts";
import { receiveUpload } from "#app/http/upload.server.ts";
import { DomainError } from "#domain/errors.ts";
import {
  addFind,
  findReceipt,
  newFindId,
  requireUploadAllowed,
} from "#domain/finds.server.ts";
import { incomingFolder, removeFromStore } from "#domain/media-store.server.ts";
import { IMAGES_MAX, messages, NewFind } from "#domain/schemas.ts";
import { getSettings } from "#domain/settings.server.ts";
import { isFormTimeRight } from "#domain/site.server.ts";

export const loader = api({
  POST: async ({ request }) => {
    const uuid = newFindId();
    const address = clientAddress(request);
    try {
      const { fields, files } = await receiveUpload(request, uuid, {
        fileField: "images",
        filesMax: IMAGES_MAX,
        fileBytesMax: getSettings().UPLOAD_MAX_MB * 1_048_576,
        tooMany: messages.tooManyImages,
        // A repeat of a find that has arrived adds nothing, so no limit stands in its way.
        beforeFiles: ({ submission_id = "" }) => {
          if (!findReceipt(submission_id)) requireUploadAllowed(address);
        },
      });
      const find = requireValid(NewFind, fields);
      requirePerson(fields);
      const { receipt, added } = await addFind(uuid, find, files, { address });
      return Response.json(receipt, { status: added ? 201 : 200 });
    } finally {
      await removeFromStore(incomingFolder(uuid));
    }
  },
});

/** The page's two traps for programs: a field no one sees, and a time. Checked where they are sent. */
function requirePerson({ website, form_time }: Record<string, string>) {
  if (website)
    throw new DomainError(
      "bad_input",
      "This did not look like it was sent by a person.",
    );
  if (form_time && !isFormTimeRight(form_time))
    throw new DomainError(
      "bad_input",
      "The form was open for too long or sent too quickly. Please send it once more.",
      {
        fields: {
          form_time:
            "Send the form between 3 seconds and 24 hours after it was opened.",
        },
      },
    );
}

export const action = loader;
