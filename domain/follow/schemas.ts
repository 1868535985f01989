import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { saying } from "#core/languages/say.ts";
import { messages } from "#core/messages.ts";
import { text, described } from "#core/schemas.ts";
import { FindKey } from "../finds/schemas.ts";

const LOOKS_LIKE_ADDRESS =
  /^[^\s\p{C}@<>()[\]",:;\\]{1,64}@[^\s\p{C}@<>()[\]",:;\\.]+(\.[^\s\p{C}@<>()[\]",:;\\.]+)+$/u;

const Address = v.pipe(
  text(msg`E-mail`, 254),
  v.trim(),
  v.regex(LOOKS_LIKE_ADDRESS, saying(messages.notAnAddress)),
);

const OwnFind = described(
  v.object({ uuid: v.pipe(v.string(), v.uuid()), find_key: FindKey }),
  "The sender's own find, of which they are never told.",
);

export const FollowRequest = v.object({
  email: Address,
  find: v.optional(OwnFind),
  lang: v.optional(
    described(
      v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/)),
      "The language of the form, if not that of the request.",
    ),
  ),
});
export type FollowRequest = v.InferOutput<typeof FollowRequest>;

/** The same as a plain form. */
export const FollowForm = v.object({
  ...FollowRequest.entries,
  find: v.optional(v.pipe(v.string(), v.parseJson(), OwnFind)),
});

export const StopRequest = v.object({
  all: v.optional(
    described(
      v.boolean(),
      "Whether to stop every rock that this address follows.",
    ),
    false,
  ),
});

export const RemoveRequest = v.object({ email: Address });
