import { and, eq, inArray, or, sql } from "drizzle-orm";
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
} from "../store/discard.server.ts";
import {
  leavingFiles,
  scheduleRemoval,
  writeAndRemove,
} from "../store/removals.server.ts";
import {
  deriveTaskForFind,
  derivativeOfFind,
  shareFolder,
  uploadFile,
} from "../store/paths.ts";
import { deleteHistory, recordHistory } from "./history.server.ts";
import { countOf } from "#core/words.ts";
import { findNotFound, firstNameOf } from "./admin/read-finds.server.ts";

/** @param place of the find's folder, or of an image's original in it */
function pictureOfImages(
  { rock_post_images: images = [] }: TrashedRows,
  place: string,
) {
  const image = images.find(({ ready }) => ready);
  return image && derivativeOfFind(folderAt(place), "sm", image.current_name);
}

const folderAt = (place: string) => place.split("/original/")[0]!;

const listFiles = (
  { rock_post_images: images = [] }: TrashedRows,
  place: string,
) =>
  images.flatMap((image) =>
    leavingFiles(deriveTaskForFind(folderAt(place), image), image),
  );

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
  afterwards(tx, rows) {
    const { rps_key, rock_number } = rows.rock_posts![0]!;
    expectOriginals(tx, rows);
    refreshRocks(tx, [rock_number]);
    recordHistory(tx, { rps_key: rps_key!, by: "admin", what: "restored" });
  },
  getPicture: pictureOfImages,
  listFiles,
  forget(tx, key, rows) {
    forgetUploads(tx, rows);
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
  afterwards(tx, rows) {
    const { rps_key, original_name } = rows.rock_post_images![0]!;
    expectOriginals(tx, rows);
    recordHistory(tx, {
      rps_key,
      by: "admin",
      what: "image-restored",
      changes: { image: [null, original_name] },
    });
  },
  getPicture: pictureOfImages,
  listFiles,
  forget: (tx, _key, rows) => forgetUploads(tx, rows),
};

const keysOf = ({ rock_post_images: images = [] }: TrashedRows) =>
  images.flatMap(({ rpi_key }) => rpi_key ?? []);

/** Images wait for originals that were announced while they were in the trash. */
function expectOriginals(tx: Tx, rows: TrashedRows) {
  const isAnnounced = tx
    .select({ rpi_key: uploads.rpi_key })
    .from(uploads)
    .where(
      and(inArray(uploads.rpi_key, keysOf(rows)), eq(uploads.is_used, false)),
    );
  tx.update(rockPostImages)
    .set({ original_state: "pending" })
    .where(
      and(
        eq(rockPostImages.original_state, "replaceable"),
        inArray(rockPostImages.rpi_key, isAnnounced),
      ),
    )
    .run();
}

/** Removes originals that were on their way to images, or have arrived while these were in the trash. */
function forgetUploads(tx: Tx, rows: TrashedRows) {
  const gone = tx
    .delete(uploads)
    .where(inArray(uploads.rpi_key, keysOf(rows)))
    .returning()
    .all();
  for (const { id } of gone) scheduleRemoval(tx, uploadFile(id));
}

export const findKinds = { find, "find-image": findImage };

export const getTrashedFind = (uuid: string) =>
  getDb().get<
    | { trash_key: number; rps_key: number; find_key_hash: string | null }
    | undefined
  >(sql`
    SELECT trash_key, key AS rps_key, "rows" ->> '$.rock_posts[0].find_key_hash' AS find_key_hash
      FROM trash WHERE kind = 'find' AND "rows" ->> '$.rock_posts[0].uuid' = ${uuid}`);

/** The images of a find that are in the trash, with it or without it. */
export const listTrashedImages = (tx: Pick<Tx, "select">, rpsKey: number) =>
  tx
    .select()
    .from(trash)
    .where(
      or(
        and(eq(trash.kind, "find"), eq(trash.key, rpsKey)),
        and(eq(trash.kind, "find-image"), eq(trash.parent_key, rpsKey)),
      ),
    )
    .all()
    .flatMap((thing) => parseRows(thing).rock_post_images ?? []);

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
  scheduleRemoval(tx, shareFolder(row.rock_number));
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
