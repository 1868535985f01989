import { eq, or } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { rockPostImages } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { parseBlurs, type Blur } from "#core/blurs.ts";
import { DomainError } from "#core/errors.ts";
import { messages } from "#core/messages.ts";
import { recordJob, startDueJobs } from "#domain/jobs/ledger.server.ts";
import { requireStore } from "#domain/store/identity.server.ts";
import { removeNow } from "#domain/store/write.server.ts";
import { findPicture } from "../find-picture.server.ts";
import {
  recordHistory,
  type HistoryAuthor,
  type HistoryChanges,
} from "../history.server.ts";
import { selectOwnImages } from "./describe-images.server.ts";

/** Hidden areas in the pictures of a find, such as faces. */

/**
 * Saves what is hidden in a find's images, in their order. Images after the last one named, and those of undefined,
 * stay as they are. `startDueJobs` has to follow.
 * @returns what has changed, for the history
 * @throws {DomainError} bad_input if there are more lists than images; unavailable
 */
export function saveBlurs(
  tx: Tx,
  rpsKey: number,
  blurs: (Blur[] | undefined)[],
): HistoryChanges {
  const images = selectOwnImages(rpsKey, tx);
  requireFewEnoughBlurs(blurs, images.length);
  const changed = images.flatMap(({ rpi_key, blurs: json }, index) => {
    const before = parseBlurs(json);
    const after = blurs[index] ?? before;
    if (JSON.stringify(after) === JSON.stringify(before)) return [];
    blurImage(tx, rpi_key, after);
    return [[`blurs_${index + 1}`, [before.length, after.length]]];
  });
  return Object.fromEntries(changed) as HistoryChanges;
}

/** @throws {DomainError} bad_input */
export function requireFewEnoughBlurs(blurs: unknown[], images: number) {
  if (blurs.length > images)
    throw new DomainError("bad_input", messages.tooManyBlurs, {
      fields: { blurs: messages.tooManyBlurs },
    });
}

/**
 * Makes an image again, and with it the original that waits to replace it. Nobody gets the derivatives that are
 * there: their rows don't count as ready any more, and the files are removed.
 */
function blurImage(tx: Tx, rpiKey: number, blurs: Blur[]) {
  requireStore();
  const changed = tx
    .update(rockPostImages)
    .set({ blurs: JSON.stringify(blurs), ready: false, error: null })
    .where(
      or(
        eq(rockPostImages.rpi_key, rpiKey),
        eq(rockPostImages.replaces, rpiKey),
      ),
    )
    .returning()
    .all();
  for (const { rpi_key } of changed) {
    const { outputs } = findPicture.getTask(rpi_key, tx)!;
    Object.values(outputs).forEach(removeNow);
    recordJob(tx, "derive", { pictures: [{ of: "find", key: rpi_key }] });
  }
}

/**
 * Saves the hidden areas of one image of a find that is looked at.
 * @param name of the image, or of the original that waits to replace it
 * @throws {DomainError} not_found, unavailable
 */
export function changeBlurs(
  rpsKey: number,
  name: string,
  blurs: Blur[],
  by: HistoryAuthor,
) {
  write((tx) => {
    const images = selectOwnImages(rpsKey, tx);
    const named = tx
      .select()
      .from(rockPostImages)
      .where(eq(rockPostImages.rps_key, rpsKey))
      .all()
      .find(({ current_name }) => current_name === name);
    const key = named?.replaces ?? named?.rpi_key;
    if (!images.some(({ rpi_key }) => rpi_key === key))
      throw new DomainError("not_found", "There is no such image.");
    const changes = saveBlurs(
      tx,
      rpsKey,
      images.map(({ rpi_key }) => (rpi_key === key ? blurs : undefined)),
    );
    if (Object.keys(changes).length > 0)
      recordHistory(tx, { rps_key: rpsKey, by, what: "changed", changes });
  });
  startDueJobs();
}
