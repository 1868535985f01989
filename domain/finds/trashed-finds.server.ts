import { and, eq, sql } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { rockPosts, trash } from "#db/schema.ts";
import { refreshRocks } from "../rocks/pins.server.ts";
import {
  conflict,
  parseRows,
  purge,
  type KindOfTrash,
  type TrashedRows,
} from "../store/discard.server.ts";
import { derivativeOfFind } from "../store/paths.ts";
import { deleteHistory, recordHistory } from "./history.server.ts";

/** @param place of the find's folder, or of an image's original in it */
function pictureOfImages(
  { rock_post_images: images = [] }: TrashedRows,
  place: string,
) {
  const image = images.find(({ ready }) => ready);
  const [folder] = place.split("/original/") as [string];
  return image && derivativeOfFind(folder, "sm", image.current_name);
}

const find: KindOfTrash = {
  check(tx, { rock_posts: [find] = [] }) {
    const { submission_id } = find!;
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
  },
  afterwards(tx, { rock_posts: [find] = [] }) {
    const { rps_key, rock_number } = find!;
    refreshRocks(tx, [rock_number]);
    recordHistory(tx, { rps_key: rps_key!, by: "admin", what: "restored" });
  },
  getPicture: pictureOfImages,
  forget(tx, key) {
    const isImage = and(
      eq(trash.kind, "find-image"),
      eq(trash.parent_key, key),
    );
    purge(tx, findKinds, isImage);
    deleteHistory(tx, key);
  },
};

const findImage: KindOfTrash = {
  check(tx, { rock_post_images: [image] = [] }) {
    const isFind = eq(rockPosts.rps_key, image!.rps_key);
    if (!tx.select().from(rockPosts).where(isFind).get())
      throw conflict(
        "Its find is in the trash too. Restore the find first, then this image.",
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
  getPicture: pictureOfImages,
};

export const findKinds = { find, "find-image": findImage };

export const getTrashedFind = (uuid: string) =>
  getDb().get<
    { trash_key: number; find_key_hash: string | null } | undefined
  >(sql`
    SELECT trash_key, "rows" ->> '$.rock_posts[0].find_key_hash' AS find_key_hash
      FROM trash WHERE kind = 'find' AND "rows" ->> '$.rock_posts[0].uuid' = ${uuid}`);

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
