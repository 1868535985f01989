import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  randomInt,
} from "node:crypto";
import { and, count, eq, isNull } from "drizzle-orm";
import { generateSecret, generateURI, verifySync } from "otplib";
import { getDb, type Db, type Tx } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { pendingSignIns, recoveryCodes, secondFactor } from "#db/schema.ts";
import { DomainError, wrongField } from "#core/errors.ts";
import { hashOf } from "#core/hash.server.ts";
import { log } from "#core/log.server.ts";
import { remember } from "#core/remember.server.ts";
import { commandLine, getSettings } from "#core/settings.server.ts";
import { siteNames, siteSecret } from "../site/site-texts.server.ts";
import type { SecondFactorSetUp, SecondFactorState } from "./answers.ts";
import {
  mailAbout,
  recordEvent,
  type Sender,
} from "./security-events.server.ts";

const ROW = 1;
/** Seconds that the clocks of phone and site may differ: one step of a code. */
const DRIFT = 30;
const CODES = 10;
/** Crockford's Base32, without letters that look like digits. 28 of them are 140 random bits. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const CODE_LENGTH = 28;
const NONCE = 12;
const TAG = 16;

type SecondFactorRow = typeof secondFactor.$inferSelect;

const readRow = (db: Pick<Db, "select">) =>
  db.select().from(secondFactor).get();

export const isSecondFactorOn = (db: Pick<Db, "select"> = getDb()) =>
  (readRow(db)?.on_dt ?? null) !== null;

export function secondFactorState(): SecondFactorState {
  const db = getDb();
  const row = readRow(db);
  const { left } = db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(isNull(recoveryCodes.used_dt))
    .get()!;
  return {
    on_dt: row?.on_dt ?? null,
    codes_left: left,
    is_readable: !row?.on_dt || decrypt(row) !== undefined,
  };
}

/** Prepares the key, and says at start if it no longer decrypts the app's secret. */
export function prepareSecondFactor() {
  encryptionKey();
  if (!secondFactorState().is_readable)
    log.warn(
      `the second factor can't be read because SESSION_SECRET has changed: sign in with a recovery code, or run ${commandLine("reset-second-factor")}`,
    );
}

const encryptionKey = () =>
  remember("key of the second factor", () =>
    Buffer.from(
      hkdfSync("sha256", siteSecret("session"), "", "second factor", 32),
    ),
  );

function encrypt(secret: string) {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", encryptionKey(), nonce);
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString(
    "base64url",
  );
}

/** Undefined if the key has changed. */
function decrypt({ secret }: Pick<SecondFactorRow, "secret">) {
  const bytes = Buffer.from(secret, "base64url");
  const decipher = createDecipheriv(
    "aes-256-gcm",
    encryptionKey(),
    bytes.subarray(0, NONCE),
  );
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE + TAG)),
      decipher.final(),
    ]).toString();
  } catch {
    return undefined;
  }
}

/** Begins the setup, or begins it again. The second factor is on once a code has proved that the app has the secret. */
export function beginSetUp(): SecondFactorSetUp {
  const secret = generateSecret();
  write((tx) => {
    requireOff(tx);
    const row = { secret: encrypt(secret), last_step: 0 };
    tx.insert(secondFactor)
      .values({ key: ROW, ...row })
      .onConflictDoUpdate({ target: secondFactor.key, set: row })
      .run();
  });
  const address = generateURI({
    issuer: siteNames().site_name,
    label: getSettings().ADMIN_USERNAME,
    secret,
  });
  return { secret, address };
}

/** @returns the recovery codes, which nobody can read again */
export function switchOn(code: string, from: Sender): string[] {
  const codes = write((tx) => {
    const row = requireOff(tx);
    if (!row)
      throw new DomainError("conflict", "Please begin the set-up again.");
    if (!useAppCode(tx, row, normalize(code)))
      throw wrongField("code", "That is not the code that the app shows now.");
    tx.update(secondFactor).set({ on_dt: new Date().toISOString() }).run();
    recordEvent(tx, "second-factor-on", from);
    return replaceCodes(tx);
  });
  mailAbout("second-factor-on");
  return codes;
}

function requireOff(tx: Tx) {
  const row = readRow(tx);
  if (row?.on_dt)
    throw new DomainError("conflict", "The second factor is on already.");
  return row;
}

function requireOn(tx: Tx) {
  if (!isSecondFactorOn(tx))
    throw new DomainError("conflict", "The second factor is off already.");
}

export function switchOff(from: Sender) {
  write((tx) => {
    requireOn(tx);
    removeAll(tx);
    recordEvent(tx, "second-factor-off", from);
  });
  mailAbout("second-factor-off");
}

/** Switches it off for an operator whose admin has lost phone and codes. @returns whether it was on */
export const resetSecondFactor = () =>
  write((tx) => {
    const wasOn = isSecondFactorOn(tx);
    removeAll(tx);
    if (wasOn) recordEvent(tx, "second-factor-reset");
    return wasOn;
  });

function removeAll(tx: Tx) {
  for (const table of [secondFactor, recoveryCodes, pendingSignIns])
    tx.delete(table).run();
}

/** The earlier ones stop working. */
export const renewCodes = (from: Sender): string[] =>
  write((tx) => {
    requireOn(tx);
    recordEvent(tx, "recovery-codes-renewed", from);
    return replaceCodes(tx);
  });

function replaceCodes(tx: Tx) {
  const codes = Array.from({ length: CODES }, () =>
    Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(32)]).join(""),
  );
  tx.delete(recoveryCodes).run();
  tx.insert(recoveryCodes)
    .values(codes.map((code) => ({ code_hash: hashOf(code) })))
    .run();
  return codes.map((code) => code.match(/.{4}/g)!.join("-"));
}

const normalize = (code: string) => code.toLowerCase().replace(/[\s-]/g, "");

/** Whether it looks like a code of the app. Those are short enough to guess, recovery codes are not. */
export const isOfApp = (code: string) => /^\d{6}$/.test(normalize(code));

/** Takes a code of the app or a recovery code, in any grouping and case. Each counts once. */
export function takeCode(tx: Tx, given: string, from: Sender): boolean {
  const row = readRow(tx);
  const code = normalize(given);
  if (!row?.on_dt) return false;
  if (useAppCode(tx, row, code)) return true;
  if (!useRecoveryCode(tx, code)) return false;
  recordEvent(tx, "recovery-code-used", from);
  mailAbout("recovery-code-used");
  return true;
}

function useAppCode(tx: Tx, row: SecondFactorRow, code: string) {
  const secret = decrypt(row);
  if (secret === undefined || !isOfApp(code)) return false;
  const found = verifySync({ secret, token: code, epochTolerance: DRIFT });
  if (!found.valid || !("timeStep" in found)) return false;
  if (found.timeStep <= row.last_step) return false;
  tx.update(secondFactor).set({ last_step: found.timeStep }).run();
  return true;
}

function useRecoveryCode(tx: Tx, code: string) {
  const written = code.replace(/o/g, "0").replace(/[il]/g, "1");
  return (
    tx
      .update(recoveryCodes)
      .set({ used_dt: new Date().toISOString() })
      .where(
        and(
          eq(recoveryCodes.code_hash, hashOf(written)),
          isNull(recoveryCodes.used_dt),
        ),
      )
      .run().changes > 0
  );
}
