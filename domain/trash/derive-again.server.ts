import type { Tx } from "#db/client.server.ts";
import { PICTURES_PER_JOB, type Picture } from "../jobs/catalogue.ts";
import { recordJob } from "../jobs/ledger.server.ts";
import { getDeriveTask, unmake } from "../pictures/pictures.server.ts";
import { isThere } from "../store/disk.server.ts";
import { fallbackFor } from "../store/paths.ts";
import type { TrashedRows } from "../store/trashed-rows.server.ts";

interface Restored {
  picture: Picture;
  ready?: boolean;
  pin_ready?: boolean;
  error?: string | null;
  missing?: boolean;
}

/**
 * Starts jobs for the restored pictures that lack derivatives: their job ran while they were in the trash, or the
 * store comes from a backup, which has only originals. `startDueJobs` has to follow.
 */
export function deriveAgain(tx: Tx, rows: TrashedRows) {
  const again: Picture[] = [];
  for (const restored of listPictures(rows)) {
    const { picture, ready, pin_ready, error, missing } = restored;
    const { outputs } = getDeriveTask(picture, tx)!;
    const lacking = Object.entries(outputs)
      .filter(([kind, path]) => (kind !== "pin" || pin_ready) && !isThere(path))
      .map(([, path]) => path);
    const isMade = lacking.length === 0;
    // Until then, a picture made by an earlier version is shown by its fallbacks.
    if (ready && !lacking.every(hasFallback)) unmake(tx, picture);
    const isWhole =
      ready && isMade && !rows.unfinished?.includes(picture.key as number);
    // A picture whose job has failed is left to the admin, who sees why.
    if (!isWhole && !missing && !error) again.push(picture);
  }
  for (let from = 0; from < again.length; from += PICTURES_PER_JOB)
    recordJob(tx, "derive", {
      pictures: again.slice(from, from + PICTURES_PER_JOB),
    });
}

function hasFallback(path: string) {
  const fallback = fallbackFor(path);
  return fallback !== undefined && isThere(fallback);
}

const listPictures = (rows: TrashedRows): Restored[] => [
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
