import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { rockPostImages, rockPosts } from "#db/schema.ts";
import { getSettings } from "#core/settings.server.ts";
import {
  leavingFiles,
  scheduleRemoval,
} from "#domain/store/removals.server.ts";
import { deriveTaskForFind } from "#domain/store/paths.ts";
import { readImages, type Image } from "./read-finds.server.ts";

/**
 * Originals that follow a smaller copy. Each is an image that `replaces` the copy, and takes its place once it is ready:
 * at once, or if everybody sees the copy by then, when the admin has looked. Only rows change then: the original has had
 * its own name and derivatives from the start, and the copy's files go afterwards.
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
  if (replacement && !isApproved(tx, rps_key)) takeOriginal(tx, replacement);
}

/** Gives an image its original, with the original's name. The copy's name goes on leading to it. */
function takeOriginal(tx: Tx, { image, replaced }: Replacement) {
  const { rpi_key, current_name, original_name, original_file, sha256 } = image;
  const { fingerprint, width, height, taken_dt } = image;
  tx.delete(rockPostImages).where(eq(rockPostImages.rpi_key, rpi_key)).run();
  tx.update(rockPostImages)
    .set({
      ...{ current_name, original_name, original_file, sha256 },
      ...{ fingerprint, width, height, taken_dt, ready: true, error: null },
      ...{ original_state: "final", original_error: null, outdated: false },
      earlier_name: replaced.current_name,
    })
    .where(eq(rockPostImages.rpi_key, replaced.rpi_key))
    .run();
  const task = deriveTaskForFind(replaced.folder, replaced);
  scheduleRemoval(tx, task.original, leavingFiles(task, replaced));
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
    takeOriginal(tx, replacement);
}

/** Leaves a find's originals that wait as hidden images beside those that they would have replaced. */
export function setReplacementsAside(tx: Tx, rpsKey: number) {
  for (const { image } of listReplacements(rpsKey))
    tx.update(rockPostImages)
      .set({ replaces: null })
      .where(eq(rockPostImages.rpi_key, image.rpi_key))
      .run();
}
