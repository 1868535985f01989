import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { adminSessions, pendingSignIns, secrets } from "#db/schema.ts";
import { log } from "../core/log.server.ts";
import { remember } from "../core/remember.server.ts";
import { getSettings } from "../core/settings.server.ts";
import { recordEvent } from "./security-events.server.ts";

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
  const password = ADMIN_PASSWORD ?? randomBytes(16).toString("base64url");
  if (ADMIN_PASSWORD === undefined)
    log.warn(
      "ADMIN_PASSWORD is not set: this password is good until the site stops",
      { username, password },
    );
  const before = readVerifier();
  const salt = before?.salt ?? randomBytes(16);
  const hash = await derive({ username, password }, salt);
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
    tx.insert(secrets)
      .values({ name: VERIFIER, value })
      .onConflictDoUpdate({ target: secrets.name, set: { value } })
      .run();
    if (isChange) recordEvent(tx, "credentials-changed");
  });
}

export async function isRight(given: Credentials) {
  const { salt, hash } = await prepareSignIn();
  return timingSafeEqual(await derive(given, salt), hash);
}
