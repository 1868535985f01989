import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import { saying } from "#core/languages/say.ts";
import { text } from "#core/schemas.ts";
import { RockNumber } from "../rocks/schemas.ts";

/** The rest of the payload is dropped, and so are odd values that the browser sends about itself. */
export const RockCount = v.object({
  rock_qr_number: v.optional(
    v.union([v.literal(""), v.pipe(RockNumber, v.transform(String))]),
    "",
  ),
  page_url: v.fallback(v.optional(text("The page's address", 8000), ""), ""),
  session_id: v.pipe(
    v.string(),
    v.nonEmpty(saying(msg`Enter a session id.`)),
    v.maxLength(
      100,
      saying(msg`A session id can have 100 characters at most.`),
    ),
  ),
  user_agent: v.fallback(v.optional(text("The browser's name", 8000), ""), ""),
});
export type RockCount = v.InferOutput<typeof RockCount>;
