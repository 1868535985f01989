import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { requireValid } from "#app/http/api.server.ts";
import { answers, everyone, file, listOf } from "#app/http/calls/call.ts";
import { etagOf } from "#app/http/cache/etag.server.ts";
import { getPicture } from "#app/http/files/public-pictures.server.ts";
import { sendFile } from "#app/http/files/send-file.server.ts";
import { readOwnFind } from "#app/http/own-find.server.ts";
import {
  bearerOf,
  clientAddress,
  prefersHtml,
} from "#app/http/request/headers.ts";
import { languageOf } from "#app/http/request/language.server.ts";
import { tusCalls, type UploadKeeper } from "#app/http/uploads/tus.server.ts";
import { receiveUpload } from "#app/http/uploads/upload.server.ts";
import { DomainError } from "#core/errors.ts";
import { messages } from "#core/messages.ts";
import { asRockNumber, IMAGES_MAX } from "#core/limits.ts";
import { getSettings } from "#core/settings.server.ts";
import {
  FinderFind,
  FindState,
  OwnFind,
  PublicFind,
  SubmissionResult,
} from "#domain/finds/answers.ts";
import {
  correctFind,
  deleteFindOfFinder,
  getFindOfFinder,
  listFindStates,
  newFindKey,
} from "#domain/finds/finder-access.server.ts";
import { listPublicFinds } from "#domain/finds/journeys.server.ts";
import {
  addFind,
  announceOriginal,
  applyOriginal,
  submissionResult,
} from "#domain/finds/receive-find.server.ts";
import { FinderChange, NewFind, StatesRequest } from "#domain/finds/schemas.ts";
import { isFormTimeRight } from "#domain/site/site-texts.server.ts";
import { withIncoming } from "#domain/uploads/incoming.server.ts";
import {
  appendToUpload,
  createUpload,
  getUpload,
  removeUpload,
  UPLOAD_LIFE_MS,
} from "#domain/uploads/resumable.server.ts";
import { UploadMetadata } from "#domain/uploads/schemas.ts";
import {
  countRefusal,
  requireUploadAllowed,
} from "#domain/limits/tries.server.ts";

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
    run({ request, params: { uuid } }) {
      const own = readOwnFind(uuid, bearerOf(request) ?? "");
      return Response.json(own, {
        headers: {
          "Cache-Control": "no-store",
          ...(own.find ? { ETag: etagOf(own.find) } : {}),
        },
      });
    },
  }),
  ...everyone("PUT /api/finds/:uuid", {
    summary:
      "Corrects a find, for its finder: with `Authorization: Bearer` and the find's key. A shown one is hidden until it is approved again",
    says: "The find.",
    versioned: true,
    takes: FinderChange,
    gives: FinderFind,
    run: ({ request, params: { uuid }, body, isCurrent }) =>
      correctFind(
        uuid,
        bearerOf(request) ?? "",
        body,
        isCurrent,
        languageOf(request),
      ),
  }),
  ...everyone("DELETE /api/finds/:uuid", {
    summary:
      "Deletes a find for good, for its finder: with `Authorization: Bearer` and the find's key",
    run: ({ request, params: { uuid } }) =>
      deleteFindOfFinder(uuid, bearerOf(request) ?? ""),
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

const MB = 1_048_576;

export const findUploads: UploadKeeper = {
  bytesMax: () => getSettings().UPLOAD_MAX_MB * MB,
  tooLarge: () => messages.imageTooLarge(getSettings().UPLOAD_MAX_MB),
  life: UPLOAD_LIFE_MS,
  async create({ id, bytes }, metadata, address) {
    const { filename, preview, original_of, find_key } = requireValid(
      UploadMetadata,
      metadata,
    );
    const file = {
      id,
      file_name: filename,
      bytes,
      is_preview: preview !== undefined,
    };
    if (original_of === undefined) await createUpload(file, address);
    else await announceOriginal(file, { original_of, find_key }, address);
  },
  async get(id) {
    const { bytes, offset, file_name, is_preview, create_dt } =
      await getUpload(id);
    return {
      bytes,
      offset,
      create_dt,
      metadata: {
        filename: file_name,
        ...(is_preview ? { preview: null } : {}),
      },
    };
  },
  append: appendToUpload,
  remove: removeUpload,
  finish: applyOriginal,
};

export const uploads = tusCalls(everyone, "/api/uploads", findUploads, {
  create:
    "Begins an upload that can be resumed: a picture of a find that is sent later, or the original of an image",
  metadata:
    "`filename`; `filetype`; `preview`, without a value, for a smaller copy whose original follows; `original_of` (`{uuid}/{name}` as the find's answer gave them) and `find_key` for an original. Values are in base64, as tus says. The upload of an original that is here already gets 409.",
  offset:
    "How much of an upload has arrived: all of it also when a find has taken the upload",
  append:
    "Sends the next bytes. What arrives stays if the connection is cut. An original takes its place with its last byte",
  remove: "Removes an upload",
});

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
    const find = requireValid(NewFind, {
      ...readLines(fields),
      ...(prefersHtml(request) ? readTyped(fields) : fields),
    });
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

/** That form sends the number as it was typed. A client of the API has to send digits alone. */
const readTyped = ({ rockNumber = "", ...fields }: Record<string, string>) => ({
  ...fields,
  rockNumber: asRockNumber(rockNumber) || rockNumber,
});

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
