import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { requireValid } from "#app/http/api.server.ts";
import { answers, everyone, file, listOf } from "#app/http/calls/call.ts";
import { getPicture } from "#app/http/files/public-pictures.server.ts";
import { sendFile } from "#app/http/files/send-file.server.ts";
import { readOwnFind } from "#app/http/own-find.server.ts";
import {
  bearerOf,
  clientAddress,
  prefersHtml,
} from "#app/http/request/headers.ts";
import { languageOf } from "#app/http/request/language.server.ts";
import { receiveUpload } from "#app/http/uploads/upload.server.ts";
import { DomainError } from "#core/errors.ts";
import { messages } from "#core/messages.ts";
import { IMAGES_MAX } from "#core/limits.ts";
import {
  FindState,
  OwnFind,
  PublicFind,
  SubmissionResult,
} from "#domain/finds/answers.ts";
import {
  getFindOfFinder,
  listFindStates,
  newFindKey,
} from "#domain/finds/finder-access.server.ts";
import { listPublicFinds } from "#domain/finds/journeys.server.ts";
import {
  addFind,
  submissionResult,
} from "#domain/finds/receive-find.server.ts";
import { NewFind, StatesRequest } from "#domain/finds/schemas.ts";
import { isFormTimeRight } from "#domain/site/site-texts.server.ts";
import { withIncoming } from "#domain/uploads/incoming.server.ts";
import {
  countRefusal,
  requireUploadAllowed,
} from "#domain/limits/upload-limits.server.ts";

export const finds = {
  ...everyone("POST /api/upload-rock", {
    summary: "Sends a find, with one to five pictures",
    takes: {
      self: {
        form: NewFind,
        files: { field: "images", min: 0, max: IMAGES_MAX },
      },
    },
    gives: answers({
      200: {
        description: "This submission had been taken already.",
        json: SubmissionResult,
      },
      201: { description: "It is taken.", json: SubmissionResult },
    }),
    run: ({ request }) => receiveFind(request),
  }),
  // The keys are sent in the body, so that no log holds them.
  ...everyone("POST /api/finds/states", {
    summary: "Whether finds are shown yet, each asked for with its own key",
    says: "Those finds that still exist and whose keys are right.",
    takes: StatesRequest,
    gives: v.array(FindState),
    run: ({ body }) =>
      Response.json(listFindStates(body), {
        headers: { "Cache-Control": "no-store" },
      }),
  }),
  // The key is sent in a header, so that no log holds it.
  ...everyone("GET /api/finds/:uuid", {
    summary:
      "A find, shown or hidden, for its finder: with `Authorization: Bearer` and the find's key",
    gives: OwnFind,
    run: ({ request, params: { uuid } }) =>
      Response.json(readOwnFind(uuid, bearerOf(request) ?? ""), {
        headers: { "Cache-Control": "no-store" },
      }),
  }),
  ...everyone("GET /api/finds/:uuid/:kind/:image", {
    summary:
      "A picture of a find, shown or hidden, for its finder: with `Authorization: Bearer` and the find's key",
    gives: file(["image/webp"]),
    run: ({ request, params: { uuid, kind, image } }) => {
      const find = getFindOfFinder(uuid, bearerOf(request) ?? "");
      const isReady = find.images.some(
        ({ name, ready }) => ready && `${name}.webp` === image,
      );
      const picture =
        isReady &&
        getPicture(`rocks/${find.rock_number}/${uuid}/${kind}/${image}`);
      if (!picture)
        throw new DomainError("not_found", msg`This picture isn't ready yet.`);
      return sendFile(request, {
        ...picture,
        headers: { "Cache-Control": "private, no-store" },
      });
    },
  }),
  ...everyone("GET /api/rock-posts", {
    summary: "All shown finds, newest first",
    gives: listOf(PublicFind),
    cache: {
      reads: ["finds", "rocks"],
      query: ["limit", "before"],
    },
    run: ({ list }) => listPublicFinds(list),
  }),
};

async function receiveFind(request: Request) {
  const address = clientAddress(request);
  return withIncoming(async (uuid) => {
    const { fields, files } = await receiveUpload(request, uuid, {
      fileField: "images",
      filesMax: IMAGES_MAX,
      tooMany: messages.tooManyImages,
      // A repeat of a find that has arrived adds nothing, so limits don't apply to it.
      beforeFiles: ({ submission_id = "" }) => {
        if (!submissionResult(submission_id)) requireUploadAllowed(address);
      },
    });
    const find = requireValid(NewFind, { ...readLines(fields), ...fields });
    requirePerson(fields);
    // A browser without JavaScript can't make a key. The page that answers it has this one.
    const made =
      prefersHtml(request) && find.find_key === undefined
        ? { find_key: newFindKey() }
        : {};
    const { receipt, added } = await addFind(
      uuid,
      { ...find, ...made },
      files,
      { address, lang: languageOf(request) },
    );
    return added
      ? Response.json({ ...receipt, ...made }, { status: 201 })
      : Response.json(receipt);
  }).catch((error: unknown) => {
    countRefusal(address, error);
    throw error;
  });
}

/** The form for browsers without JavaScript has a line for each picture. */
function readLines({ descriptionLines: lines = "" }: Record<string, string>) {
  return lines.trim() === ""
    ? {}
    : { descriptions: JSON.stringify(lines.trimEnd().split(/\r?\n/)) };
}

/** Checks the form's two traps for programs, if they are sent: a hidden field, and the time it was opened. */
function requirePerson({ website, form_time }: Record<string, string>) {
  if (website)
    throw new DomainError(
      "bad_input",
      msg`This doesn't look like a person sent it.`,
    );
  if (form_time && !isFormTimeRight(form_time))
    throw new DomainError(
      "bad_input",
      msg`The form was open for too long or sent too quickly. Please send it once more.`,
      {
        fields: {
          form_time: msg`Send the form between 3 seconds and 24 hours after it was opened.`,
        },
      },
    );
}
