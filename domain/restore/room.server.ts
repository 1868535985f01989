import { stat } from "node:fs/promises";
import path from "node:path";
import { storeRoot } from "#domain/store/disk.server.ts";
import { requireFree } from "#domain/store/room.server.ts";
import { readSummary } from "../backup/manifest.server.ts";
import { databaseFile } from "./swap.server.ts";

export async function requireRoomToRestore(bytes: number) {
  await requireFree(
    storeRoot(),
    bytes,
    "The store has no room for this backup",
  );
  await requireFree(
    path.dirname(databaseFile()),
    0,
    "The database's folder has no room for this backup",
  );
}

/** Size of a backup's files: a snapshot's by its list, and about that of a zip. 0 if unknown. */
export async function sizeOfBackup(place: string): Promise<number> {
  const found = await stat(place);
  if (!found.isDirectory()) return found.size;
  return (await readSummary(place).catch(() => undefined))?.bytes ?? 0;
}
