import { and, asc, eq, isNull } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { rockPostImages } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { DomainError } from "#domain/core/errors.ts";
import { messages } from "#domain/core/messages.ts";
import { startDueJobs } from "#domain/jobs/ledger.server.ts";
import type { FindImage } from "../answers.ts";
import { recordHistory, type HistoryChanges } from "../history.server.ts";
import type { ImageChange } from "../schemas.ts";
import { saveBlurs } from "./blur-images.server.ts";
import { listImagesOfFind, originalError } from "./read-finds.server.ts";

/** What the pictures of a find show, in words, and what one of them hides. */

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

/**
 * Saves what one image shows and hides, as the admin says.
 * @param isCurrent runs within the transaction; if it is false, the change is refused as stale
 * @throws {DomainError} not_found, conflict, unavailable
 */
export function changeImage(
  rpiKey: number,
  { description, blurs }: ImageChange,
  isCurrent: (image: FindImage) => boolean,
): FindImage {
  const changed = write((tx) => {
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
    const images = selectOwnImages(rps_key, tx);
    const listFor = <T>(value: T) =>
      images.map(({ rpi_key }) => (rpi_key === rpiKey ? value : undefined));
    const changes = {
      ...saveDescriptions(tx, rps_key, listFor(description)),
      ...saveBlurs(tx, rps_key, listFor(blurs === null ? [] : blurs)),
    };
    if (Object.keys(changes).length > 0)
      recordHistory(tx, { rps_key, by: "admin", what: "changed", changes });
    return readImage(rps_key, rpiKey)!;
  });
  startDueJobs();
  return changed;
}

const readImage = (rpsKey: number, rpiKey: number) =>
  listImagesOfFind(rpsKey).find(({ rpi_key }) => rpi_key === rpiKey);
