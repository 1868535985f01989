import { plural } from "#core/words.ts";
import { eq, inArray, sql, type SQL } from "drizzle-orm";
import { getDb, type Tx } from "#db/client.server.ts";
import { write } from "#db/write.server.ts";
import { rockArtists, rocks, users } from "#db/schema.ts";
import { DomainError } from "#core/errors.ts";
import type { ReceivedFile } from "#domain/uploads/incoming.server.ts";
import { recordDerive, startDueJobs } from "../jobs/ledger.server.ts";
import {
  catalogueFolder,
  originalIn,
  derivativeOfRock,
  deriveTaskForRock,
} from "../store/paths.ts";
import {
  receiveOriginals,
  toPlace,
  type Original,
} from "../uploads/receive-originals.server.ts";
import { refreshRocks } from "./pins.server.ts";
import {
  discard,
  isInTrash,
  conflict,
  type KindOfTrash,
  readRows,
} from "../store/discard.server.ts";
import {
  isLeaving,
  leavingFiles,
  removeScheduled,
  scheduleRemoval,
  writeAndRemove,
} from "../store/removals.server.ts";
import {
  keepLinks,
  forgetLinks,
  restoreLinks,
} from "../artists/artists.server.ts";
import { UNKNOWN_ARTIST } from "../artists/unknown-artist.ts";
import { pickAnswer } from "#core/answers.ts";
import { Rock, type CatalogueItem } from "./answers.ts";
import type { NewRock, RockChange } from "./schemas.ts";
import { requireFresh, type IsCurrent } from "../lists/order.server.ts";
import { readSorted, type ListRequest } from "../lists/paging.server.ts";
import { all, contains, eachWord } from "../lists/search.server.ts";
import { versionOf } from "#core/hash.server.ts";
import { withLock } from "#core/with-lock.server.ts";

/** `limit` rocks with a number above `after`, by number. */
export const listCatalogue = (limit: number, after: number) =>
  getDb().all<CatalogueItem>(sql`
    SELECT rock_number, artists_text AS artists
      FROM rocks WHERE rock_number > ${after}
     ORDER BY rock_number LIMIT ${limit}`);

/** The same, with the rocks that were found and aren't in the catalogue. */
export const listCatalogueAndFound = (limit: number, after: number) =>
  getDb().all<CatalogueItem & { hasPicture: number }>(sql`
    SELECT rock_number, coalesce(r.artists_text, ${UNKNOWN_ARTIST}) AS artists, coalesce(r.ready, 0) AS hasPicture
      FROM (SELECT rock_number FROM rocks UNION SELECT rock_number FROM public_finds WHERE rock_number > 0) LEFT JOIN rocks r USING (rock_number)
     WHERE rock_number > ${after} ORDER BY rock_number LIMIT ${limit}`);

export const countCatalogue = () =>
  getDb().get<{ rocks: number }>(sql`SELECT count(*) AS rocks FROM rocks`)
    .rocks;

export const writeCatalogue = (): string =>
  getDb().get<{ catalogue: string }>(sql`
    SELECT json_group_array(json_object('rock_number', rock_number, 'artists', artists_text) ORDER BY rock_number)
           AS catalogue FROM rocks`).catalogue;

// ── The admin's side ───────────────────────────────────────────────────────────────────────────

const sortable: Record<string, SQL[]> = {
  rock_number: [sql`r.rock_number`],
  artists: [sql`r.artists_text COLLATE NOCASE`, sql`r.rc_key`],
  comment: [sql`substr(r.comment, 1, 60) COLLATE NOCASE`, sql`r.rc_key`],
  create_dt: [sql`r.create_dt`, sql`r.rc_key`],
};

type RockRow = Omit<Rock, "artists" | "ready" | "version"> & {
  artists: string;
  ready: number;
  original_file: string;
};

const columns = sql`r.rc_key, r.rock_number, r.comment, r.create_dt, r.ready, r.error, r.original_file,
  (SELECT count(*) FROM followers f WHERE f.rock_number = r.rock_number AND f.confirmed) AS followers,
  (SELECT json_group_array(json_object('ra_key', ra_key, 'display_name', display_name))
     FROM (SELECT u.ra_key, u.display_name FROM rock_artists a JOIN users u USING (ra_key)
            WHERE a.rc_key = r.rc_key ORDER BY a.rowid)) AS artists`;

