import { msg } from "@lingui/core/macro";
import path from "node:path";
import { eq, isNotNull } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { rockPosts } from "#db/schema.ts";
import { DomainError } from "#domain/core/errors.ts";
import { log } from "#domain/core/log.server.ts";
import { withLock } from "#domain/core/with-lock.server.ts";
import { requireStore, suspectStore } from "#domain/store/identity.server.ts";
import { findFolder } from "../../store/paths.ts";
import {
  removeScheduled,
  requireSettled,
} from "../../store/removals.server.ts";
import { hasFolder } from "../../store/disk.server.ts";
import { mergeFolder, removeIfEmpty } from "../../store/write.server.ts";
import { requireFind } from "./read-finds.server.ts";

/** A find's folder follows its rock number. */

/** Whatever moves a find's folder, or writes into it, holds this lock. */
export const withFindLock = <T>(rpsKey: number, run: () => Promise<T>) =>
  withLock(`post ${rpsKey}`, run);

/**
 * Moves a find's folder to where its rock number says, if it is not there yet. The row names the old place
 * until the originals are seen at the new one, so the files can be found again after a crash, or when the store
 * was away.
 * @throws when the store is away, or the originals are at neither place
 */
async function finishMove(rpsKey: number) {
  const db = getDb();
  const find = db
    .select()
    .from(rockPosts)
    .where(eq(rockPosts.rps_key, rpsKey))
    .get();
  if (find?.moving_from == null) return;
  const from = findFolder(find.moving_from, find.uuid);
  const to = findFolder(find.rock_number, find.uuid);
  requireStore();
  // A file on its way into the trash must not be taken along.
  await removeScheduled();
  requireSettled(from);
  requireSettled(to);
  if (from !== to) await mergeFolder(from, to);
  const isArrived = await hasFolder(`${to}/original`);
  requireStore();
  if (!isArrived) throw new Error(`no originals at ${from} or ${to}`);
  db.update(rockPosts)
    .set({ moving_from: null })
    .where(eq(rockPosts.rps_key, rpsKey))
    .run();
  // The old number's folder goes with its last find.
  if (from !== to) await removeIfEmpty(path.posix.dirname(from));
}

/** A move that fails now is tried again by the next sweep. Until then the row says where the files are. */
export async function tryMove(rpsKey: number) {
  try {
    await finishMove(rpsKey);
  } catch (error) {
    log.error("a find's folder could not be moved", { rps_key: rpsKey, error });
    suspectStore(error);
  }
}

/** Finishes the moves that a crash interrupted. */
export async function finishMoves() {
  const moving = getDb()
    .select({ key: rockPosts.rps_key })
    .from(rockPosts)
    .where(isNotNull(rockPosts.moving_from))
    .all();
  for (const { key } of moving) await withFindLock(key, () => tryMove(key));
}

/** @throws {DomainError} not_found; unavailable while the find's folder is on its way to another number */
export function requireArrived(rpsKey: number) {
  const find = requireFind(rpsKey);
  const row = getDb()
    .select({ from: rockPosts.moving_from })
    .from(rockPosts)
    .where(eq(rockPosts.rps_key, rpsKey))
    .get();
  if (row?.from != null)
    throw new DomainError(
      "unavailable",
      msg`The photographs of this post are being moved. Please try again later.`,
      { retryAfter: 30 },
    );
  return find;
}

/** The rock numbers under which a find's files may be: two while its folder is moved. */
export const numbersOf = (row: {
  rock_number: number;
  moving_from: number | null;
}) =>
  row.moving_from === null
    ? [row.rock_number]
    : [row.moving_from, row.rock_number];
