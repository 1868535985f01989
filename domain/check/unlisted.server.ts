import { existsSync, readdirSync } from "node:fs";
import type { SecondConnection } from "#db/copy.server.ts";
import { isAbsent, onDisk } from "#domain/store/disk.server.ts";
import { isDerivative, parseOriginal } from "#domain/store/parse-path.ts";
import { listArriving } from "#domain/uploads/incoming.server.ts";

/** Folders of the store whose files need no row. */
const WITHOUT_ROWS = ["tmp", "shares", "keepsake"];

/** The files of the store that a row has to name: all but hidden ones, derivatives, and files in transit. */
export function* listFiles(folder = ""): Generator<string> {
  for (const entry of readNow(folder)) {
    if (entry.name.startsWith(".")) continue;
    if (folder === "" && WITHOUT_ROWS.includes(entry.name)) continue;
    const inside = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* listFiles(inside);
    else if (entry.isFile() && !isDerivative(inside)) yield inside;
  }
}

/** Empty when the folder has been moved or removed meanwhile. */
function readNow(folder: string) {
  try {
    return readdirSync(onDisk(folder), { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/**
 * The files that no row names, and that nobody is about to name or remove.
 * @param dropNamed removes those that a row names
 */
export async function listLeft(
  db: SecondConnection,
  files: Set<string>,
  dropNamed: (files: Set<string>) => Promise<void>,
) {
  // In this order, because an upload ends by writing a row, and a deletion begins by deleting one.
  const expecting = await listArriving();
  const isSyncOpen = db
    .prepare(
      "SELECT 1 FROM jobs WHERE kind = 'sync-albums' AND state IN ('queued', 'running')",
    )
    .get();
  const left = new Set(files);
  await dropNamed(left);
  const leaving = db
    .prepare<[], string>("SELECT path FROM removals")
    .pluck()
    .all();
  for (const file of left) {
    const isExpected =
      isBelow(file, [...expecting, ...leaving]) ||
      (isSyncOpen && parseOriginal(file)?.of === "photo");
    if (isExpected || !existsSync(onDisk(file))) left.delete(file);
  }
  return left;
}

const isBelow = (file: string, places: string[]) =>
  places.some((place) => file === place || file.startsWith(`${place}/`));