function asRock(row: RockRow): Rock {
  const artists = JSON.parse(row.artists) as Rock["artists"];
  const keys = artists.map(({ ra_key }) => ra_key);
  return pickAnswer(Rock, {
    ...row,
    artists,
    ready: Boolean(row.ready),
    version: versionOf([row.comment, row.original_file, keys]),
  });
}

interface RockFilter {
  rock_number?: number;
  /** Words, each of which occurs in number, artists or comment. */
  q?: string;
}

const conditionOf = ({ rock_number, q = "" }: RockFilter) =>
  all(
    rock_number === undefined ? undefined : sql`r.rock_number = ${rock_number}`,
    eachWord(q, (word) =>
      contains(
        sql`fold(r.rock_number || char(10) || r.artists_text || char(10) || r.comment)`,
        word,
      ),
    ),
  );

/** In the order asked for, else by number. The first page says how many rocks there are. */
export function listRocks({
  limit,
  before,
  sort,
  ...filter
}: ListRequest & RockFilter) {
  const where = conditionOf(filter);
  const page = readSorted(
    {
      select: columns,
      from: sql`rocks r`,
      where,
      sortable,
      expressions: ["artists", "comment"],
      order: "rock_number",
    },
    { limit, before, sort },
    asRock,
  );
  if (before !== undefined) return page;
  const { total } = getDb().get<{ total: number }>(
    sql`SELECT count(*) AS total FROM rocks r WHERE ${where}`,
  );
  return { ...page, total };
}

/** @throws if the catalogue has none of this number */
export function requireRockOf(number: number): Rock {
  const [rock] = listRocks({ rock_number: number }).items;
  if (!rock) throw notFound();
  return rock;
}

export function requireRock(rcKey: number): Rock {
  const row = getDb().get<RockRow | undefined>(
    sql`SELECT ${columns} FROM rocks r WHERE r.rc_key = ${rcKey}`,
  );
  if (!row) throw notFound();
  return asRock(row);
}

function requireRow(rcKey: number, db: Pick<Tx, "select"> = getDb()) {
  const row = db.select().from(rocks).where(eq(rocks.rc_key, rcKey)).get();
  if (!row) throw notFound();
  return row;
}

export function requireRockOriginal(rcKey: number) {
  const { folder, original_file: name } = requireRow(rcKey);
  return { path: originalIn(folder, name), name };
}

const notFound = () => new DomainError("not_found", "There is no such rock.");

export function countRocks() {
  const since = new Date(Date.now() - 24 * 3_600_000).toISOString();
  return getDb().get<{ total: number; last24h: number }>(sql`
    SELECT (SELECT count(*) FROM rocks) AS total,
           (SELECT count(*) FROM rocks WHERE create_dt >= ${since}) AS last24h`);
}

/** A folder that no other rock has, not even one in the trash. */
function freeFolder(rockNumber: number) {
  for (let nth = 1; ; nth++) {
    const folder = catalogueFolder(rockNumber, nth);
    const isTaken = getDb()
      .select()
      .from(rocks)
      .where(eq(rocks.folder, folder))
      .get();
    if (!isTaken && !isInTrash(folder) && !isLeaving(folder)) return folder;
  }
}

/**
 * Rocks of one number are added one after the other: while a slow picture is checked, another rock could take the folder
 * that was free, and be in the trash with it by the time the row is written.
 * @param id names the incoming folder that the image is in. The caller removes that folder.
 */
export const addRock = (
  id: string,
  rock: NewRock,
  image: ReceivedFile,
): Promise<Rock> =>
  withLock(`rock ${rock.rock_number}`, () => addWithFolder(id, rock, image));

