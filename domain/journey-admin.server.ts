import { rmdir } from "node:fs/promises";
import path from "node:path";
import { eq, isNotNull, sql, type SQL } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { rockPostImages, rockPosts } from "#db/schema.ts";
import { DomainError } from "./errors.ts";
import {
  findFolder,
  findTask,
  moveInto,
  onDisk,
  postFolder,
  shareFolder,
} from "./media-store.server.ts";
import { decodeCursor, encodeCursor } from "./paging.server.ts";
import { refreshRock } from "./pins.server.ts";
import { forget, removeForgotten } from "./removals.server.ts";
import {
  splitCoordinates,
  type JourneyChange,
  type JourneyImage,
  type JourneyPost,
  type Suggestion,
} from "./schemas.ts";

/** The admin's side of journeys: every post, hidden or shown, and all that may be changed of it. */

/** What a list may be sorted by. Blank coordinates come first, as what still has to be done. */
const sortable: Record<string, SQL[]> = {
  coordinates: [sql`ifnull(p.latitude, -999)`, sql`ifnull(p.longitude, -999)`],
  rock_number: [sql`p.rock_number`],
  location: [sql`p.location COLLATE NOCASE`],
  date: [sql`p.date`],
  comment: [sql`p.comment COLLATE NOCASE`],
  name: [sql`p.name COLLATE NOCASE`],
  email: [sql`p.email COLLATE NOCASE`],
  uuid: [sql`p.uuid`],
  show: [sql`p.show`],
  create_dt: [sql`p.create_dt`],
  total_images: [
    sql`(SELECT count(*) FROM rock_post_images i WHERE i.rps_key = p.rps_key)`,
  ],
};

export interface ListRequest {
  /** Absent: all. */
  limit?: number;
  before?: string;
  /** A field's name, with `-` before it for descending order; 'coordinates' where absent. */
  sort?: string;
}

type Row = Omit<JourneyPost, "show" | "suggestion"> & {
  show: number;
  suggestion: string | null;
};

const columns = sql`p.rps_key, p.uuid, p.rock_number, p.rock_number_qr, p.location, p.latitude, p.longitude,
  p.date, p.comment, p.name, p.email, p.show, p.suggestion, p.create_dt,
  (SELECT count(*) FROM rock_post_images i WHERE i.rps_key = p.rps_key) AS total_images,
  (SELECT current_name FROM rock_post_images i WHERE i.rps_key = p.rps_key AND i.ready ORDER BY i.show DESC, i.rpi_key LIMIT 1) AS first_image_name`;

const asPost = (row: Row): JourneyPost => ({
  rps_key: row.rps_key,
  uuid: row.uuid,
  rock_number: row.rock_number,
  rock_number_qr: row.rock_number_qr,
  location: row.location,
  latitude: row.latitude,
  longitude: row.longitude,
  date: row.date,
  comment: row.comment,
  name: row.name,
  email: row.email,
  show: Boolean(row.show),
  total_images: row.total_images,
  first_image_name: row.first_image_name,
  suggestion:
    row.suggestion === null ? null : (JSON.parse(row.suggestion) as Suggestion),
  create_dt: row.create_dt,
});

/**
 * Posts in the order asked for, and the cursor of the next page, null at the end.
 * @throws {DomainError} bad_input for an unknown sort field or a cursor of another list
 */
export function listJourneyPosts({
  limit,
  before,
  sort = "coordinates",
}: ListRequest): {
  posts: JourneyPost[];
  next: string | null;
} {
  const down = sort.startsWith("-");
  const field = down ? sort.slice(1) : sort;
  const by = Object.hasOwn(sortable, field) ? sortable[field] : undefined;
  if (!by)
    throw new DomainError(
      "bad_input",
      `The list can't be sorted by ${field}.`,
      {
        fields: {
          sort: `one of ${Object.keys(sortable).join(", ")}, with - before it for descending order`,
        },
      },
    );
  const keys = [...by, sql`p.rps_key`];
  const order = sql.join(
    keys.map((key) => (down ? sql`${key} DESC` : key)),
    sql`, `,
  );
  const from =
    before === undefined ? undefined : decodeCursor(before, keys.length);
  const after = from
    ? sql`(${sql.join(keys, sql`, `)}) ${down ? sql`<` : sql`>`} (${sql.join(
        from.map((value) => sql`${value}`),
        sql`, `,
      )})`
    : sql`1`;
  const values = sql`json_array(${sql.join(keys, sql`, `)})`;
  const rows = getDb().all<Row & { cursor: string }>(sql`
    SELECT ${columns}, ${values} AS cursor FROM rock_posts p WHERE ${after}
     ORDER BY ${order} ${limit === undefined ? sql`` : sql`LIMIT ${limit + 1}`}`);
  const page = limit === undefined ? rows : rows.slice(0, limit);
  const last = page.at(-1);
  return {
    posts: page.map(asPost),
    next:
      last && rows.length > page.length
        ? encodeCursor(JSON.parse(last.cursor) as (string | number)[])
        : null,
  };
}

