import { randomBytes } from "node:crypto";
import { and, between, desc, eq, gte, ne, not } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { write, writeIfPossible } from "#db/write.server.ts";
import { adminSessions } from "#db/schema.ts";
import { keepSecret, readSecret } from "#db/secrets.server.ts";
import { DomainError } from "#core/errors.ts";
import { hashOf } from "#core/hash.server.ts";
import type { AdminSession } from "./answers.ts";
import {
  describeSender,
  recordEvent,
  type Sender,
} from "./security-events.server.ts";

const IDLE_MS = 12 * 3_600_000;
const LIFETIME_MS = 30 * 86_400_000;
/** Clocks are set back by seconds without anybody noticing. */
const AHEAD_MS = 3_600_000;
/** How long the redirect of a sign-in may take to come back as a document request. */
const SIGN_IN_MS = 10_000;
/** How long the password isn't asked for again after a sign-in or a confirmation. */
const CONFIRMED_MS = 600_000;

export const newId = () => randomBytes(32).toString("base64url");

/**
 * @param from.asDocument whether the browser itself sent the form, and will ask for the next page as a document
 * @param from.session the session that the browser had, which ends
 */
export function beginSession(
  tx: Tx,
  from: Sender & { asDocument: boolean; session?: string },
) {
  const id = newId();
  const now = Date.now();
  tx.delete(adminSessions)
    .where(not(isAlive(now)))
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
      confirmed_at: now,
      ...describeSender(from),
    })
    .run();
  recordEvent(tx, "signed-in", from);
  return id;
}

/** A session that a wrong clock has dated in the future has ended. */
const isAlive = (now: number) =>
  and(
    between(adminSessions.seen_at, now - IDLE_MS, now + AHEAD_MS),
    gte(adminSessions.created_at, now - LIFETIME_MS),
  )!;

const findSession = (id: string, now = Date.now()) =>
  getDb()
    .select()
    .from(adminSessions)
    .where(and(eq(adminSessions.id_hash, hashOf(id)), isAlive(now)))
    .get();

export const isSessionAlive = (id: string): boolean =>
  findSession(id) !== undefined;

export const signedOut = () =>
  new DomainError("unauthorized", "Please sign in as the admin first.");

/** The same as `isSessionAlive`, and counts as a request. */
export function touchSession(id: string): boolean {
  const now = Date.now();
  const session = findSession(id, now);
  if (!session) return false;
  // At most once a minute, so that not every page view costs a synced write.
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

/** Whether this is the one document request that the sign-in or an update caused. All its loaders share the id. */
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

/**
 * Lets each session load one document after an update, because the open pages' scripts are gone.
 * @param scripts another one after each update
 */
export const allowReloads = (scripts: string) =>
  write((tx) => {
    const name = "scripts";
    const before = readSecret(name, tx);
    if (before === scripts) return;
    keepSecret(tx, name, scripts);
    if (before !== undefined)
      tx.update(adminSessions)
        .set({ document_until: Date.now() + IDLE_MS })
        .run();
  });

export const isConfirmed = (id: string) =>
  (findSession(id)?.confirmed_at ?? 0) > Date.now() - CONFIRMED_MS;

export const confirmSession = (tx: Tx, id: string) =>
  tx
    .update(adminSessions)
    .set({ confirmed_at: Date.now() })
    .where(eq(adminSessions.id_hash, hashOf(id)))
    .run();

export const endSession = (id: string, from: Sender) =>
  write((tx) => {
    const ended = tx
      .delete(adminSessions)
      .where(eq(adminSessions.id_hash, hashOf(id)))
      .run().changes;
    if (ended > 0) recordEvent(tx, "signed-out", from);
    return ended > 0;
  });

const asTime = (at: number) => new Date(at).toISOString();

export const listSessions = (own: string): AdminSession[] =>
  getDb()
    .select()
    .from(adminSessions)
    .where(isAlive(Date.now()))
    .orderBy(desc(adminSessions.seen_at))
    .all()
    .map((row) => ({
      session_id: row.id_hash,
      begun_dt: asTime(row.created_at),
      seen_dt: asTime(row.seen_at),
      browser: row.browser,
      address_prefix: row.address_prefix,
      is_this: row.id_hash === hashOf(own),
    }));

export const endSessionNamed = (sessionId: string, from: Sender) =>
  write((tx) => {
    const ended = tx
      .delete(adminSessions)
      .where(eq(adminSessions.id_hash, sessionId))
      .run().changes;
    if (ended === 0)
      throw new DomainError("not_found", "This session has ended already.");
    recordEvent(tx, "session-ended", from);
  });

export const endOtherSessions = (own: string, from: Sender) =>
  write((tx) => {
    const others = ne(adminSessions.id_hash, hashOf(own));
    if (tx.delete(adminSessions).where(others).run().changes > 0)
      recordEvent(tx, "other-sessions-ended", from);
  });
