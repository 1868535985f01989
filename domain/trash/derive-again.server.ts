import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { photos, rockPostImages, rocks } from "#db/schema.ts";
import { PICTURES_PER_JOB, type Picture } from "../jobs/catalogue.ts";
import { recordJob } from "../jobs/ledger.server.ts";
import { getDeriveTask } from "../jobs/pictures.server.ts";
import { isThere } from "../store/disk.server.ts";
import type { TrashedRows } from "./rows.server.ts";

interface Restored {
  picture: Picture;
  ready?: boolean;
  pin_ready?: boolean;
  error?: string | null;
  missing?: boolean;
  /** Counts the picture as one without derivatives. */
  unmake(): void;
}

/**
 * Starts jobs for the restored pictures that lack derivatives: their job ran while they were in the trash, or the
 * store comes from a backup, which has only originals. `startDueJobs` has to follow.
 */
export function deriveAgain(tx: Tx, rows: TrashedRows) {
  const again: Picture[] = [];
  for (const restored of listPictures(tx, rows)) {
    const { picture, ready, pin_ready, error, missing } = restored;
    const { outputs } = getDeriveTask(picture, tx)!;
    const isMade = Object.entries(outputs).every(
      ([kind, path]) => (kind === "pin" && !pin_ready) || isThere(path),
    );
    if (ready && !isMade) restored.unmake();
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

const listPictures = (tx: Tx, rows: TrashedRows): Restored[] => [
  ...(rows.rock_post_images ?? []).map((row) => ({
    ...row,
    picture: { of: "find" as const, key: row.rpi_key! },
    unmake: () =>
      tx
        .update(rockPostImages)
        .set({ ready: false })
        .where(eq(rockPostImages.rpi_key, row.rpi_key!))
        .run(),
  })),
  ...(rows.rocks ?? []).map((row) => ({
    ...row,
    picture: { of: "catalogue" as const, key: row.rc_key! },
    unmake: () =>
      tx
        .update(rocks)
        .set({ ready: false, pin_ready: false })
        .where(eq(rocks.rc_key, row.rc_key!))
        .run(),
  })),
  ...(rows.photos ?? []).map((row) => ({
    ...row,
    picture: { of: "photo" as const, key: row.p_key! },
    unmake: () =>
      tx
        .update(photos)
        .set({ ready: false })
        .where(eq(photos.p_key, row.p_key!))
        .run(),
  })),
];
