import { renderUploadAnswer } from "#app/components/share/upload-answer.server.tsx";
import { api, requireValid } from "#app/http/api.server.ts";
import { orPage } from "#app/http/or-page.server.ts";
import { clientAddress } from "#app/http/request/headers.ts";
import { receiveUpload } from "#app/http/uploads/upload.server.ts";
import { DomainError } from "#domain/core/errors.ts";
import {
  addFind,
  submissionResult,
} from "#domain/finds/receive-find.server.ts";
import { withIncoming } from "#domain/uploads/incoming.server.ts";
import {
  countRefusal,
  requireUploadAllowed,
} from "#domain/uploads/upload-limits.server.ts";
import { messages } from "#domain/core/messages.ts";
import { IMAGES_MAX } from "#domain/core/schemas.ts";
import { NewFind } from "#domain/finds/schemas.ts";
import { getSettings } from "#domain/core/settings.server.ts";
import { isFormTimeRight, siteNames } from "#domain/site/site-texts.server.ts";

const upload = api({
  POST: async ({ request }) => {
    const address = clientAddress(request);
    return withIncoming(async (uuid) => {
      const { fields, files } = await receiveUpload(request, uuid, {
        fileField: "images",
        filesMax: IMAGES_MAX,
        fileBytesMax: getSettings().UPLOAD_MAX_MB * 1_048_576,
        tooMany: messages.tooManyImages,
        // A repeat of a find that has arrived adds nothing, so limits don't apply to it.
        beforeFiles: ({ submission_id = "" }) => {
          if (!submissionResult(submission_id)) requireUploadAllowed(address);
        },
      });
      const find = requireValid(NewFind, fields);
      requirePerson(fields);
      const { receipt, added } = await addFind(uuid, find, files, { address });
      return Response.json(receipt, { status: added ? 201 : 200 });
    }).catch((error: unknown) => {
      countRefusal(address, error);
      throw error;
    });
  },
});

/** Checks the form's two traps for programs, if they are sent: a hidden field, and the time it was opened. */
function requirePerson({ website, form_time }: Record<string, string>) {
  if (website)
    throw new DomainError(
      "bad_input",
      "This doesn't look like a person sent it.",
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

/** A browser without JavaScript sends the plain form here and gets a page. */
export const loader = orPage(upload, (status, body) =>
  renderUploadAnswer(status, body, {
    site: siteNames(),
    isModerated: getSettings().MODERATION === "on",
  }),
);

export const action = loader;