const notFound = (what: string) =>
  new DomainError("not_found", `There is no such ${what}.`);

/** @throws {DomainError} not_found */
export function requireJourneyPost(rpsKey: number): JourneyPost {
  const row = getDb().get<Row | undefined>(
    sql`SELECT ${columns} FROM rock_posts p WHERE p.rps_key = ${rpsKey}`,
  );
  if (!row) throw notFound("post");
  return asPost(row);
}

/** @throws {DomainError} not_found */
export function listJourneyImages(rpsKey: number): JourneyImage[] {
  requireJourneyPost(rpsKey);
  return getDb()
    .select({
      rpi_key: rockPostImages.rpi_key,
      original_name: rockPostImages.original_name,
      current_name: rockPostImages.current_name,
      show: rockPostImages.show,
      ready: rockPostImages.ready,
      error: rockPostImages.error,
    })
    .from(rockPostImages)
    .where(eq(rockPostImages.rps_key, rpsKey))
    .orderBy(rockPostImages.rpi_key)
    .all();
}

/** The coordinates a change asks for: the two numbers where sent, else the text split at its comma. */
function coordinatesOf(change: JourneyChange) {
  const { latitude, longitude, coordinates } = change;
  const wanted =
    latitude === undefined &&
    longitude === undefined &&
    coordinates !== undefined
      ? splitCoordinates(coordinates ?? "")
      : { latitude: latitude ?? null, longitude: longitude ?? null };
  if ((wanted.latitude === null) !== (wanted.longitude === null))
    throw new DomainError("bad_input", "Latitude and longitude go together.", {
      fields: { coordinates: "both or neither" },
    });
  if (wanted.latitude !== null && wanted.longitude !== null)
    if (!(Math.abs(wanted.latitude) <= 90 && Math.abs(wanted.longitude) <= 180))
      throw new DomainError(
        "bad_input",
        "Coordinates are latitude −90 to 90 and longitude −180 to 180.",
        {
          fields: { coordinates: "latitude −90 to 90, longitude −180 to 180" },
        },
      );
  return wanted;
}

/**
 * Saves a post. Where the rock number changes, its folder follows.
 * @param isCurrent asked within the transaction; false refuses the change as stale
 * @throws {DomainError} not_found, bad_input, conflict
 */
export async function changeJourneyPost(
  rpsKey: number,
  change: JourneyChange,
  isCurrent: (post: JourneyPost) => boolean,
): Promise<JourneyPost> {
  const { latitude, longitude } = coordinatesOf(change);
  await finishMove(rpsKey);
  getDb().transaction(
    (tx) => {
      const post = requireJourneyPost(rpsKey);
      if (!isCurrent(post))
        throw new DomainError(
          "conflict",
          "This post was changed by someone else meanwhile. Load it again to see how it is now.",
        );
      tx.update(rockPosts)
        .set({
          rock_number: change.rock_number,
          location: change.location,
          date: change.date,
          comment: change.comment,
          name: change.name ?? "",
          email: (change.email ?? "").trim(),
          show: change.show ?? post.show,
          latitude,
          longitude,
          ...(change.rock_number === post.rock_number
            ? {}
            : { moving_from: post.rock_number }),
        })
        .where(eq(rockPosts.rps_key, rpsKey))
        .run();
      refreshRock(tx, change.rock_number);
      if (change.rock_number !== post.rock_number)
        refreshRock(tx, post.rock_number);
    },
    { behavior: "immediate" },
  );
  await finishMove(rpsKey);
  return requireJourneyPost(rpsKey);
}

/**
 * Brings a post's folder to where its rock number says, if it is still on its way. The row says where
 * it comes from until it has arrived, so a crash at any point leaves it findable.
 */
