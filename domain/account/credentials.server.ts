import { createHash, randomBytes, timingSafeEqual, scrypt } from "node:crypto";
import { and, ne, type SQL } from "drizzle-orm";
import { getDb, type Db, type Tx } from "#db/client.server.ts";
import { removeSecret, keepSecret, readSecret } from "#db/secrets.server.ts";
import { write } from "#db/write.server.ts";
import { adminSessions, pendingSignIns, reviewKeys } from "#db/schema.ts";
import { hashOf } from "#core/hash.server.ts";
import { log } from "#core/log.server.ts";
import { remember } from "#core/remember.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { recordEvent } from "./security-events.server.ts";

/** The row of `secrets` with the salt and hash of the credentials that the sessions belong to. */
const VERIFIER = "admin";
/** The row of `secrets` with the salt and hash of the password that was chosen in the browser. */
const CHOSEN = "password";

export interface Credentials {
  username: string;
  password: string;
}

const asText = ({ username, password }: Credentials) =>
  JSON.stringify([username, password]);
const digestOf = (given: Credentials) =>
  createHash("sha256").update(asText(given)).digest();

/** The password that was chosen in the browser. `ADMIN_PASSWORD` counts instead, if it is set. */
const readChosen = (db: Pick<Db, "select"> = getDb()) =>
  getSettings().ADMIN_PASSWORD === undefined ? readHash(CHOSEN, db) : undefined;

export const hasNoPassword = (db?: Pick<Db, "select">) =>
  getSettings().ADMIN_PASSWORD === undefined && readChosen(db) === undefined;

/** Makes and logs a password if none is set, and ends the sessions of other credentials. */
export async function prepareSignIn() {
  const chosen = readChosen();
  const before = readHash(VERIFIER);
  const salt = before?.salt ?? randomBytes(16);
  const verifier = chosen
    ? verifierOf(chosen)
    : { salt, hash: await deriveHash(asText(getCredentials()), salt) };
  if (isSame(before, verifier)) return;
  write((tx) => {
    endSessions(tx);
    keepHash(tx, VERIFIER, verifier);
    // A password that each start generates doesn't count as changed.
    if (before === undefined || hasNoPassword(tx)) return;
    endMailLinks(tx);
    recordEvent(tx, "credentials-changed");
  });
}

const getCredentials = () =>
  remember("admin credentials", (): Credentials => {
    const { ADMIN_USERNAME: username, ADMIN_PASSWORD } = getSettings();
    const password = ADMIN_PASSWORD ?? randomBytes(16).toString("base64url");
    if (ADMIN_PASSWORD === undefined)
      log.warn(
        "ADMIN_PASSWORD is not set: this password is good until the site stops",
        { username, password },
      );
    return { username, password };
  });

/** Owner of the sessions of a chosen password. Another name ends them, and needs no hash of the password. */
const verifierOf = ({ salt, hash }: SaltedHash): SaltedHash => ({
  salt,
  hash: createHash("sha256")
    .update(getSettings().ADMIN_USERNAME)
    .update(hash)
    .digest(),
});

function endSessions(tx: Tx, but?: SQL) {
  tx.delete(adminSessions).where(and(but)).run();
  tx.delete(pendingSignIns).run();
}

/** Somebody who has read the admin's mails must not get in by their links. */
export const endMailLinks = (tx: Tx) => void tx.delete(reviewKeys).run();

export async function isRight(given: Credentials) {
  const chosen = readChosen();
  // The settings hold the password itself, so a slow hash would protect nothing.
  if (!chosen)
    return timingSafeEqual(digestOf(given), digestOf(getCredentials()));
  const hash = await deriveHash(given.password, chosen.salt);
  const isPassword = timingSafeEqual(hash, chosen.hash);
  return given.username === getSettings().ADMIN_USERNAME && isPassword;
}

export async function hashPassword(password: string): Promise<SaltedHash> {
  const salt = randomBytes(16);
  return { salt, hash: await deriveHash(password, salt) };
}

/** Makes a password the admin's. @param keep the only session that goes on */
export function choosePassword(tx: Tx, hashed: SaltedHash, keep?: string) {
  endSessions(
    tx,
    keep === undefined ? undefined : ne(adminSessions.id_hash, hashOf(keep)),
  );
  endMailLinks(tx);
  keepHash(tx, CHOSEN, hashed);
  keepHash(tx, VERIFIER, verifierOf(hashed));
}

export function forgetPassword(tx: Tx) {
  endSessions(tx);
  endMailLinks(tx);
  return removeSecret(tx, CHOSEN);
}

/** OWASP's advice for scrypt in 16 MB of memory. */
const COST = { N: 2 ** 14, r: 8, p: 5 };

interface SaltedHash {
  salt: Buffer;
  hash: Buffer;
}

/** A slow hash, for what has too few random bits for a fast one. @param p how often its work is done */
export const deriveHash = (text: string, salt: Buffer, p = COST.p) =>
  new Promise<Buffer>((resolve, reject) =>
    scrypt(text, salt, 32, { ...COST, p }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );

export const isSame = (a: SaltedHash | undefined, b: SaltedHash) =>
  a !== undefined && timingSafeEqual(a.hash, b.hash);

function readHash(
  name: string,
  db?: Pick<Db, "select">,
): SaltedHash | undefined {
  const value = readSecret(name, db);
  if (value === undefined) return undefined;
  const [salt = "", hash = ""] = value.split(".");
  return {
    salt: Buffer.from(salt, "base64url"),
    hash: Buffer.from(hash, "base64url"),
  };
}

const keepHash = (tx: Tx, name: string, { salt, hash }: SaltedHash) =>
  keepSecret(
    tx,
    name,
    `${salt.toString("base64url")}.${hash.toString("base64url")}`,
  );
