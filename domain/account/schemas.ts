import * as v from "valibot";
import { requiredText, text } from "#core/schemas.ts";
import { SiteTextsChange } from "../site/schemas.ts";

/** Long enough for a recovery code, even with a separator after each letter. */
const CODE_MAX = 64;

export const Confirmation = v.object({
  password: requiredText("The password", 1000),
  code: v.optional(text("The code", CODE_MAX), ""),
});

export const AppCode = v.object({
  code: requiredText("The code", CODE_MAX),
});

const PASSWORD_MIN = 8;
export const NEW_PASSWORD_HINT = `At least ${PASSWORD_MIN} characters that nobody guesses, such as four words that don’t belong together.`;

const NewPassword = v.pipe(
  text("The password", 1000),
  v.minLength(PASSWORD_MIN, "This password is too short."),
);

export const PasswordChange = v.object({ password: NewPassword });

export const SetUp = v.object({
  password: NewPassword,
  /** Needed if the second factor is on. */
  code: v.optional(text("The code", CODE_MAX), ""),
  ...v.pick(SiteTextsChange, [
    "site_name",
    "memorial_name",
    "memorial_dates",
    "contact_email",
  ]).entries,
});
export type SetUp = v.InferOutput<typeof SetUp>;
