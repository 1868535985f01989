import path from "node:path";
import { eq, isNotNull, sql, type SQL } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { rockPostImages, rockPosts } from "#db/schema.ts";
import { DomainError } from "../core/errors.ts";
import { isAbsent, hasFolder } from "../store/disk.server.ts";
import {
  originalOfFind,
  deriveTaskForFind,
  findFolder,
  shareFolder,
} from "../store/paths.ts";
import { mergeFolder, removeIfEmpty } from "../store/write.server.ts";
import type { ReceivedFile } from "#domain/uploads/incoming.server.ts";
import { recordJob, startDueJobs } from "../jobs/ledger.server.ts";
import { log } from "../core/log.server.ts";
import { withLock } from "../core/with-lock.server.ts";
import { keepOriginal } from "../uploads/keep-original.server.ts";
import { refreshRocks } from "./pins.server.ts";
import { removeScheduled, scheduleRemoval } from "../store/removals.server.ts";
import { messages } from "../core/messages.ts";
import type { JourneyImage, JourneyPost } from "./answers.ts";
import {
  splitCoordinates,
  type JourneyChange,
  type Suggestion,
} from "./schemas.ts";
import { readSorted, type ListRequest } from "../lists/sorted-list.server.ts";
import { requireStore, suspectStore } from "../store/identity.server.ts";
import { versionOf } from "../core/version.server.ts";

/** The admin's side of journeys: every post, hidden or shown, and all that may be changed of it. */

/** Blank coordinates come first, as what still has to be done. */
const sortable: Record<string, SQL[]> = {
  coordinates: [
    sql`ifnull(p.latitude, -999)`,
    sql`ifnull(p.longitude, -999)`,
    sql`p.rps_key`,
  ],
  rock_number: [
    sql`p.rock_number`,
    sql`p.show`,
    sql`p.date`,
    sql`p.create_dt`,
    sql`p.rps_key`,
  ],
  location: [sql`p.location COLLATE NOCASE`, sql`p.rps_key`],
  date: [sql`p.date`, sql`p.create_dt`, sql`p.rps_key`],
  // As far as anyone reads: a whole comment would make its index as large as the table.
  comment: [sql`substr(p.comment, 1, 60) COLLATE NOCASE`, sql`p.rps_key`],
  name: [sql`p.name COLLATE NOCASE`, sql`p.rps_key`],
  email: [sql`p.email COLLATE NOCASE`, sql`p.rps_key`],
  uuid: [sql`p.uuid`],
  show: [sql`p.show`, sql`p.date`, sql`p.create_dt`, sql`p.rps_key`],
  create_dt: [sql`p.create_dt`, sql`p.rps_key`],
  total_images: [sql`p.total_images`, sql`p.rps_key`],
};

type Row = Omit<JourneyPost, "show" | "no_place" | "suggestion" | "version"> & {
  show: number;
  no_place: number;
  suggestion: string | null;
};

const columns = sql`p.rps_key, p.uuid, p.rock_number, p.rock_number_qr, p.location, p.latitude, p.longitude, p.no_place,
  p.date, p.comment, p.name, p.email, p.show, p.suggestion, p.create_dt,
  p.total_images,
  (SELECT current_name FROM rock_post_images i WHERE i.rps_key = p.rps_key AND i.ready ORDER BY i.show DESC, i.rpi_key LIMIT 1) AS first_image_name`;

const asPost = (row: Row): JourneyPost => ({
  rps_key: row.rps_key,
  uuid: row.uuid,
  rock_number: row.rock_number,
  rock_number_qr: row.rock_number_qr,
  location: row.location,
  latitude: row.latitude,
  longitude: row.longitude,
  no_place: Boolean(row.no_place),
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
  version: versionOf([
    row.rock_number,
    row.location,
    row.date,
    row.comment,
    row.name,
    row.email,
    row.show,
    row.latitude,
    row.longitude,
    row.no_place,
  ]),
});

