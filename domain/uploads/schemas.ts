import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { saying } from "#core/languages/say.ts";
import { IMAGES_MAX } from "#core/limits.ts";
import { listOf } from "#core/schemas.ts";

const UploadId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

const LIST = saying(
  msg`Enter a JSON list of one to ${IMAGES_MAX} ids of finished uploads.`,
);

/** Ids of finished uploads, as JSON in a field of a form. */
export const UploadIds = v.pipe(
  v.string(LIST),
  v.parseJson({}, LIST),
  listOf(UploadId, IMAGES_MAX, { list: LIST, tooMany: LIST }),
  v.minLength(1, LIST),
  v.check(
    (ids) => new Set(ids).size === ids.length,
    saying(msg`Name each upload once.`),
  ),
);

/** Characters of a file's name that are kept. */
const NAME_MAX = 255;

/** `Upload-Metadata` of a resumable upload, decoded. Other keys are ignored. */
export const UploadMetadata = v.object({
  filename: v.optional(
    v.pipe(
      v.nullable(v.string()),
      v.transform((name) => name?.slice(0, NAME_MAX) || "picture"),
    ),
    null,
  ),
  /** Present if this is a smaller copy and its original follows. Its value doesn't matter. */
  preview: v.optional(v.nullable(v.string())),
  /** The image whose original this is: `{uuid}/{name}`. */
  original_of: v.optional(
    v.pipe(
      v.string(saying(msg`Enter the find's id and the image's name.`)),
      v.regex(
        /^[0-9a-f-]{36}\/[0-9a-f]{1,40}$/,
        saying(
          msg`Enter the find's id and the image's name, with a slash between.`,
        ),
      ),
    ),
  ),
  /** The key of that find. */
  find_key: v.optional(v.string(saying(msg`Enter the find's key.`))),
});
export type UploadMetadata = v.InferOutput<typeof UploadMetadata>;
