import { and, asc, eq, isNull } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { rockPostImages } from "#db/schema.ts";
import { DomainError } from "#core/errors.ts";
import { messages } from "#core/messages.ts";
import type { HistoryChanges } from "../history.server.ts";
import { originalError } from "./read-finds.server.ts";

/** Descriptions of a find's pictures. */

type Reader = Pick<Tx, "select">;

/** A find's images, without originals that still wait to replace one, in the order in which they were sent. */
export const selectOwnImages = (rpsKey: number, db: Reader = getDb()) =>
  db
    .select({
      rpi_key: rockPostImages.rpi_key,
      name: rockPostImages.current_name,
      description: rockPostImages.description,
      blurs: rockPostImages.blurs,
      ready: rockPostImages.ready,
      error: rockPostImages.error,
      original_error: originalError,
    })
    .from(rockPostImages)
    .where(
      and(eq(rockPostImages.rps_key, rpsKey), isNull(rockPostImages.replaces)),
    )
    .orderBy(asc(rockPostImages.rpi_key))
    .all();

/**
 * Saves what a find's images show, in their order. Images after the last one named, and those of undefined, stay as
 * they are.
 * @returns what has changed, for the history
 * @throws {DomainError} bad_input if there are more descriptions than images
 */
export function saveDescriptions(
  tx: Tx,
  rpsKey: number,
  descriptions: (string | undefined)[],
): HistoryChanges {
  const images = selectOwnImages(rpsKey, tx);
  requireFewEnough(descriptions, images.length);
  const changed = images.flatMap(({ rpi_key, description }, index) => {
    const after = descriptions[index] ?? description;
    if (after === description) return [];
    tx.update(rockPostImages)
      .set({ description: after })
      .where(eq(rockPostImages.rpi_key, rpi_key))
      .run();
    return [[`description_${index + 1}`, [description, after]]];
  });
  return Object.fromEntries(changed) as HistoryChanges;
}

/** @throws {DomainError} bad_input */
export function requireFewEnough(descriptions: unknown[], images: number) {
  if (descriptions.length > images)
    throw new DomainError("bad_input", messages.tooManyDescriptions, {
      fields: { descriptions: messages.tooManyDescriptions },
    });
}
