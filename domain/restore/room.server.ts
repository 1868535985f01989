import { stat, statfs } from "node:fs/promises";
import path from "node:path";
import { DomainError } from "#domain/core/errors.ts";
import { formatCount } from "#domain/core/words.ts";
import { storeRoot } from "#domain/store/disk.server.ts";
import { readSummary } from "../backup/manifest.server.ts";
import { databaseFile } from "./swap.server.ts";

/** Space that a restore leaves free. Without any, SQLite can't even open a database. */
const FREE_BYTES = 64 * 1_048_576;

/**
 * @param bytes size of the backup's files
 * @throws {DomainError} unavailable when the disks have no room for them beside the old site
 */
export async function requireRoomToRestore(bytes: number) {
  await requireFree("The store", storeRoot(), bytes + FREE_BYTES);
  await requireFree(
    "The folder of the database",
    path.dirname(databaseFile()),
    FREE_BYTES,
  );
}

async function requireFree(what: string, folder: string, bytes: number) {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < bytes)
    throw new DomainError(
      "unavailable",
      `${what} has no room for this backup: it needs ${formatCount(bytes)} bytes, and ${formatCount(free)} are free.`,
    );
}

/** Size of a backup's files: a snapshot's by its list, and about that of a zip. 0 if unknown. */
export async function sizeOfBackup(place: string): Promise<number> {
  const found = await stat(place);
  if (!found.isDirectory()) return found.size;
  return (await readSummary(place).catch(() => undefined))?.bytes ?? 0;
}
