import { countOf } from "#core/words.ts";
import { eq, inArray } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { rockPostImages, rockPosts, uploads } from "#db/schema.ts";
import { recordHistory } from "#domain/finds/history.server.ts";
import { discard, readRows } from "#domain/store/discard.server.ts";
import { findKinds } from "../trashed-finds.server.ts";
import { shareFolder } from "../../store/paths.ts";
import {
  scheduleRemoval,
  writeAndRemove,
} from "#domain/store/removals.server.ts";
import { refreshRocks } from "../../rocks/pins.server.ts";
import { findNotFound, readImages } from "./read-finds.server.ts";

/**
 * Moves a find with its images into the trash.
 * @param forGood deletes it instead, and its images that are in the trash already
 * @returns its key in the trash; undefined if it is deleted for good
 * @throws {DomainError} not_found
 */
export const deleteFind = (rpsKey: number, { forGood = false } = {}) =>
  writeAndRemove((tx) => removeRows(tx, rpsKey, forGood));

function removeRows(tx: Tx, rpsKey: number, forGood: boolean) {
  const where = eq(rockPosts.rps_key, rpsKey);
  const row = tx.select().from(rockPosts).where(where).get();
  if (!row) throw findNotFound();
  const images = readImages(rpsKey).map(({ rpi_key }) => rpi_key);
  const trashKey = discard(
    tx,
    findKinds,
    {
      kind: "find",
      key: rpsKey,
      label: describeFind(row),
      detail: describeContent(row),
      rows: {
        rock_posts: readRows(tx, "rock_posts", where),
        rock_post_images: readRows(
          tx,
          "rock_post_images",
          eq(rockPostImages.rps_key, rpsKey),
        ),
        uploads: readRows(tx, "uploads", inArray(uploads.rpi_key, images)),
      },
      files: [row.folder],
      submission_id: row.submission_id,
    },
    { forGood },
  );
  if (trashKey !== undefined)
    recordHistory(tx, { rps_key: rpsKey, by: "admin", what: "deleted" });
  tx.delete(rockPosts).where(where).run();
  refreshRocks(tx, [row.rock_number]);
  scheduleRemoval(tx, [shareFolder(row.rock_number)]);
  return trashKey;
}

type FindRow = typeof rockPosts.$inferSelect;

/** 'Rock 214, Lighthouse steps' */
export const describeFind = ({
  rock_number,
  location,
}: Pick<FindRow, "rock_number" | "location">) =>
  `${rock_number === 0 ? "Unknown rock" : `Rock ${rock_number}`}, ${location}`;

/** '2 images and a comment by Yuki, hidden' */
function describeContent({ total_images, name, show }: FindRow) {
  const images = countOf(total_images, "image");
  const comment = name === "" ? "a comment" : `a comment by ${name}`;
  return `${images} and ${comment}${show ? "" : ", hidden"}`;
}
