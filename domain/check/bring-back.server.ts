import { existsSync } from "node:fs";
import type { SecondConnection } from "#db/copy.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { getNamedFile } from "#domain/store/named-files.server.ts";
import { placeCopy, syncAbove } from "#domain/store/write.server.ts";
import { snapshotName } from "../backup/snapshots.server.ts";
import type { Wrong } from "./examine.server.ts";
import type { Copy } from "./find-copies.server.ts";
import { requireStoreOf } from "../store/open-site.server.ts";
import { NOT_CHECKED } from "./with-site.server.ts";

/** The result for one original. */
export interface Returned {
  wrong: Wrong;
  /** The reason that it could not be brought back. */
  error?: string;
}

/**
 * Puts copies of a backup in the place of missing and damaged originals. What was at a place is kept below `kept`.
 * A kill at any moment leaves the old or the new file at each place, whole.
 * @throws {DomainError} unavailable when the store is away
 */
export async function* bringBack(
  db: SecondConnection,
  copies: Map<Wrong, Copy>,
  kept: string,
): AsyncGenerator<Returned> {
  const moved: string[] = [];
  for (const [wrong, copy] of copies) {
    requireStoreOf(db, NOT_CHECKED);
    try {
      moved.push(...(await bringOneBack(db, wrong, copy, kept)));
      yield { wrong };
    } catch (error) {
      yield { wrong, error: (error as Error).message };
    }
  }
  // Once for all, because many of them are in the same folders.
  await syncAbove(moved);
}

/** A folder of the store for damaged files, hidden, so that nothing there counts as an original. */
export const nameKept = () => `.damaged-${snapshotName(Date.now())}`;

async function bringOneBack(
  db: SecondConnection,
  { expected }: Wrong,
  { source, listed }: Copy,
  kept: string,
) {
  // It may have been deleted while somebody read the list.
  const now = expected.row ? getNamedFile(db, expected.row) : expected;
  if (!now || now.sha256 !== expected.sha256)
    throw new Error("It was deleted or replaced meanwhile.");
  const { place } = now;
  const aside = `${kept}/${place}`;
  await placeCopy({ place, aside }, async (part) => {
    const taken = await source.put(listed, part);
    if (taken?.sha256 !== listed.sha256)
      throw new Error("The copy differs from the backup.");
  });
  return existsSync(onDisk(aside)) ? [aside, place] : [place];
}
