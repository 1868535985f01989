import { createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { eq, lt, or } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { adminSessions } from "#db/schema.ts";
import { addressKey, countTry, requireWithin } from "./limits.server.ts";
import { log } from "./log.server.ts";
import { getSettings } from "./settings.server.ts";

const IDLE_MS = 30 * 60_000;
const LONGEST_MS = 8 * 3_600_000;
/** How long the redirect of a sign-in may take to come back as a document request. */
const SIGN_IN_MS = 10_000;

const derive = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  length: number,
) => Promise<Buffer>;
const hashOf = (id: string) => createHash("sha256").update(id).digest("hex");
/** Compares in a time that tells nothing of where two texts differ. */
const isSame = (a: string, b: string) =>
  timingSafeEqual(Buffer.from(hashOf(a)), Buffer.from(hashOf(b)));

interface Credentials {
  username: string;
  salt: Buffer;
  key: Buffer;
}

let credentials: Promise<Credentials> | undefined;

async function readCredentials(): Promise<Credentials> {
  const { ADMIN_USERNAME, ADMIN_PASSWORD } = getSettings();
  const password = ADMIN_PASSWORD ?? randomBytes(12).toString("base64url");
  if (ADMIN_PASSWORD === undefined)
    log.warn(
      "ADMIN_PASSWORD is not set: this password is good until the site stops",
      {
        username: ADMIN_USERNAME,
        password,
      },
    );
  const salt = randomBytes(16);
  return {
    username: ADMIN_USERNAME,
    salt,
    key: await derive(password, salt, 32),
  };
}

/** Reads the admin's credentials; where no password is set, makes one and logs it. */
export const prepareSignIn = () => (credentials ??= readCredentials());

/**
 * Checks a sign-in and begins a session. A wrong name and a wrong password take the same time.
 * @param asDocument whether the browser itself sent the form, and will ask for the next page as a document
 * @returns the session's id, or undefined where the pair is wrong
 * @throws {DomainError} too_many after too many wrong tries from this address
 */
export async function signIn(
  given: { username: string; password: string },
  from: { address: string; asDocument: boolean },
): Promise<string | undefined> {
  const db = getDb();
  const address = addressKey(from.address);
  requireWithin(db, "login", address, getSettings().LOGIN_LIMIT);
  const { username, salt, key } = await prepareSignIn();
  const offered = await derive(given.password, salt, 32);
  const isRight = isSame(given.username, username);
  if (!timingSafeEqual(offered, key) || !isRight) {
    // Asked again: many tries at once would otherwise all pass the first look.
    db.transaction((tx) => {
      requireWithin(tx, "login", address, getSettings().LOGIN_LIMIT);
      countTry(tx, "login", address);
    });
    return undefined;
  }
  const id = randomBytes(32).toString("base64url");
  const now = Date.now();
  db.delete(adminSessions)
    .where(
      or(
        lt(adminSessions.created_at, now - LONGEST_MS),
        lt(adminSessions.seen_at, now - IDLE_MS),
      ),
    )
    .run();
  db.insert(adminSessions)
    .values({
      id_hash: hashOf(id),
      created_at: now,
      seen_at: now,
      document_until: from.asDocument ? now + SIGN_IN_MS : 0,
    })
    .run();
  return id;
}

/** Whether a session is alive: used within 30 minutes, begun within 8 hours. Counts as use. */
export function touchSession(id: string): boolean {
  const db = getDb();
  const now = Date.now();
  const session = db
    .select()
    .from(adminSessions)
    .where(eq(adminSessions.id_hash, hashOf(id)))
    .get();
  if (!session) return false;
  if (
    now - session.seen_at > IDLE_MS ||
    now - session.created_at > LONGEST_MS
  ) {
    endSession(id);
    return false;
  }
  // Written once a minute at most, so that reading pages costs no synced write each.
  if (now - session.seen_at > 60_000)
    db.update(adminSessions)
      .set({ seen_at: now })
      .where(eq(adminSessions.id_hash, session.id_hash))
      .run();
  return true;
}

/**
 * Lets the one document request through that the sign-in itself caused; false for every other.
 * @param requestId the same for all loaders of one page
 */
export function takeSignInDocument(id: string, requestId: string): boolean {
  const db = getDb();
  const session = db
    .select()
    .from(adminSessions)
    .where(eq(adminSessions.id_hash, hashOf(id)))
    .get();
  if (session?.document_request === requestId) return true;
  if (!session || session.document_until < Date.now()) return false;
  db.update(adminSessions)
    .set({ document_until: 0, document_request: requestId })
    .where(eq(adminSessions.id_hash, session.id_hash))
    .run();
  return true;
}

export function endSession(id: string) {
  getDb()
    .delete(adminSessions)
    .where(eq(adminSessions.id_hash, hashOf(id)))
    .run();
}
