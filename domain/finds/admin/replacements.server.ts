import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
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
import { scheduleRemoval } from "#domain/store/discard.server.ts";
import { readImages, type Image } from "./read-finds.server.ts";

/**
 * Originals that follow a smaller copy. Each is an image that `replaces` the copy, and takes its place once it is ready:
 * at once, or if everybody sees the copy by then, when the admin has looked.
 */

/** An original that is ready, and the image whose place it is to take. */
interface Replacement {
  image: Image;
  replaced: Image;
}

/** Whether a find that needed approval is shown. */
const isApproved = (tx: Tx, rpsKey: number) =>
  getSettings().MODERATION !== "off" &&
  tx
    .select({ show: rockPosts.show })
    .from(rockPosts)
    .where(eq(rockPosts.rps_key, rpsKey))
    .get()?.show === true;

/** Puts an original that is ready in its place, unless the admin has decided without having seen it. */
export function takePlaceAtOnce(
  tx: Tx,
  { rps_key, rpi_key }: typeof rockPostImages.$inferSelect,
) {
  const replacement = listReplacements(rps_key).find(
    ({ image }) => image.rpi_key === rpi_key,
  );
  if (replacement && !isApproved(tx, rps_key)) takePlace(tx, replacement);
}

/** Gives an image its original with the derivatives. A kill before the transaction ends leaves the original waiting. */
function takePlace(tx: Tx, { image, replaced }: Replacement) {
  const { rpi_key, folder, original_name, original_file, sha256 } = image;
  const { fingerprint, width, height, taken_dt } = image;
  for (const kind of derivativeSets.find) {
    const [from, to] = [image, replaced].map(({ name }) =>
      derivativeOfFind(folder, kind, name),
    ) as [string, string];
    // A derivative that an earlier version did not make is made later. Until then the old picture's must not stay.
    if (isThere(from) || !fallbackFor(from)) replaceNow(from, to);
    else removeNow(to);
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

/** The originals of a find that are ready and wait for the admin. */
export function listReplacements(rpsKey: number): Replacement[] {
  const images = readImages(rpsKey);
  return images.flatMap((image) => {
    const replaced = images.find(({ rpi_key }) => rpi_key === image.replaces);
    return replaced && image.ready ? [{ image, replaced }] : [];
  });
}

/** Puts the waiting originals of a find in their places, because the admin has looked at them. */
export function takeReplacements(tx: Tx, rpsKey: number) {
  for (const replacement of listReplacements(rpsKey))
    takePlace(tx, replacement);
}

/** Leaves a find's originals that wait as hidden images beside those that they would have replaced. */
export function setReplacementsAside(tx: Tx, rpsKey: number) {
  for (const { image } of listReplacements(rpsKey))
    tx.update(rockPostImages)
      .set({ replaces: null })
      .where(eq(rockPostImages.rpi_key, image.rpi_key))
      .run();
}
