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
import { keepSecret, readSecret, removeSecret } from "#db/secrets.server.ts";
import { write } from "#db/write.server.ts";
import { pendingSignIns, recoveryCodes, secondFactor } from "#db/schema.ts";
import { DomainError, wrongField } from "#core/errors.ts";
import { hashOf } from "#core/hash.server.ts";
import { log } from "#core/log.server.ts";
import { remember } from "#core/remember.server.ts";
import { commandLine, getSettings } from "#core/settings.server.ts";
import { siteNames, siteSecret } from "../site/site-texts.server.ts";
import { deriveHash } from "./credentials.server.ts";
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
/** Crockford's Base32, without letters that look like digits. 16 of them are 80 random bits, and can be typed. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const CODE_LENGTH = 16;
/** Codes that earlier versions made have 140 random bits, which SHA-256 protects well enough. */
const OLD_CODE_LENGTH = 28;
/** The row of `secrets` with the salt of the recovery codes. */
const SALT = "recovery codes";
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
export async function switchOn(code: string, from: Sender): Promise<string[]> {
  const made = await makeCodes();
  write((tx) => {
    const row = requireOff(tx);
    if (!row)
      throw new DomainError("conflict", "Please begin the set-up again.");
    if (!useAppCode(tx, row, normalize(code)))
      throw wrongField("code", "That is not the code that the app shows now.");
    tx.update(secondFactor).set({ on_dt: new Date().toISOString() }).run();
    recordEvent(tx, "second-factor-on", from);
    replaceCodes(tx, made);
  });
  mailAbout("second-factor-on");
  return made.codes;
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
  removeSecret(tx, SALT);
}

/** The earlier ones stop working. */
export async function renewCodes(from: Sender): Promise<string[]> {
  const made = await makeCodes();
  write((tx) => {
    requireOn(tx);
    recordEvent(tx, "recovery-codes-renewed", from);
    replaceCodes(tx, made);
  });
  return made.codes;
}

interface MadeCodes {
  codes: string[];
  salt: Buffer;
  hashes: string[];
}

/** In four groups of four. They are too short for a fast hash. */
async function makeCodes(): Promise<MadeCodes> {
  const salt = randomBytes(16);
  const codes = Array.from({ length: CODES }, () =>
    Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(32)]).join(""),
  );
  const hashes: string[] = [];
  // One after the other, because each takes 16 MB.
  for (const code of codes) hashes.push(await hashCode(code, salt));
  return {
    codes: codes.map((code) => code.match(/.{4}/g)!.join("-")),
    salt,
    hashes,
  };
}

/** 80 random bits need less work than a password, and ten codes are hashed at once. */
const hashCode = async (code: string, salt: Buffer) =>
  (await deriveHash(code, salt, 1)).toString("hex");

function replaceCodes(tx: Tx, { salt, hashes }: MadeCodes) {
  keepSecret(tx, SALT, salt.toString("base64url"));
  tx.delete(recoveryCodes).run();
  tx.insert(recoveryCodes)
    .values(hashes.map((code_hash) => ({ code_hash })))
    .run();
}

const normalize = (code: string) => code.toLowerCase().replace(/[\s-]/g, "");

/** Whether it looks like a code of the app. Those are short enough to guess, recovery codes are not. */
export const isOfApp = (code: string) => /^\d{6}$/.test(code);

/** A code as somebody has entered it. */
export interface GivenCode {
  code: string;
  /** What is stored of the recovery code that it may be. Undefined if it can't be one. */
  hash: string | undefined;
}

/** Reads a code of the app or a recovery code, in any grouping and case, before the transaction that takes it. */
export async function readCode(given: string): Promise<GivenCode> {
  const code = normalize(given);
  const written = code.replace(/o/g, "0").replace(/[il]/g, "1");
  const salt = readSecret(SALT);
  const hash =
    written.length === OLD_CODE_LENGTH
      ? hashOf(written)
      : written.length === CODE_LENGTH && salt !== undefined
        ? await hashCode(written, Buffer.from(salt, "base64url"))
        : undefined;
  return { code, hash };
}

/** Each code counts once. */
export function takeCode(
  tx: Tx,
  { code, hash }: GivenCode,
  from: Sender,
): boolean {
  const row = readRow(tx);
  if (!row?.on_dt) return false;
  if (useAppCode(tx, row, code)) return true;
  if (hash === undefined || !useRecoveryCode(tx, hash)) return false;
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

const useRecoveryCode = (tx: Tx, hash: string) =>
  tx
    .update(recoveryCodes)
    .set({ used_dt: new Date().toISOString() })
    .where(
      and(eq(recoveryCodes.code_hash, hash), isNull(recoveryCodes.used_dt)),
    )
    .run().changes > 0;
