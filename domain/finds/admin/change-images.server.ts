import { msg } from "@lingui/core/macro";
import { eq, or } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { rockPostImages, rockPosts } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import type { Blur } from "#core/blurs.ts";
import { DomainError, wrongField } from "#core/errors.ts";
import { messages } from "#core/messages.ts";
import { recordDerive, startDueJobs } from "#domain/jobs/ledger.server.ts";
import { requireFresh, type IsCurrent } from "#domain/lists/order.server.ts";
import { discard, readRows } from "#domain/store/discard.server.ts";
import { requireStore } from "#domain/store/identity.server.ts";
import {
  deriveTaskForFind,
  filesOf,
  originalIn,
  shareFolder,
} from "#domain/store/paths.ts";
import {
  scheduleRemoval,
  writeAndRemove,
} from "#domain/store/removals.server.ts";
import type { ReceivedFile } from "#domain/uploads/incoming.server.ts";
import {
  receiveOriginals,
  toPlace,
} from "#domain/uploads/receive-originals.server.ts";
import type { FindImage } from "../answers.ts";
import {
  recordHistory,
  type HistoryAuthor,
  type HistoryChanges,
} from "../history.server.ts";
import type { ImageChange } from "../schemas.ts";
import { findKinds, describeFind } from "../trashed-finds.server.ts";
import {
  getImage,
  isNamed,
  listImagesOfFind,
  readImages,
  readOwnImages,
  requireFind,
  requireFolder,
  requireSeeable,
} from "./read-finds.server.ts";

/** What is said of each picture, in their order. */
export interface PictureLists {
  descriptions?: string[];
  blurs?: Blur[][];
}

export function requireFewEnough(
  { descriptions = [], blurs = [] }: PictureLists,
  images: number,
) {
  if (descriptions.length > images)
    throw wrongField("descriptions", messages.tooManyDescriptions);
  if (blurs.length > images) throw wrongField("blurs", messages.tooManyBlurs);
}

/** A picture by its name. What is absent stays as it is. */
export interface PictureChange {
  name: string;
  description?: string;
  blurs?: Blur[] | null;
}

/** `startDueJobs` has to follow. @returns what has changed, for the history */
export function savePictures(
  tx: Tx,
  rpsKey: number,
  changes: PictureChange[],
  by: HistoryAuthor,
): HistoryChanges {
  const images = readOwnImages(rpsKey);
  if (changes.some(({ name }) => !images.some((image) => image.name === name)))
    throw wrongField(
      "images",
      msg`One of these pictures isn't there any more.`,
      "conflict",
    );
  const described: HistoryChanges = {};
  const hidden: HistoryChanges = {};
  for (const [index, { rpi_key, ...before }] of images.entries()) {
    const change = changes.find(({ name }) => name === before.name);
    const description = change?.description ?? before.description;
    if (description !== before.description) {
      tx.update(rockPostImages)
        .set({ description })
        .where(eq(rockPostImages.rpi_key, rpi_key))
        .run();
      described[`description_${index + 1}`] = [before.description, description];
    }
    const blurs = change?.blurs === null ? [] : (change?.blurs ?? before.blurs);
    if (JSON.stringify(blurs) !== JSON.stringify(before.blurs)) {
      blurImage(tx, rpi_key, blurs, by);
      hidden[`blurs_${index + 1}`] = [before.blurs.length, blurs.length];
    }
  }
  return { ...described, ...hidden };
}

/** Makes an image again, and the original that waits to replace it. Nobody gets their derivatives of before meanwhile. */
function blurImage(tx: Tx, rpiKey: number, blurs: Blur[], by: HistoryAuthor) {
  const json = JSON.stringify(blurs);
  requireStore();
  const changed = tx
    .update(rockPostImages)
    .set({
      ...{ blurs: json, ready: false, outdated: true, error: null },
      ...(by === "finder" ? {} : { looked_blurs: json }),
    })
    .where(
      or(
        eq(rockPostImages.rpi_key, rpiKey),
        eq(rockPostImages.replaces, rpiKey),
      ),
    )
    .returning()
    .all();
  for (const { rpi_key } of changed)
    recordDerive(tx, { of: "find", key: rpi_key });
}

/** The same of one image, with a line in the history. */
function saveOne(
  tx: Tx,
  { rps_key, rpi_key }: { rps_key: number; rpi_key: number },
  change: Omit<PictureChange, "name">,
  by: HistoryAuthor,
) {
  const image = readOwnImages(rps_key).find((it) => it.rpi_key === rpi_key);
  if (!image) throw imageNotFound();
  const { name } = image;
  const changes = savePictures(tx, rps_key, [{ ...change, name }], by);
  if (Object.keys(changes).length > 0)
    recordHistory(tx, { rps_key, by, what: "changed", changes });
}

const imageNotFound = () =>
  new DomainError("not_found", "There is no such image.");

