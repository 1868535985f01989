import { createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { eq, lt } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { write, writeIfPossible } from "#db/write.server.ts";
import { adminSessions, secrets } from "#db/schema.ts";
import { log } from "../core/log.server.ts";
import { remember } from "../core/remember.server.ts";
import { withLock } from "../core/with-lock.server.ts";
import { getSettings } from "../core/settings.server.ts";
import {
  countSignIn,
  requireSignInAllowed,
  takeBack,
} from "../limits/sign-in-limits.server.ts";

/** How long a session lives without a request. */
const IDLE_MS = 12 * 3_600_000;
/** How long the redirect of a sign-in may take to come back as a document request. */
const SIGN_IN_MS = 10_000;
/** OWASP's advice for scrypt in 16 MB of memory. */
const COST = { N: 2 ** 14, r: 8, p: 5 };
/** The row of `secrets` with the salt and the hash of the credentials that sessions were given for. */
const VERIFIER = "admin";

export interface Credentials {
  username: string;
  password: string;
}

interface Verifier {
  salt: Buffer;
  hash: Buffer;
}

const hashOf = (id: string) => createHash("sha256").update(id).digest("hex");

/** Both in one hash: a wrong name takes as long as a wrong password. */
const derive = ({ username, password }: Credentials, salt: Buffer) =>
  new Promise<Buffer>((resolve, reject) =>
    scrypt(
      JSON.stringify([username, password]),
      salt,
      32,
      COST,
      (error, key) => (error ? reject(error) : resolve(key)),
    ),
  );

/** Reads the admin's credentials. Makes and logs a password if none is set. Changed credentials end every session. */
export const prepareSignIn = () =>
  remember("admin credentials", readCredentials);

async function readCredentials(): Promise<Verifier> {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD } = getSettings();
  const password = ADMIN_PASSWORD ?? randomBytes(12).toString("base64url");
  if (ADMIN_PASSWORD === undefined)
    log.warn(
      "ADMIN_PASSWORD is not set: this password is good until the site stops",
      { username, password },
    );
  const before = readVerifier();
  const salt = before?.salt ?? randomBytes(16);
  const hash = await derive({ username, password }, salt);
  if (!before || !timingSafeEqual(before.hash, hash))
    replaceVerifier({ salt, hash });
  return { salt, hash };
}

function readVerifier(): Verifier | undefined {
  const row = getDb()
    .select()
    .from(secrets)
    .where(eq(secrets.name, VERIFIER))
    .get();
  if (!row) return undefined;
  const [salt = "", hash = ""] = row.value.split(".");
  return {
    salt: Buffer.from(salt, "base64url"),
    hash: Buffer.from(hash, "base64url"),
  };
}

function replaceVerifier({ salt, hash }: Verifier) {
  const value = `${salt.toString("base64url")}.${hash.toString("base64url")}`;
  write((tx) => {
    tx.delete(adminSessions).run();
    tx.insert(secrets)
      .values({ name: VERIFIER, value })
      .onConflictDoUpdate({ target: secrets.name, set: { value } })
      .run();
  });
}

/**
 * Checks a sign-in and begins a session. Tries are checked one after the other, so that hashing takes one thread
 * at most, and each try is counted before the next one is checked.
 * @param from.asDocument whether the browser itself sent the form, and will ask for the next page as a document
 * @param from.session the session that the browser had, which a right sign-in ends
 * @returns the new session's id, or undefined if the name or the password is wrong
 * @throws {DomainError} too_many after too many wrong tries
 */
export async function signIn(
  given: Credentials,
  from: { address: string; asDocument: boolean; session?: string },
): Promise<string | undefined> {
  // Refuses before it waits, so that a flood of tries does not make the admin wait.
  requireSignInAllowed(getDb(), from.address);
  return withLock("sign-in", async () => {
    const counted = write((tx) => countSignIn(tx, from.address));
    const { salt, hash } = await prepareSignIn();
    if (!timingSafeEqual(await derive(given, salt), hash)) return undefined;
    const id = randomBytes(32).toString("base64url");
    const now = Date.now();
    write((tx) => {
      takeBack(tx, counted, from.address);
      tx.delete(adminSessions)
        .where(lt(adminSessions.seen_at, now - IDLE_MS))
        .run();
      if (from.session !== undefined)
        tx.delete(adminSessions)
          .where(eq(adminSessions.id_hash, hashOf(from.session)))
          .run();
      tx.insert(adminSessions)
        .values({
          id_hash: hashOf(id),
          created_at: now,
          seen_at: now,
          document_until: from.asDocument ? now + SIGN_IN_MS : 0,
        })
        .run();
    });
    return id;
  });
}

const findSession = (id: string) =>
  getDb()
    .select()
    .from(adminSessions)
    .where(eq(adminSessions.id_hash, hashOf(id)))
    .get();

/** Whether a session had a request within the last 12 hours. */
export function isSessionAlive(id: string): boolean {
  const session = findSession(id);
  return session !== undefined && Date.now() - session.seen_at <= IDLE_MS;
}

/** The same. This counts as a request. */
export function touchSession(id: string): boolean {
  const session = findSession(id);
  const now = Date.now();
  if (!session || now - session.seen_at > IDLE_MS) return false;
  // Written once a minute at most, so that reading pages costs no synced write each.
  if (now - session.seen_at > 60_000)
    writeIfPossible((tx) =>
      tx
        .update(adminSessions)
        .set({ seen_at: now })
        .where(eq(adminSessions.id_hash, session.id_hash))
        .run(),
    );
  return true;
}

/**
 * Whether a document request is the one that the sign-in itself caused. Gives true for one request only.
 * @param requestId the same for all loaders of one page
 */
export function takeSignInDocument(id: string, requestId: string): boolean {
  const session = findSession(id);
  if (session?.document_request === requestId) return true;
  if (!session || session.document_until < Date.now()) return false;
  writeIfPossible((tx) =>
    tx
      .update(adminSessions)
      .set({ document_until: 0, document_request: requestId })
      .where(eq(adminSessions.id_hash, session.id_hash))
      .run(),
  );
  return true;
}

/** @returns false when there was no such session */
export const endSession = (id: string) =>
  getDb()
    .delete(adminSessions)
    .where(eq(adminSessions.id_hash, hashOf(id)))
    .run().changes > 0;
