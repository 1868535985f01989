import { and, asc, eq, isNotNull } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { rockPostImages, rockPosts } from "#db/schema.ts";
import { getSettings } from "#core/settings.server.ts";
import {
  derivativeOfFind,
  derivativeSets,
  originalIn,
  fallbackFor,
} from "#domain/store/paths.ts";
import { isThere } from "#domain/store/disk.server.ts";
import { removeNow, replaceNow } from "#domain/store/write.server.ts";
import { scheduleRemoval } from "#domain/store/removals.server.ts";
import { getImage, requireFolder } from "./read-finds.server.ts";

/**
 * Originals that follow a smaller copy. Each is an image of its own, `replaces` the copy, and takes its place once its
 * derivatives are there. If everybody sees the copy by then, the original stays private until the admin has looked.
 */

type Image = typeof rockPostImages.$inferSelect;
type Reader = Pick<Tx, "select">;

/** The image whose place another one takes; undefined for an image of its own. */
function getReplaced(db: Reader, { rps_key, replaces }: Image) {
  if (replaces === null) return undefined;
  const image = getImage(db, eq(rockPostImages.rpi_key, replaces));
  return image?.rps_key === rps_key ? image : undefined;
}

/** Whether a find that needed approval is shown. */
const isApproved = (db: Reader, rpsKey: number) =>
  getSettings().MODERATION !== "off" &&
  db
    .select({ show: rockPosts.show })
    .from(rockPosts)
    .where(eq(rockPosts.rps_key, rpsKey))
    .get()?.show === true;

/**
 * Puts an original that is ready in its place, unless its find is already approved. Then the admin has to look first,
 * because the decision was made without this picture.
 */
export function takePlaceAtOnce(tx: Tx, image: Image) {
  const replaced = getReplaced(tx, image);
  if (replaced && !isApproved(tx, image.rps_key))
    takePlace(tx, image, replaced);
}

/**
 * Gives an image the original that replaces it, with its derivatives, and removes the file that it had. If the site is
 * killed before the transaction ends, the derivatives are in their places and the original still waits.
 */
function takePlace(tx: Tx, image: Image, replaced: Image) {
  const { rpi_key, rps_key, original_name, original_file, sha256 } = image;
  const { fingerprint, width, height, taken_dt } = image;
  const folder = requireFolder(rps_key, tx);
  for (const kind of derivativeSets.find) {
    const placeOf = ({ current_name }: Image) =>
      derivativeOfFind(folder, kind, current_name);
    // A derivative that an earlier version did not make is made later. Until then the old picture's must not stay.
    if (isThere(placeOf(image)) || !fallbackFor(placeOf(image)))
      replaceNow(placeOf(image), placeOf(replaced));
    else removeNow(placeOf(replaced));
  }
  tx.delete(rockPostImages).where(eq(rockPostImages.rpi_key, rpi_key)).run();
  tx.update(rockPostImages)
    .set({
      ...{ original_name, original_file, sha256, original_state: "final" },
      ...{ fingerprint, width, height, taken_dt, ready: true, error: null },
      original_error: null,
    })
    .where(eq(rockPostImages.rpi_key, replaced.rpi_key))
    .run();
  scheduleRemoval(tx, [originalIn(folder, replaced.original_file)]);
}

const isReplacement = (rpsKey: number) =>
  and(
    eq(rockPostImages.rps_key, rpsKey),
    isNotNull(rockPostImages.replaces),
    rockPostImages.ready,
  );

/** The originals of a find that are ready and wait for the admin, each with the image that it would replace. */
export function listReplacements(db: Reader, rpsKey: number) {
  return db
    .select()
    .from(rockPostImages)
    .where(isReplacement(rpsKey))
    .orderBy(asc(rockPostImages.rpi_key))
    .all()
    .flatMap((image) => {
      const replaced = getReplaced(db, image);
      return replaced ? [{ image, replaced }] : [];
    });
}

/** Puts the waiting originals of a find in their places, because the admin has looked at them. */
export function takeReplacements(tx: Tx, rpsKey: number) {
  for (const { image, replaced } of listReplacements(tx, rpsKey))
    takePlace(tx, image, replaced);
}

/** Leaves a find's originals that wait as hidden images beside those that they would have replaced. */
export const setReplacementsAside = (tx: Tx, rpsKey: number) =>
  tx
    .update(rockPostImages)
    .set({ replaces: null })
    .where(isReplacement(rpsKey))
    .run();

/** Whether a find is shown with pictures whose originals wait for the admin. */
export const hasReplacements = (rpsKey: number) =>
  listReplacements(getDb(), rpsKey).length > 0;
