import { and, eq, sql, inArray } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { rockPosts, trash, rockPostImages, uploads } from "#db/schema.ts";
import { refreshRocks } from "../rocks/pins.server.ts";
import {
  conflict,
  parseRows,
  purge,
  type KindOfTrash,
  type TrashedRows,
  discard,
  readRows,
  scheduleRemoval,
  writeAndRemove,
} from "../store/discard.server.ts";
import { derivativeOfFind, shareFolder } from "../store/paths.ts";
import { deleteHistory, recordHistory } from "./history.server.ts";
import { countOf } from "#core/words.ts";
import {
  findNotFound,
  firstNameOf,
  readImages,
} from "./admin/read-finds.server.ts";

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
  before(tx, { rock_posts: [find] = [] }) {
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
  before(tx, { rock_post_images: [image] = [] }) {
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
    images: images.filter(({ replaces }) => !replaces).map(firstNameOf),
  };
}

/**
 * @param forGood deletes it and its images in the trash
 * @returns its key in the trash; undefined if it is deleted for good
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