/**
 * Posts in the order asked for, by coordinates where none is, and the cursor of the next page.
 * @param request with `uuid`, that post alone
 * @throws {DomainError} bad_input for an unknown sort field or a cursor of another list
 */
export function listFinds(request: ListRequest & { uuid?: string }) {
  const { uuid } = request;
  const { rows, next } = readSorted<Row>(
    {
      select: columns,
      from: sql`rock_posts p`,
      where: uuid === undefined ? undefined : sql`p.uuid = ${uuid}`,
      sortable,
      expressions: ["coordinates", "location", "comment", "name", "email"],
      order: "coordinates",
    },
    request,
  );
  return { posts: rows.map(asPost), next };
}

/** Hidden posts that nobody has decided on yet, oldest first. */
export const listWaitingFinds = (limit: number): JourneyPost[] =>
  getDb()
    .all<Row>(
      sql`SELECT ${columns} FROM rock_posts p WHERE p.show = 0 AND p.put_aside = 0
           ORDER BY p.create_dt, p.rps_key LIMIT ${limit}`,
    )
    .map(asPost);

/** Shown posts that are not on the map and that the admin has not left without a place, oldest first. */
export const listUnplacedFinds = (limit: number): JourneyPost[] =>
  getDb()
    .all<Row>(
      sql`SELECT ${columns} FROM rock_posts p WHERE p.show = 1 AND p.latitude IS NULL AND p.no_place = 0
           ORDER BY p.create_dt, p.rps_key LIMIT ${limit}`,
    )
    .map(asPost);

const notFound = (what: string) =>
  new DomainError("not_found", `There is no such ${what}.`);

/** @throws {DomainError} not_found */
export function requireFind(rpsKey: number): JourneyPost {
  const row = getDb().get<Row | undefined>(
    sql`SELECT ${columns} FROM rock_posts p WHERE p.rps_key = ${rpsKey}`,
  );
  if (!row) throw notFound("post");
  return asPost(row);
}

/** @throws {DomainError} not_found */
export function listImagesOfFind(rpsKey: number): JourneyImage[] {
  requireFind(rpsKey);
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
  if (!wanted) throw refuseCoordinates(messages.coordinates);
  if ((wanted.latitude === null) !== (wanted.longitude === null))
    throw refuseCoordinates("Enter both latitude and longitude.");
  if (
    Math.abs(wanted.latitude ?? 0) > 90 ||
    Math.abs(wanted.longitude ?? 0) > 180
  )
    throw refuseCoordinates(
      "Latitude must be between −90 and 90, and longitude between −180 and 180.",
    );
  return wanted;
}

const refuseCoordinates = (said: string) =>
  new DomainError("bad_input", said, { fields: { coordinates: said } });

/** What moves a post's folder, or puts something into it, comes after one another. */
const alone = <T>(rpsKey: number, run: () => Promise<T>) =>
  withLock(`post ${rpsKey}`, run);

/**
 * Saves a post. When the rock number changes, its folder follows. A change by the finder waits for the
 * admin's decision again if it hides the post.
 * @param isCurrent asked within the transaction; false refuses the change as stale
 * @throws {DomainError} not_found, bad_input, conflict
 */
export async function changeFind(
  rpsKey: number,
  change: JourneyChange,
  isCurrent: (post: JourneyPost) => boolean,
  by: "admin" | "finder" = "admin",
): Promise<JourneyPost> {
  const place = coordinatesOf(change);
  return alone(rpsKey, async () => {
    write((tx) =>
      saveChange(tx, rpsKey, { ...change, ...place }, isCurrent, by),
    );
    await tryMove(rpsKey);
    return requireFind(rpsKey);
  });
}

