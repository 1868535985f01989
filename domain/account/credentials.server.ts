import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { adminSessions, digests, pendingSignIns, secrets } from "#db/schema.ts";
import { log } from "../core/log.server.ts";
import { remember } from "../core/remember.server.ts";
import { getSettings } from "../core/settings.server.ts";
import { recordEvent } from "./security-events.server.ts";

/** OWASP's advice for scrypt in 16 MB of memory. */
const COST = { N: 2 ** 14, r: 8, p: 5 };
/** The row of `secrets` with the salt and hash of the credentials that the sessions belong to. */
const VERIFIER = "admin";

export interface Credentials {
  username: string;
  password: string;
}

interface Verifier {
  salt: Buffer;
  hash: Buffer;
}

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

/**
 * Makes and logs a password if none is set, and ends the sessions of other credentials. Hashing is the slowest step of
 * the start, so without a session it waits for the first sign-in.
 */
export async function prepareSignIn() {
  getCredentials();
  if (hasSessions()) await getVerifier();
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

const hasSessions = () =>
  [adminSessions, pendingSignIns, digests].some(
    (table) => getDb().select().from(table).limit(1).get() !== undefined,
  );

function getVerifier(): Promise<Verifier> {
  const kept = remember("admin verifier", () => ({
    made: undefined as Promise<Verifier> | undefined,
  }));
  return (kept.made ??= makeVerifier().catch((error: unknown) => {
    // The next sign-in tries again, because the database may have been locked for a moment.
    kept.made = undefined;
    throw error;
  }));
}

async function makeVerifier(): Promise<Verifier> {
  const before = readVerifier();
  const salt = before?.salt ?? randomBytes(16);
  const hash = await derive(getCredentials(), salt);
  if (!before || !timingSafeEqual(before.hash, hash))
    replaceVerifier({ salt, hash }, before !== undefined);
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

function replaceVerifier({ salt, hash }: Verifier, isChange: boolean) {
  const value = `${salt.toString("base64url")}.${hash.toString("base64url")}`;
  write((tx) => {
    tx.delete(adminSessions).run();
    tx.delete(pendingSignIns).run();
    // Somebody who has read the admin's mails must not get in by their links. A password that each start generates
    // doesn't count as changed.
    if (isChange && getSettings().ADMIN_PASSWORD !== undefined)
      tx.update(digests).set({ expires_dt: new Date().toISOString() }).run();
    tx.insert(secrets)
      .values({ name: VERIFIER, value })
      .onConflictDoUpdate({ target: secrets.name, set: { value } })
      .run();
    if (isChange) recordEvent(tx, "credentials-changed");
  });
}

export async function isRight(given: Credentials) {
  const { salt, hash } = await getVerifier();
  return timingSafeEqual(await derive(given, salt), hash);
}
