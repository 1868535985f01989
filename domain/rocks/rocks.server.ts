import { eq, inArray, sql, type SQL } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { rockArtists, rocks, users } from "#db/schema.ts";
import { DomainError } from "../core/errors.ts";
import type { ReceivedFile } from "#domain/uploads/incoming.server.ts";
import { recordJob, startDueJobs } from "../jobs/ledger.server.ts";
import { catalogueFolder, deriveTaskForRock } from "../store/paths.ts";
import { keepOriginal } from "../uploads/keep-original.server.ts";
import { refreshRocks } from "../finds/pins.server.ts";
import {
  removeScheduled,
  requireRemoved,
  scheduleRemoval,
} from "../store/removals.server.ts";
import { messages } from "../core/messages.ts";
import type { CatalogueItem, Rock } from "./answers.ts";
import type { NewRock, RockChange } from "./schemas.ts";
import { readSorted, type ListRequest } from "../lists/sorted-list.server.ts";
import { versionOf } from "../core/version.server.ts";

/**
 * The catalogue by number, whole or `limit` rocks with a number above `after`. Artists' names are
 * joined by ', '; none gives 'UNKNOWN'.
 */
export function listCatalogue({
  limit,
  after = 0,
}: { limit?: number; after?: number } = {}): CatalogueItem[] {
  return getDb().all<CatalogueItem>(sql`
    SELECT rock_number, artists_text AS artists
      FROM rocks WHERE rock_number > ${after}
     ORDER BY rock_number LIMIT ${limit ?? -1}`);
}

// ── The admin's side ───────────────────────────────────────────────────────────────────────────

const sortable: Record<string, SQL[]> = {
  rock_number: [sql`r.rock_number`],
  artists: [sql`r.artists_text COLLATE NOCASE`, sql`r.rc_key`],
  comment: [sql`substr(r.comment, 1, 60) COLLATE NOCASE`, sql`r.rc_key`],
  create_dt: [sql`r.create_dt`, sql`r.rc_key`],
};

type Row = Omit<Rock, "artists" | "ready" | "version"> & {
  artists: string;
  ready: number;
  original_file: string;
};

const columns = sql`r.rc_key, r.rock_number, r.comment, r.create_dt, r.ready, r.error, r.original_file,
  (SELECT json_group_array(json_object('ra_key', ra_key, 'display_name', display_name))
     FROM (SELECT u.ra_key, u.display_name FROM rock_artists a JOIN users u USING (ra_key)
            WHERE a.rc_key = r.rc_key ORDER BY a.rowid)) AS artists`;

function asRock(row: Row): Rock {
  const artists = JSON.parse(row.artists) as Rock["artists"];
  return {
    rc_key: row.rc_key,
    rock_number: row.rock_number,
    artists,
    comment: row.comment,
    create_dt: row.create_dt,
    ready: Boolean(row.ready),
    error: row.error,
    version: versionOf([
      row.comment,
      row.original_file,
      artists.map(({ ra_key }) => ra_key),
    ]),
  };
}

/**
 * Rocks in the order asked for, by number where none is, and the cursor of the next page.
 * @param request with `rock_number`, that rock alone
 * @throws {DomainError} bad_input for an unknown sort field or a cursor of another list
 */
export function listRocks(request: ListRequest & { rock_number?: number }) {
  const { rock_number } = request;
  const { rows, next } = readSorted<Row>(
    {
      select: columns,
      from: sql`rocks r`,
      where:
        rock_number === undefined
          ? undefined
          : sql`r.rock_number = ${rock_number}`,
      sortable,
      expressions: ["artists", "comment"],
      order: "rock_number",
    },
    request,
  );
  return { rocks: rows.map(asRock), next };
}

/** @throws {DomainError} not_found */
export function requireRock(rcKey: number): Rock {
  const row = getDb().get<Row | undefined>(
    sql`SELECT ${columns} FROM rocks r WHERE r.rc_key = ${rcKey}`,
  );
  if (!row) throw new DomainError("not_found", "There is no such rock.");
  return asRock(row);
}

/** How many rocks there are, and how many of them were added in the last 24 hours. */
export function countRocks() {
  const since = new Date(Date.now() - 24 * 3_600_000).toISOString();
  return getDb().get<{ total: number; last24h: number }>(sql`
    SELECT (SELECT count(*) FROM rocks) AS total,
           (SELECT count(*) FROM rocks WHERE create_dt >= ${since}) AS last24h`);
}

const placeIn = (rockNumber: number) => (original_file: string) =>
  deriveTaskForRock({ rock_number: rockNumber, original_file }).original;

