import * as v from "valibot";
import { count, key, time } from "#core/answers.ts";

/** The /24 or /48 of an address. */
const prefix = v.string();

export const AdminSession = v.strictObject({
  session_id: v.pipe(
    v.string(),
    v.description("Names it. It is not what the cookie holds."),
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
  browser: v.pipe(
    v.string(),
    v.description("Empty if it came from no browser."),
  ),
  address_prefix: prefix,
  times: v.pipe(
    count,
    v.description("Refused sign-ins from one network share an entry."),
  ),
});
export type SecurityEvent = v.InferOutput<typeof SecurityEvent>;

export const SetUpState = v.strictObject({
  state: v.pipe(
    v.picklist(["open", "done"]),
    v.description("Open until a password is set."),
  ),
});
export type SetUpState = v.InferOutput<typeof SetUpState>;

export const SecondFactorState = v.strictObject({
  on_dt: v.nullable(time),
  codes_left: count,
  is_readable: v.pipe(
    v.boolean(),
    v.description("False if SESSION_SECRET has changed since."),
  ),
});
export type SecondFactorState = v.InferOutput<typeof SecondFactorState>;

export const SecondFactorSetUp = v.strictObject({
  secret: v.pipe(v.string(), v.description("In Base32.")),
  address: v.pipe(
    v.string(),
    v.description("The same as otpauth://, for a QR code."),
  ),
});
export type SecondFactorSetUp = v.InferOutput<typeof SecondFactorSetUp>;

export const RecoveryCodes = v.strictObject({
  recovery_codes: v.pipe(
    v.array(v.string()),
    v.description("They are never told again."),
  ),
});
export type RecoveryCodes = v.InferOutput<typeof RecoveryCodes>;
