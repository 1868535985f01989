import { and, eq, ne } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { rockPostImages, rockPosts, uploads } from "#db/schema.ts";
import { write } from "#db/write.server.ts";
import { DomainError } from "#core/errors.ts";
import { recordHistory } from "#domain/finds/history.server.ts";
import { recordDerive, startDueJobs } from "#domain/jobs/ledger.server.ts";
import {
  deriveTaskForFind,
  filesOf,
  originalIn,
  shareFolder,
} from "../../store/paths.ts";
import {
  removeScheduled,
  scheduleRemoval,
} from "#domain/store/removals.server.ts";
import { discard, readRows } from "#domain/store/discard.server.ts";
import { findKinds } from "../trashed-finds.server.ts";
import type { ReceivedFile } from "#domain/uploads/incoming.server.ts";
import {
  receiveOriginals,
  toPlace,
} from "#domain/uploads/receive-originals.server.ts";
import type { FindImage } from "../answers.ts";
import { imageNotFound } from "./change-images.server.ts";
import { describeFind } from "./delete-find.server.ts";
import {
  listImagesOfFind,
  readImages,
  requireFind,
  requireFolder,
  requireSeeable,
} from "./read-finds.server.ts";

/**
 * Adds an image to a find, and starts the job that makes its derivatives.
 * @param id names the incoming folder that the image is in. The caller removes that folder.
 * @throws {DomainError} bad_input, not_found, not_an_image, too_large
 */
export async function addImage(
  id: string,
  rpsKey: number,
  image: ReceivedFile | undefined,
): Promise<FindImage> {
  if (!image)
    throw new DomainError("bad_input", "Please choose an image.", {
      fields: { image: "An image is needed." },
    });
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

/**
 * Shows or hides one image of a find, or flips it if `show` is undefined.
 * @returns whether it is shown now
 * @throws {DomainError} not_found; conflict until it can be seen or has failed
 */
export function showImage(rpiKey: number, show?: boolean): boolean {
  return write((tx) => {
    const { image, find } = requireImage(tx, rpiKey);
    const wanted = show ?? !image.show;
    if (wanted && !image.show) requireSeeable(find.rps_key, rpiKey);
    const { changes } = tx
      .update(rockPostImages)
      .set({ show: wanted })
      .where(
        and(
          eq(rockPostImages.rpi_key, rpiKey),
          ne(rockPostImages.show, wanted),
        ),
      )
      .run();
    const name = image.original_name;
    if (changes > 0)
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
export async function deleteImage(rpiKey: number) {
  const trashKey = write((tx) => removeRow(tx, rpiKey));
  await removeScheduled();
  return trashKey;
}

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
      uploads: readRows(tx, "uploads", eq(uploads.rpi_key, rpiKey)),
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
  scheduleRemoval(tx, [shareFolder(find.rock_number)]);
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