function saveChange(
  tx: Tx,
  rpsKey: number,
  change: JourneyChange,
  isCurrent: (post: JourneyPost) => boolean,
  by: "admin" | "finder",
) {
  const post = requireFind(rpsKey);
  if (!isCurrent(post))
    throw new DomainError(
      "conflict",
      "This post was changed by someone else meanwhile.",
    );
  const { rock_number, location, date, comment, latitude, longitude } = change;
  const moves = rock_number !== post.rock_number;
  if (moves) requireStore();
  tx.update(rockPosts)
    .set({
      rock_number,
      location,
      date,
      comment,
      latitude,
      longitude,
      no_place: latitude === null && (change.no_place ?? post.no_place),
      name: change.name ?? "",
      email: (change.email ?? "").trim(),
      ...(change.show === undefined ? {} : shown(post, change.show)),
      ...(by === "finder" ? { put_aside: false } : {}),
      // A folder that is still on its way to an earlier number stays where it is until it can be moved.
      ...(moves
        ? {
            moving_from: sql`coalesce(${rockPosts.moving_from}, ${rockPosts.rock_number})`,
          }
        : {}),
    })
    .where(eq(rockPosts.rps_key, rpsKey))
    .run();
  refreshRocks(tx, [post.rock_number, rock_number]);
}

/** A post that the admin has hidden waits for no decision any more. */
const shown = (post: JourneyPost, show: boolean) =>
  show === post.show ? { show } : { show, put_aside: !show };

/**
 * Brings a post's folder to where its rock number says, if it is still on its way. The row says where
 * it comes from until the originals are seen at their new place, so a crash, or a store that goes away,
 * leaves it findable at any point.
 * @throws when the store is away, or the originals are at neither place
 */
async function finishMove(rpsKey: number) {
  const db = getDb();
  const post = db
    .select()
    .from(rockPosts)
    .where(eq(rockPosts.rps_key, rpsKey))
    .get();
  if (post?.moving_from == null) return;
  const from = findFolder(post.moving_from, post.uuid);
  const to = findFolder(post.rock_number, post.uuid);
  requireStore();
  if (from !== to) await mergeFolder(from, to);
  const isArrived = await hasFolder(`${to}/original`);
  requireStore();
  if (!isArrived) throw new Error(`no originals at ${from} or ${to}`);
  db.update(rockPosts)
    .set({ moving_from: null })
    .where(eq(rockPosts.rps_key, rpsKey))
    .run();
  // The old number's folder goes with its last find.
  if (from !== to) await removeIfEmpty(path.posix.dirname(from));
}

/** A move that can't be finished now is finished by the next sweep; until then the row says where the files are. */
async function tryMove(rpsKey: number) {
  try {
    await finishMove(rpsKey);
  } catch (error) {
    log.error("a find's folder could not be moved", { rps_key: rpsKey, error });
    if (isAbsent(error)) suspectStore();
  }
}

/** Finishes the moves that a crash has cut short. */
export async function finishMoves() {
  const moving = getDb()
    .select({ key: rockPosts.rps_key })
    .from(rockPosts)
    .where(isNotNull(rockPosts.moving_from))
    .all();
  for (const { key } of moving) await alone(key, () => tryMove(key));
}

/** @throws {DomainError} not_found, or unavailable while the post's folder is on its way to another number */
function requireArrived(rpsKey: number) {
  const post = requireFind(rpsKey);
  const row = getDb()
    .select({ from: rockPosts.moving_from })
    .from(rockPosts)
    .where(eq(rockPosts.rps_key, rpsKey))
    .get();
  if (row?.from != null)
    throw new DomainError(
      "unavailable",
      "The photographs of this post are being moved. Please try again later.",
      { retryAfter: 30 },
    );
  return post;
}

/**
 * Adds an image to a post. Its smaller versions follow by themselves.
 * @param id of the incoming folder that the image stands in, which is the caller's to remove
 * @throws {DomainError} bad_input, not_found, not_an_image, too_large
 */