/**
 * @param name of the image, or of the original that waits to replace it
 * @param requireCurrent throws if somebody has changed the find since it was read
 */
export function changeBlurs(
  rps_key: number,
  name: string,
  blurs: Blur[],
  by: HistoryAuthor,
  requireCurrent: () => void,
) {
  write((tx) => {
    requireCurrent();
    const image = readImages(rps_key).find(isNamed(name));
    if (!image) throw imageNotFound();
    const rpi_key = image.replaces ?? image.rpi_key;
    saveOne(tx, { rps_key, rpi_key }, { blurs }, by);
  });
  startDueJobs();
}

export function changeImage(
  rpi_key: number,
  change: ImageChange,
  isCurrent: IsCurrent<FindImage>,
): FindImage {
  const changed = write((tx) => {
    const image = getImage(tx, eq(rockPostImages.rpi_key, rpi_key));
    const read = () =>
      listImagesOfFind(image!.rps_key).find((it) => it.rpi_key === rpi_key);
    const before = image && read();
    if (!before) throw imageNotFound();
    requireFresh(isCurrent(before), "This image was");
    saveOne(tx, image, change, "admin");
    return read()!;
  });
  startDueJobs();
  return changed;
}

/** @param id names the incoming folder that the image is in. The caller removes that folder. */
export async function addImage(
  id: string,
  rpsKey: number,
  image: ReceivedFile,
): Promise<FindImage> {
  const folder = requireFolder(rpsKey);
  const key = await receiveOriginals(
    id,
    [image],
    toPlace((file) => originalIn(folder, file)),
    (tx, [original]) => {
      // The find may have been deleted while the image came.
      requireFind(rpsKey);
      const { rpi_key } = tx
        .insert(rockPostImages)
        .values({ rps_key: rpsKey, ...original! })
        .returning()
        .get();
      recordDerive(tx, { of: "find", key: rpi_key });
      recordHistory(tx, {
        rps_key: rpsKey,
        by: "admin",
        what: "image-added",
        changes: { image: [null, original!.original_name] },
      });
      return rpi_key;
    },
  );
  startDueJobs();
  return listImagesOfFind(rpsKey).find(({ rpi_key }) => rpi_key === key)!;
}

function requireImage(tx: Pick<Tx, "select">, rpiKey: number) {
  const row = tx
    .select({ image: rockPostImages, find: rockPosts })
    .from(rockPostImages)
    .innerJoin(rockPosts, eq(rockPosts.rps_key, rockPostImages.rps_key))
    .where(eq(rockPostImages.rpi_key, rpiKey))
    .get();
  if (!row) throw imageNotFound();
  return row;
}

/** Flips it if `show` is undefined. @returns whether it is shown now */
export function showImage(rpiKey: number, show?: boolean): boolean {
  return write((tx) => {
    const { image, find } = requireImage(tx, rpiKey);
    const wanted = show ?? !image.show;
    if (wanted === image.show) return wanted;
    if (wanted) requireSeeable(find.rps_key, rpiKey);
    tx.update(rockPostImages)
      .set({ show: wanted })
      .where(eq(rockPostImages.rpi_key, rpiKey))
      .run();
    const name = image.original_name;
    recordHistory(tx, {
      rps_key: find.rps_key,
      by: "admin",
      what: wanted ? "image-shown" : "image-hidden",
      changes: { image: wanted ? [null, name] : [name, null] },
    });
    return wanted;
  });
}

/** @returns its key in the trash; undefined if nothing is kept there */
export const deleteImage = (rpiKey: number) =>
  writeAndRemove((tx) => removeRow(tx, rpiKey));

function removeRow(tx: Tx, rpiKey: number) {
  const { image, find } = requireImage(tx, rpiKey);
  const where = eq(rockPostImages.rpi_key, rpiKey);
  const trashKey = discard(tx, findKinds, {
    kind: "find-image",
    key: rpiKey,
    parent_key: find.rps_key,
    label: describeFind(find),
    detail: describePlace(image),
    rows: {
      rock_post_images: readRows(tx, "rock_post_images", where),
    },
    files: filesOf(deriveTaskForFind(find.folder, image)),
  });
  tx.delete(rockPostImages).where(where).run();
  // Its original is an image of its own from now on, hidden as it was.
  tx.update(rockPostImages)
    .set({ replaces: null })
    .where(eq(rockPostImages.replaces, rpiKey))
    .run();
  recordHistory(tx, {
    rps_key: find.rps_key,
    by: "admin",
    what: "image-deleted",
    changes: { image: [image.original_name, null] },
  });
  scheduleRemoval(tx, shareFolder(find.rock_number));
  return trashKey;
}

/** 'image 2 of 3' */
function describePlace({
  rps_key,
  rpi_key,
}: typeof rockPostImages.$inferSelect) {
  const keys = readImages(rps_key).map(({ rpi_key }) => rpi_key);
  return `image ${keys.indexOf(rpi_key) + 1} of ${keys.length}`;
}
