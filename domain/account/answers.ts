import * as v from "valibot";
import { described } from "#core/schemas.ts";
import { count, key, time } from "#core/answers.ts";

/** The /24 or /48 of an address. */
const prefix = v.string();

export const AdminSession = v.strictObject({
  session_id: described(
    v.string(),
    "Names it. It is not what the cookie holds.",
  ),
  begun_dt: time,
  /** When it was last used, to the minute. */
  seen_dt: time,
  browser: v.string(),
  address_prefix: prefix,
  is_this: v.boolean(),
});
export type AdminSession = v.InferOutput<typeof AdminSession>;

const eventKinds = [
  "signed-in",
  "sign-in-refused",
  "signed-out",
  "session-ended",
  "other-sessions-ended",
  "second-factor-on",
  "second-factor-off",
  "second-factor-reset",
  "recovery-code-used",
  "recovery-codes-renewed",
  "credentials-changed",
  "set-up",
  "password-changed",
  "password-reset",
  "backup-restored",
  "settings-changed",
] as const;
export type EventKind = (typeof eventKinds)[number];

export const SecurityEvent = v.strictObject({
  event_key: key,
  at: time,
  what: v.picklist(eventKinds),
  browser: described(v.string(), "Empty if it came from no browser."),
  address_prefix: prefix,
  times: described(count, "Refused sign-ins from one network share an entry."),
});
export type SecurityEvent = v.InferOutput<typeof SecurityEvent>;

export const SetUpState = v.strictObject({
  state: described(
    v.picklist(["open", "done"]),
    "Open until a password is set.",
  ),
});
export type SetUpState = v.InferOutput<typeof SetUpState>;

export const SecondFactorState = v.strictObject({
  on_dt: v.nullable(time),
  codes_left: count,
  is_readable: described(
    v.boolean(),
    "False if SESSION_SECRET has changed since.",
  ),
});
export type SecondFactorState = v.InferOutput<typeof SecondFactorState>;

export const SecondFactorSetUp = v.strictObject({
  secret: described(v.string(), "In Base32."),
  address: described(v.string(), "The same as otpauth://, for a QR code."),
});
export type SecondFactorSetUp = v.InferOutput<typeof SecondFactorSetUp>;

export const RecoveryCodes = v.strictObject({
  recovery_codes: described(v.array(v.string()), "They are never told again."),
});
export type RecoveryCodes = v.InferOutput<typeof RecoveryCodes>;