export async function addImage(
  id: string,
  rpsKey: number,
  image: ReceivedFile | undefined,
): Promise<JourneyImage> {
  if (!image)
    throw new DomainError("bad_input", "Please choose an image.", {
      fields: { image: "An image is needed." },
    });
  return alone(rpsKey, async () => {
    await tryMove(rpsKey);
    const { rock_number, uuid } = requireArrived(rpsKey);
    const key = await keepOriginal(
      id,
      image,
      (file) => originalOfFind(rock_number, uuid, file),
      (original) =>
        write((tx) => {
          // It may have been deleted while the image came.
          requireArrived(rpsKey);
          const { rpi_key } = tx
            .insert(rockPostImages)
            .values({ rps_key: rpsKey, ...original })
            .returning()
            .get();
          recordJob(tx, "derive", {
            pictures: [{ of: "find", key: rpi_key }],
          });
          return rpi_key;
        }),
    );
    startDueJobs();
    return listImagesOfFind(rpsKey).find(({ rpi_key }) => rpi_key === key)!;
  });
}

/** Shows or hides a post; flips it where `show` is undefined. Gives what it is now. */
export function showFind(rpsKey: number, show?: boolean): boolean {
  return write((tx) => {
    const post = requireFind(rpsKey);
    const wanted = show ?? !post.show;
    tx.update(rockPosts)
      .set({ show: wanted, put_aside: !wanted })
      .where(eq(rockPosts.rps_key, rpsKey))
      .run();
    refreshRocks(tx, [post.rock_number]);
    return wanted;
  });
}

/** Deletes a post with its rows and files. */
export async function deleteFind(rpsKey: number) {
  return alone(rpsKey, () => removePost(rpsKey));
}

/** The rock numbers under which a post's files may be: two while its folder is moved. */
const numbersOf = (row: { rock_number: number; moving_from: number | null }) =>
  row.moving_from === null
    ? [row.rock_number]
    : [row.moving_from, row.rock_number];

async function removePost(rpsKey: number) {
  write((tx) => {
    const row = tx
      .select()
      .from(rockPosts)
      .where(eq(rockPosts.rps_key, rpsKey))
      .get();
    if (!row) throw notFound("post");
    tx.delete(rockPosts).where(eq(rockPosts.rps_key, rpsKey)).run();
    refreshRocks(tx, [row.rock_number]);
    scheduleRemoval(tx, [
      ...numbersOf(row).map((number) => findFolder(number, row.uuid)),
      shareFolder(row.rock_number),
    ]);
  });
  await removeScheduled();
}

function requireImage(tx: Pick<Tx, "select">, rpiKey: number) {
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
export function showImage(rpiKey: number, show?: boolean): boolean {
  return write((tx) => {
    const wanted = show ?? !requireImage(tx, rpiKey).image.show;
    tx.update(rockPostImages)
      .set({ show: wanted })
      .where(eq(rockPostImages.rpi_key, rpiKey))
      .run();
    return wanted;
  });
}

/** Deletes one image with its row, original and derivatives. */
export async function deleteImage(rpiKey: number) {
  const { post } = requireImage(getDb(), rpiKey);
  await alone(post.rps_key, () => removeImage(rpiKey));
}

async function removeImage(rpiKey: number) {
  write((tx) => {
    const { image, post } = requireImage(tx, rpiKey);
    tx.delete(rockPostImages).where(eq(rockPostImages.rpi_key, rpiKey)).run();
    scheduleRemoval(tx, [
      ...numbersOf(post).flatMap((number) => {
        const { original, outputs } = deriveTaskForFind(
          number,
          post.uuid,
          image,
        );
        return [original, ...Object.values(outputs)];
      }),
      shareFolder(post.rock_number),
    ]);
  });
  await removeScheduled();
}

/** How many posts there are, how many of them are hidden, and how many not on the map. */
export function countFinds() {
  return getDb().get<{ posts: number; hidden: number; unplaced: number }>(sql`
    SELECT (SELECT count(*) FROM rock_posts) AS posts,
           (SELECT count(*) FROM rock_posts WHERE show = 0) AS hidden,
           (SELECT count(*) FROM rock_posts WHERE ifnull(latitude, -999) = -999) AS unplaced`);
}
