import { eq, lte } from "drizzle-orm";
import { trash } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { hoursRun } from "#domain/limits/hours-run.server.ts";
import { startDueJobs } from "../jobs/ledger.server.ts";
import { recordInParts } from "../jobs/parts.server.ts";
import {
  filesIn,
  parseRows,
  purge,
  requireTrashed,
  type KindOfTrash,
  insertRows,
  type TrashedRows,
} from "../store/discard.server.ts";
import { requireStore } from "../store/identity.server.ts";
import { writeAndRemove } from "../store/removals.server.ts";
import type { Restored } from "./answers.ts";
import { kinds } from "./kinds.server.ts";
import type { Tx } from "#db/client.server.ts";
import type { Picture } from "../jobs/catalogue.ts";
import { getDeriveTask, unmake } from "../pictures/pictures.server.ts";
import { isDerived } from "../store/scan.server.ts";

/** Its files have never moved. @throws {DomainError} not_found; conflict, with the steps to take first; unavailable */
export function restore(trashKey: number): Restored {
  const restored = write((tx) => {
    const thing = requireTrashed(trashKey, tx);
    const { kind, key } = thing;
    const { check, fitIn, afterwards }: KindOfTrash = kinds[kind];
    const rows = parseRows(thing);
    if (filesIn(thing).length > 0) requireStore();
    check?.(tx, rows);
    fitIn?.(tx, rows);
    insertRows(tx, rows);
    afterwards?.(tx, rows);
    deriveAgain(tx, rows);
    tx.delete(trash).where(eq(trash.trash_key, trashKey)).run();
    return { kind, key };
  });
  startDueJobs();
  return restored;
}

export const sweepTrash = () =>
  writeAndRemove((tx) =>
    purge(tx, kinds, lte(trash.expires_hour, hoursRun(tx))),
  );

interface RestoredPicture {
  picture: Picture;
  ready?: boolean;
  error?: string | null;
  missing?: boolean;
}

/**
 * Starts a job for the restored pictures that lack derivatives: their job ran while they were in the trash, or the
 * store comes from a backup, which has only originals. `startDueJobs` has to follow.
 */
function deriveAgain(tx: Tx, rows: TrashedRows) {
  const again: Picture[] = [];
  for (const { picture, ready, error, missing } of listPictures(rows)) {
    if (ready && isDerived(getDeriveTask(picture, tx)!)) continue;
    unmake(tx, picture);
    // A picture whose job has failed is left to the admin, who sees why.
    if (!missing && !error) again.push(picture);
  }
  if (again.length > 0) recordInParts(tx, again);
}

const listPictures = (rows: TrashedRows): RestoredPicture[] => [
  ...(rows.rock_post_images ?? []).map((row) => ({
    ...row,
    picture: { of: "find" as const, key: row.rpi_key! },
  })),
  ...(rows.rocks ?? []).map((row) => ({
    ...row,
    picture: { of: "catalogue" as const, key: row.rc_key! },
  })),
  ...(rows.photos ?? []).map((row) => ({
    ...row,
    picture: { of: "photo" as const, key: row.p_key! },
  })),
];
