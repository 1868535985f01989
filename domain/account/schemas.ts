import * as v from "valibot";
import { requiredText, text } from "../core/schemas.ts";

/** Long enough for a recovery code, even with a separator after each letter. */
const CODE_MAX = 64;

/** `POST /api/account/confirmation`. */
export const Confirmation = v.object({
  password: requiredText("The password", 1000),
  code: v.optional(text("The code", CODE_MAX), ""),
});

/** `PUT /api/account/second-factor`. */
export const AppCode = v.object({
  code: requiredText("The code", CODE_MAX),
});