async function finishMove(rpsKey: number) {
  const db = getDb();
  const post = db
    .select()
    .from(rockPosts)
    .where(eq(rockPosts.rps_key, rpsKey))
    .get();
  if (post?.moving_from == null) return;
  const from = postFolder(post.moving_from, post.uuid);
  if (await findFolder(from))
    await moveInto(from, postFolder(post.rock_number, post.uuid));
  db.update(rockPosts)
    .set({ moving_from: null })
    .where(eq(rockPosts.rps_key, rpsKey))
    .run();
  // The old number's folder goes with its last find.
  await rmdir(path.dirname(onDisk(from))).catch(() => {});
}

/** Finishes the moves that a crash has cut short. */
export async function finishMoves() {
  const moving = getDb()
    .select({ key: rockPosts.rps_key })
    .from(rockPosts)
    .where(isNotNull(rockPosts.moving_from))
    .all();
  for (const { key } of moving) await finishMove(key);
}

/** Shows or hides a post; flips it where `show` is undefined. Gives what it is now. */
export function showJourneyPost(rpsKey: number, show?: boolean): boolean {
  return getDb().transaction(
    (tx) => {
      const post = requireJourneyPost(rpsKey);
      const wanted = show ?? !post.show;
      tx.update(rockPosts)
        .set({ show: wanted })
        .where(eq(rockPosts.rps_key, rpsKey))
        .run();
      refreshRock(tx, post.rock_number);
      return wanted;
    },
    { behavior: "immediate" },
  );
}

/** Deletes a post with its rows and files. */
export async function deleteJourneyPost(rpsKey: number) {
  getDb().transaction(
    (tx) => {
      const row = tx
        .select()
        .from(rockPosts)
        .where(eq(rockPosts.rps_key, rpsKey))
        .get();
      if (!row) throw notFound("post");
      tx.delete(rockPosts).where(eq(rockPosts.rps_key, rpsKey)).run();
      refreshRock(tx, row.rock_number);
      forget(tx, [
        postFolder(row.moving_from ?? row.rock_number, row.uuid),
        shareFolder(row.rock_number),
      ]);
    },
    { behavior: "immediate" },
  );
  await removeForgotten();
}

function requireImage(tx: Tx, rpiKey: number) {
  const row = tx
    .select({ image: rockPostImages, post: rockPosts })
    .from(rockPostImages)
    .innerJoin(rockPosts, eq(rockPosts.rps_key, rockPostImages.rps_key))
    .where(eq(rockPostImages.rpi_key, rpiKey))
    .get();
  if (!row) throw notFound("image");
  return row;
}

/** Shows or hides one image of a post; flips it where `show` is undefined. Gives what it is now. */
export function showJourneyImage(rpiKey: number, show?: boolean): boolean {
  return getDb().transaction(
    (tx) => {
      const wanted = show ?? !requireImage(tx, rpiKey).image.show;
      tx.update(rockPostImages)
        .set({ show: wanted })
        .where(eq(rockPostImages.rpi_key, rpiKey))
        .run();
      return wanted;
    },
    { behavior: "immediate" },
  );
}

/** Deletes one image with its row, original and derivatives. */
export async function deleteJourneyImage(rpiKey: number) {
  getDb().transaction(
    (tx) => {
      const { image, post } = requireImage(tx, rpiKey);
      const { original, outputs } = findTask(
        post.moving_from ?? post.rock_number,
        post.uuid,
        image,
      );
      tx.delete(rockPostImages).where(eq(rockPostImages.rpi_key, rpiKey)).run();
      forget(tx, [
        original,
        ...Object.values(outputs),
        shareFolder(post.rock_number),
      ]);
    },
    { behavior: "immediate" },
  );
  await removeForgotten();
}

/** What wants the admin's attention. */
export function countJourneyPosts() {
  return getDb().get<{
    posts: number;
    hidden: number;
    unplaced: number;
    failed_images: number;
  }>(sql`
    SELECT (SELECT count(*) FROM rock_posts) AS posts,
           (SELECT count(*) FROM rock_posts WHERE show = 0) AS hidden,
           (SELECT count(*) FROM rock_posts WHERE latitude IS NULL) AS unplaced,
           (SELECT count(*) FROM rock_post_images WHERE error IS NOT NULL) AS failed_images`);
}
