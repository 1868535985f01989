import { and, asc, eq, isNull } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { rockPostImages } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { DomainError } from "#domain/core/errors.ts";
import { messages } from "#domain/core/messages.ts";
import type { FindImage } from "../answers.ts";
import { recordHistory, type HistoryChanges } from "../history.server.ts";
import type { ImageChange } from "../schemas.ts";
import { listImagesOfFind, originalError } from "./read-finds.server.ts";

/** What the pictures of a find show, in words. */

type Reader = Pick<Tx, "select">;

/** A find's images, without originals that still wait to replace one, in the order in which they were sent. */
export const selectOwnImages = (rpsKey: number, db: Reader = getDb()) =>
  db
    .select({
      rpi_key: rockPostImages.rpi_key,
      name: rockPostImages.current_name,
      description: rockPostImages.description,
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
 * Saves what a find's images show, in their order. Images after the last one named stay as they are.
 * @returns what has changed, for the history
 * @throws {DomainError} bad_input if there are more descriptions than images
 */
export function saveDescriptions(
  tx: Tx,
  rpsKey: number,
  descriptions: string[],
): HistoryChanges {
  const images = selectOwnImages(rpsKey, tx);
  requireFewEnough(descriptions, images.length);
  const changed = images.flatMap(({ rpi_key, description }, index) => {
    const after = descriptions[index] ?? description;
    if (after === description) return [];
    saveDescription(tx, rpi_key, after);
    return [[historyField(index), [description, after]]];
  });
  return Object.fromEntries(changed) as HistoryChanges;
}

/** @throws {DomainError} bad_input */
export function requireFewEnough(descriptions: string[], images: number) {
  if (descriptions.length > images)
    throw new DomainError("bad_input", messages.tooManyDescriptions, {
      fields: { descriptions: messages.tooManyDescriptions },
    });
}

const historyField = (index: number) => `description_${index + 1}`;

const saveDescription = (tx: Tx, rpiKey: number, description: string) =>
  tx
    .update(rockPostImages)
    .set({ description })
    .where(eq(rockPostImages.rpi_key, rpiKey))
    .run();

/**
 * Saves what one image shows, as the admin says.
 * @param isCurrent runs within the transaction; if it is false, the change is refused as stale
 * @throws {DomainError} not_found, conflict
 */
export function changeImage(
  rpiKey: number,
  { description }: ImageChange,
  isCurrent: (image: FindImage) => boolean,
): FindImage {
  return write((tx) => {
    const image = tx
      .select()
      .from(rockPostImages)
      .where(eq(rockPostImages.rpi_key, rpiKey))
      .get();
    const { rps_key = 0 } = image ?? {};
    const before = image && readImage(rps_key, rpiKey);
    if (!before) throw new DomainError("not_found", "There is no such image.");
    if (!isCurrent(before))
      throw new DomainError(
        "conflict",
        "This image was changed by someone else meanwhile.",
      );
    if (description === undefined || description === before.description)
      return before;
    saveDescription(tx, rpiKey, description);
    const index = selectOwnImages(rps_key, tx).findIndex(
      ({ rpi_key }) => rpi_key === rpiKey,
    );
    recordHistory(tx, {
      rps_key,
      by: "admin",
      what: "changed",
      changes: { [historyField(index)]: [before.description, description] },
    });
    return readImage(rps_key, rpiKey)!;
  });
}

const readImage = (rpsKey: number, rpiKey: number) =>
  listImagesOfFind(rpsKey).find(({ rpi_key }) => rpi_key === rpiKey);