async function addWithFolder(
  id: string,
  { rock_number, artist_keys, comment }: NewRock,
  image: ReceivedFile,
): Promise<Rock> {
  requireFreeNumber(rock_number);
  const folder = freeFolder(rock_number);
  const rcKey = await receiveOriginals(
    id,
    [image],
    toPlace((file) => originalIn(folder, file)),
    (tx, [original]) => {
      requireFreeNumber(rock_number);
      const { rc_key } = tx
        .insert(rocks)
        .values({
          rock_number,
          comment,
          folder,
          original_file: original!.original_file,
          sha256: original!.sha256,
        })
        .returning()
        .get();
      setArtists(tx, rc_key, artist_keys);
      refreshRocks(tx, [rock_number]);
      recordDerive(tx, { of: "catalogue", key: rc_key });
      return rc_key;
    },
  );
  startDueJobs();
  return requireRock(rcKey);
}

/** The old image is served until a new one is ready. @param id as in `addRock` */
export async function changeRock(
  id: string,
  rcKey: number,
  change: RockChange,
  image: ReceivedFile | undefined,
  isCurrent: IsCurrent<Rock>,
): Promise<Rock> {
  const { rock_number, folder } = requireRow(rcKey);
  if (change.rock_number !== undefined && change.rock_number !== rock_number) {
    requireFreeNumber(change.rock_number);
    throw new DomainError("bad_input", "A rock's number can't be changed.", {
      fields: { rock_number: "It can't be changed." },
    });
  }
  const save = (tx: Tx, original?: Original) => {
    requireFresh(isCurrent(requireRock(rcKey)), "This rock was");
    const before = requireRow(rcKey, tx);
    tx.update(rocks)
      .set({
        rock_number,
        comment: change.comment,
        ...(original && {
          original_file: original.original_file,
          sha256: original.sha256,
          ready: false,
          pin_ready: false,
          error: null,
        }),
      })
      .where(eq(rocks.rc_key, rcKey))
      .run();
    if (change.artist_keys) setArtists(tx, rcKey, change.artist_keys);
    if (original) {
      recordDerive(tx, { of: "catalogue", key: rcKey });
      const place = originalIn(folder, before.original_file);
      scheduleRemoval(tx, place, [{ path: place, sha256: before.sha256 }]);
    }
  };
  if (image) {
    await receiveOriginals(
      id,
      [image],
      toPlace((file) => originalIn(folder, file)),
      (tx, [original]) => save(tx, original),
    );
    startDueJobs();
    await removeScheduled();
  } else write((tx) => save(tx));
  return requireRock(rcKey);
}

/** Its finds stay. @returns its key in the trash; undefined if nothing is kept there */
export const deleteRock = (rcKey: number) =>
  writeAndRemove((tx) => {
    const { rock_number, shown_posts, folder } = requireRow(rcKey, tx);
    const where = eq(rocks.rc_key, rcKey);
    const trashKey = discard(tx, rockKinds, {
      kind: "rock",
      key: rcKey,
      label: `Rock ${rock_number}`,
      detail: `its catalogue entry and picture${describeFinds(shown_posts)}`,
      rows: { rocks: readRows(tx, "rocks", where) },
      files: [folder],
    });
    if (trashKey !== undefined) keepLinks(tx, { rc_key: rcKey });
    tx.delete(rocks).where(where).run();
    return trashKey;
  });

const describeFinds = (shown: number) =>
  shown === 0
    ? ""
    : `; its ${plural(shown, "shown find", `${shown} shown finds`)} stayed`;

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

const rock: KindOfTrash = {
  before(tx, { rocks: [rock] = [] }) {
    const { rock_number } = rock!;
    if (tx.select().from(rocks).where(eq(rocks.rock_number, rock_number)).get())
      throw conflict(
        `Another rock has the number ${rock_number} now. Delete that one first, then restore this one.`,
      );
  },
  afterwards(tx, { rocks: [rock] = [] }) {
    restoreLinks(tx);
    refreshRocks(tx, [rock!.rock_number]);
  },
  getPicture: ({ rocks: [rock] = [] }, folder) =>
    rock && derivativeOfRock(folder, rock.pin_ready ? "pin" : "a_sm"),
  listFiles: ({ rocks = [] }, folder) =>
    rocks.flatMap((rock) =>
      leavingFiles(deriveTaskForRock({ ...rock, folder }), rock),
    ),
  forget: (tx, rc_key) => forgetLinks(tx, { rc_key }),
};

export const rockKinds = { rock };