/**
 * Adds a rock to the catalogue. Its picture's smaller versions follow by themselves.
 * @param id of the incoming folder that the image stands in, which is the caller's to remove
 * @throws {DomainError} bad_input, conflict for a number that is taken, not_an_image, too_large
 */
export async function addRock(
  id: string,
  { rock_number, artist_keys, comment }: NewRock,
  image: ReceivedFile | undefined,
): Promise<Rock> {
  if (!image)
    throw new DomainError("bad_input", messages.incompleteRock, {
      fields: { image: "An image is needed." },
    });
  requireFreeNumber(rock_number);
  await requireRemoved(catalogueFolder(rock_number));
  const rcKey = await keepOriginal(
    id,
    image,
    placeIn(rock_number),
    ({ original_file }) =>
      write((tx) => {
        requireFreeNumber(rock_number);
        const { rc_key } = tx
          .insert(rocks)
          .values({ rock_number, comment, original_file })
          .returning()
          .get();
        setArtists(tx, rc_key, artist_keys);
        refreshRocks(tx, [rock_number]);
        derivePicture(tx, rc_key);
        return rc_key;
      }),
  );
  startDueJobs();
  return requireRock(rcKey);
}

/**
 * Changes a rock; an image replaces the one it has, and the old one is served until the new one is ready.
 * @param id of the incoming folder that the image stands in, which is the caller's to remove
 * @param isCurrent asked within the transaction; false refuses the change as stale
 * @throws {DomainError} bad_input, also for another number, not_found, conflict, not_an_image, too_large
 */
export async function changeRock(
  id: string,
  rcKey: number,
  change: RockChange,
  image: ReceivedFile | undefined,
  isCurrent: (rock: Rock) => boolean,
): Promise<Rock> {
  const { rock_number } = requireRock(rcKey);
  if (change.rock_number !== undefined && change.rock_number !== rock_number) {
    requireFreeNumber(change.rock_number);
    throw new DomainError("bad_input", "A rock's number can't be changed.", {
      fields: { rock_number: "It can't be changed." },
    });
  }
  const save = (original_file?: string) =>
    write((tx) => {
      if (!isCurrent(requireRock(rcKey)))
        throw new DomainError(
          "conflict",
          "This rock was changed by someone else meanwhile.",
        );
      const before = tx
        .select()
        .from(rocks)
        .where(eq(rocks.rc_key, rcKey))
        .get()!;
      tx.update(rocks)
        .set({
          comment: change.comment,
          ...(original_file
            ? { original_file, ready: false, pin_ready: false, error: null }
            : {}),
        })
        .where(eq(rocks.rc_key, rcKey))
        .run();
      setArtists(tx, rcKey, change.artist_keys);
      if (original_file) {
        derivePicture(tx, rcKey);
        scheduleRemoval(tx, [placeIn(rock_number)(before.original_file)]);
      }
    });
  if (image) {
    await keepOriginal(
      id,
      image,
      placeIn(rock_number),
      ({ original_file }) => void save(original_file),
    );
    startDueJobs();
    await removeScheduled();
  } else save();
  return requireRock(rcKey);
}

/**
 * Takes a rock off the catalogue with its picture; its finds stay.
 * @throws {DomainError} not_found
 */
export async function deleteRock(rcKey: number) {
  write((tx) => {
    const { rock_number } = requireRock(rcKey);
    tx.delete(rocks).where(eq(rocks.rc_key, rcKey)).run();
    scheduleRemoval(tx, [catalogueFolder(rock_number)]);
  });
  await removeScheduled();
}

function requireFreeNumber(rockNumber: number) {
  const taken = getDb()
    .select()
    .from(rocks)
    .where(eq(rocks.rock_number, rockNumber))
    .get();
  if (taken)
    throw new DomainError(
      "conflict",
      `There is a rock with the number ${rockNumber} already.`,
      { fields: { rock_number: "That number is taken." } },
    );
}

/** @throws {DomainError} bad_input for a key that is nobody's */
function setArtists(tx: Tx, rcKey: number, artistKeys: number[]) {
  const wanted = [...new Set(artistKeys)];
  const found = tx
    .select({ ra_key: users.ra_key })
    .from(users)
    .where(inArray(users.ra_key, wanted))
    .all();
  if (found.length < wanted.length)
    throw new DomainError("bad_input", "One of the artists is not there.", {
      fields: { artist_keys: "One of the artists is not there any more." },
    });
  tx.delete(rockArtists).where(eq(rockArtists.rc_key, rcKey)).run();
  for (const ra_key of wanted)
    tx.insert(rockArtists).values({ rc_key: rcKey, ra_key }).run();
}

const derivePicture = (tx: Tx, key: number) =>
  recordJob(tx, "derive", { pictures: [{ of: "catalogue", key }] });
