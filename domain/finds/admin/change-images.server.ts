import { eq, or } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { rockPostImages } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import type { Blur } from "#core/blurs.ts";
import { DomainError, wrongField } from "#core/errors.ts";
import { messages } from "#core/messages.ts";
import { recordDerive, startDueJobs } from "#domain/jobs/ledger.server.ts";
import { requireFresh, type IsCurrent } from "#domain/lists/order.server.ts";
import { requireStore } from "#domain/store/identity.server.ts";
import { deriveTaskForFind } from "#domain/store/paths.ts";
import { removeNow } from "#domain/store/write.server.ts";
import type { FindImage } from "../answers.ts";
import {
  recordHistory,
  type HistoryAuthor,
  type HistoryChanges,
} from "../history.server.ts";
import type { ImageChange } from "../schemas.ts";
import {
  getImage,
  isImageNamed,
  listImagesOfFind,
  readOwnImages,
  requireFolder,
} from "./read-finds.server.ts";

/** In the order of the pictures. Those after the last one named, and those of undefined, stay as they are. */
export interface PictureChanges {
  descriptions?: (string | undefined)[];
  blurs?: (Blur[] | undefined)[];
}

export function requireFewEnough(
  { descriptions = [], blurs = [] }: PictureChanges,
  images: number,
) {
  if (descriptions.length > images)
    throw wrongField("descriptions", messages.tooManyDescriptions);
  if (blurs.length > images) throw wrongField("blurs", messages.tooManyBlurs);
}

/**
 * Saves what a find's images show and hide. `startDueJobs` has to follow.
 * @returns what has changed, for the history
 * @throws {DomainError} bad_input, unavailable
 */
export function savePictures(
  tx: Tx,
  rpsKey: number,
  changes: PictureChanges,
): HistoryChanges {
  const images = readOwnImages(rpsKey);
  requireFewEnough(changes, images.length);
  const described: HistoryChanges = {};
  const hidden: HistoryChanges = {};
  for (const [index, { rpi_key, ...before }] of images.entries()) {
    const description = changes.descriptions?.[index] ?? before.description;
    if (description !== before.description) {
      tx.update(rockPostImages)
        .set({ description })
        .where(eq(rockPostImages.rpi_key, rpi_key))
        .run();
      described[`description_${index + 1}`] = [before.description, description];
    }
    const blurs = changes.blurs?.[index] ?? before.blurs;
    if (JSON.stringify(blurs) !== JSON.stringify(before.blurs)) {
      blurImage(tx, rpi_key, blurs);
      hidden[`blurs_${index + 1}`] = [before.blurs.length, blurs.length];
    }
  }
  return { ...described, ...hidden };
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
  for (const image of changed) {
    const folder = requireFolder(image.rps_key, tx);
    const { outputs } = deriveTaskForFind(folder, image);
    Object.values(outputs).forEach(removeNow);
    recordDerive(tx, { of: "find", key: image.rpi_key });
  }
}

/** The same of one image, with a line in the history. */
function saveOne(
  tx: Tx,
  { rps_key, rpi_key }: { rps_key: number; rpi_key: number },
  { description, blurs }: { description?: string; blurs?: Blur[] },
  by: HistoryAuthor,
) {
  const images = readOwnImages(rps_key);
  const index = images.findIndex((image) => image.rpi_key === rpi_key);
  if (index < 0) throw imageNotFound();
  const listOf = <T>(value: T) =>
    images.map((_, at) => (at === index ? value : undefined));
  const changes = savePictures(tx, rps_key, {
    descriptions: listOf(description),
    blurs: listOf(blurs),
  });
  if (Object.keys(changes).length > 0)
    recordHistory(tx, { rps_key, by, what: "changed", changes });
}

export const imageNotFound = () =>
  new DomainError("not_found", "There is no such image.");

/**
 * Saves the hidden areas of one image of a find that is looked at.
 * @param name of the image, or of the original that waits to replace it
 * @throws {DomainError} not_found, unavailable
 */
export function changeBlurs(
  rps_key: number,
  name: string,
  blurs: Blur[],
  by: HistoryAuthor,
) {
  write((tx) => {
    const image = getImage(tx, isImageNamed(rps_key, name));
    if (!image) throw imageNotFound();
    const rpi_key = image.replaces ?? image.rpi_key;
    saveOne(tx, { rps_key, rpi_key }, { blurs }, by);
  });
  startDueJobs();
}

/** @throws {DomainError} not_found, conflict, unavailable */
export function changeImage(
  rpi_key: number,
  { description, blurs }: ImageChange,
  isCurrent: IsCurrent<FindImage>,
): FindImage {
  const changed = write((tx) => {
    const image = getImage(tx, eq(rockPostImages.rpi_key, rpi_key));
    const read = () =>
      listImagesOfFind(image!.rps_key).find((it) => it.rpi_key === rpi_key);
    const before = image && read();
    if (!before) throw imageNotFound();
    requireFresh(isCurrent(before), "This image was");
    const change = { description, blurs: blurs === null ? [] : blurs };
    saveOne(tx, image, change, "admin");
    return read()!;
  });
  startDueJobs();
  return changed;
}
