import { and, eq, sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { digestFinds, rockPosts, trash } from "#db/schema.ts";
import { DomainError } from "../core/errors.ts";
import { refreshRocks } from "../rocks/pins.server.ts";
import {
  conflict,
  parseRows,
  purge,
  whole,
  type KindOfTrash,
} from "../store/discard.server.ts";
import {
  deriveTaskForFind,
  findFolder,
  trashedFilesOf,
} from "../store/paths.ts";
import type { TrashedRows } from "../store/trashed-rows.server.ts";
import { tryMove, withFindLock } from "./admin/move-find.server.ts";
import { deleteHistory, recordHistory } from "./history.server.ts";

/** Finds and their images in the trash. */

function pictureOfImages({ rock_post_images: images = [] }: TrashedRows) {
  const image = images.find(({ ready }) => ready);
  return image && `sm/${image.current_name}.webp`;
}

const find: KindOfTrash = {
  prepare(tx, { rock_posts: [find] = [] }) {
    const { rock_number, uuid, submission_id } = find!;
    const again =
      submission_id &&
      tx
        .select()
        .from(rockPosts)
        .where(eq(rockPosts.submission_id, submission_id))
        .get();
    if (again)
      throw conflict(
        "The same find is there again, because it was sent once more. Delete that one first, then restore this one.",
      );
    return whole(findFolder(rock_number, uuid));
  },
  // A folder that was on its way to another rock number comes back to where it belongs.
  fitIn: (_tx, { rock_posts: [find] = [] }) => void (find!.moving_from = null),
  afterwards(tx, { rock_posts: [find] = [] }) {
    const { rps_key, rock_number } = find!;
    refreshRocks(tx, [rock_number]);
    recordHistory(tx, { rps_key: rps_key!, by: "admin", what: "restored" });
  },
  guard: ({ key }, restore) => withFindLock(key, restore),
  getPicture: pictureOfImages,
  forget(tx, key) {
    const isImage = and(
      eq(trash.kind, "find-image"),
      eq(trash.parent_key, key),
    );
    purge(tx, findKinds, isImage);
    deleteHistory(tx, key);
    tx.delete(digestFinds).where(eq(digestFinds.rps_key, key)).run();
  },
};

const findImage: KindOfTrash = {
  prepare(tx, { rock_post_images: [image] = [] }) {
    const find = tx
      .select()
      .from(rockPosts)
      .where(eq(rockPosts.rps_key, image!.rps_key))
      .get();
    if (!find)
      throw conflict(
        "Its find is in the trash too. Restore the find first, then this image.",
      );
    const { rock_number, uuid, moving_from } = find;
    if (moving_from !== null)
      throw new DomainError(
        "unavailable",
        "The photographs of its find are being moved. Please try again later.",
        { retryAfter: 30 },
      );
    return trashedFilesOf(
      findFolder(rock_number, uuid),
      deriveTaskForFind(rock_number, uuid, image!),
    );
  },
  afterwards(tx, { rock_post_images: [image] = [] }) {
    const { rps_key, original_name } = image!;
    recordHistory(tx, {
      rps_key,
      by: "admin",
      what: "image-restored",
      changes: { image: [null, original_name] },
    });
  },
  guard: ({ parent_key }, restore) =>
    withFindLock(parent_key!, async () => {
      await tryMove(parent_key!);
      await restore();
    }),
  getPicture: pictureOfImages,
};

export const findKinds = { find, "find-image": findImage };

/** A find in the trash, by its uuid; undefined if it isn't there. */
export const getTrashedFind = (uuid: string) =>
  getDb().get<
    { trash_key: number; find_key_hash: string | null } | undefined
  >(sql`
    SELECT trash_key, "rows" ->> '$.rock_posts[0].find_key_hash' AS find_key_hash
      FROM trash WHERE kind = 'find' AND "rows" ->> '$.rock_posts[0].uuid' = ${uuid}`);

/** The answer to the first send of a find that is now in the trash. */
export function trashedSubmission(
  submissionId: string,
  db: Pick<Tx, "select"> = getDb(),
) {
  const row = db
    .select()
    .from(trash)
    .where(eq(trash.submission_id, submissionId))
    .get();
  if (!row) return undefined;
  const { rock_posts: [find] = [], rock_post_images: images = [] } =
    parseRows(row);
  return {
    uuid: find!.uuid,
    rock_number: find!.rock_number,
    images: images.map(({ current_name }) => current_name),
  };
}
