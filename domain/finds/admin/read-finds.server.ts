import { eq, getTableColumns, sql, type SQL } from "drizzle-orm";
import {
  columnsOf,
  readSorted,
  type ListRequest,
} from "#domain/lists/paging.server.ts";
import { all, any, contains, eachWord } from "#domain/lists/search.server.ts";
import { getDb, type Tx } from "#db/client.server.ts";
import { emailOfFind, wordsOfFind } from "#db/find-words.server.ts";
import { rockPostImages, rockPosts } from "#db/schema.ts";
import { parseBlurs } from "#core/blurs.ts";
import { DomainError, wrongField } from "#core/errors.ts";
import { isThere } from "#domain/store/disk.server.ts";
import { derivativeOfFind, originalIn } from "#domain/store/paths.ts";
import { versionOf } from "#core/hash.server.ts";
import { pickAnswer } from "#core/answers.ts";
import { AdminFind, FindImage } from "../answers.ts";
import { FindChange, type FindFilter, type Suggestion } from "../schemas.ts";

/** Every find, hidden or shown, as the admin sees it. */

/** Blank coordinates come first, because those finds still need a place. */
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
  // Only the beginning: an index of whole comments would be as large as the table.
  comment: [sql`substr(p.comment, 1, 60) COLLATE NOCASE`, sql`p.rps_key`],
  name: [sql`p.name COLLATE NOCASE`, sql`p.rps_key`],
  email: [sql`p.email COLLATE NOCASE`, sql`p.rps_key`],
  uuid: [sql`p.uuid`],
  show: [sql`p.show`, sql`p.date`, sql`p.create_dt`, sql`p.rps_key`],
  create_dt: [sql`p.create_dt`, sql`p.rps_key`],
  total_images: [sql`p.total_images`, sql`p.rps_key`],
};

type FindRow = Omit<
  AdminFind,
  | "show"
  | "no_place"
  | "suggestion"
  | "version"
  | "first_image_name"
  | "first_image_description"
> & {
  show: number;
  no_place: number;
  suggestion: string | null;
  corrected: number;
  folder: string;
  /** JSON of a `PictureRow` for each. */
  pictures: string;
};

interface PictureRow {
  name: string;
  file: string;
  description: string;
  show: number;
  error: string | null;
  originalError: string | null;
  blurs: string;
  ready: number;
  outdated: number;
}

const {
  first_image_name: _firstImage,
  first_image_description: _description,
  originals_pending: _pending,
  version: _version,
  ...stored
} = AdminFind.entries;
/** The reason that an image's original was refused: on arrival, or when its derivatives were made. */
const originalError = sql<string | null>`coalesce(
  rock_post_images.original_error,
  (SELECT r.error FROM rock_post_images r
    WHERE r.rps_key = rock_post_images.rps_key AND r.replaces = rock_post_images.rpi_key AND r.error IS NOT NULL))`;
/** In the order in which they were sent. An original that waits for approval is in the review alone. */
const pictures = sql`(
  SELECT json_group_array(json_object('name', current_name, 'file', original_file, 'description', description, 'show', show,
                                      'error', error, 'originalError', original_error, 'blurs', blurs, 'ready', ready, 'outdated', outdated))
    FROM (SELECT * FROM rock_post_images i
           WHERE i.rps_key = p.rps_key AND (i.replaces IS NULL OR i.error IS NOT NULL) ORDER BY i.rpi_key))`;
const columns = sql`${columnsOf("p", stored)},
  (SELECT count(*) FROM rock_post_images i WHERE i.rps_key = p.rps_key AND i.original_state = 'pending') AS originals_pending,
  (SELECT ifnull(max(history_key), 0) FROM history h WHERE h.rps_key = p.rps_key AND h."by" = 'finder' AND h.what = 'changed') AS corrected,
  p.folder, ${pictures} AS pictures`;

const { coordinates: _coordinates, ...changeable } = FindChange.entries;
export const changeableFields = Object.keys(
  changeable,
) as (keyof typeof changeable)[];

/** An older suggestion has no precision. */
const readSuggestion = (json: string): Suggestion => ({
  precision: 0,
  ...(JSON.parse(json) as Omit<Suggestion, "precision">),
});

/** A picture's small version comes with a new find, and else is there once the picture is ready. */
const isSmallThere = (
  folder: string,
  name: string,
  { ready, outdated }: { ready: unknown; outdated: unknown },
) =>
  Boolean(ready) ||
  (!outdated && isThere(derivativeOfFind(folder, "sm", name)));

const readPictures = ({ folder, pictures }: FindRow) =>
  (JSON.parse(pictures) as PictureRow[]).map(
    ({ ready, outdated, ...picture }) => ({
      ...picture,
      small: isSmallThere(folder, picture.name, { ready, outdated }),
    }),
  );

const asFind = (whole: FindRow): AdminFind => {
  const { corrected, folder: _folder, pictures: _pictures, ...row } = whole;
  const pictures = readPictures(whole);
  const seen = pictures.filter(({ small }) => small);
  const first = seen.find(({ show }) => show === 1) ?? seen[0];
  return {
    ...row,
    first_image_name: first?.name ?? null,
    first_image_description: first?.description ?? "",
    no_place: Boolean(row.no_place),
    show: Boolean(row.show),
    suggestion: row.suggestion === null ? null : readSuggestion(row.suggestion),
    // The find's own part, and its pictures with their descriptions: the admin must have seen all before showing it.
    version: [
      versionOf([...changeableFields.map((field) => row[field]), corrected]),
      versionOf(pictures),
    ].join("."),
  };
};

/** Guards any change that shows a find, or one of its images, because only what was seen may be shown. */
export function requireSeeable(rpsKey: number, rpiKey?: number) {
  const images = listImagesOfFind(rpsKey).filter(
    ({ rpi_key }) => rpiKey === undefined || rpi_key === rpiKey,
  );
  if (images.every(isSeeable)) return;
  throw wrongField(
    "show",
    rpiKey === undefined
      ? "A picture of this find is still being made. Show the find once you have seen it."
      : "This picture is still being made. Show it once you have seen it.",
    "conflict",
  );
}

const isSeeable = ({ small, error }: Pick<FindImage, "small" | "error">) =>
  small || error !== null;

const STATES = {
  waiting: sql`p.show = 0 AND p.put_aside = 0`,
  shown: sql`p.show = 1`,
  hidden: sql`p.show = 0 AND p.put_aside = 1`,
};

/** A number of few digits is in many UUIDs by chance, so it isn't looked for there. */
const SHORT_NUMBER = /^\d{1,5}$/;

/** The condition that a find has each word of a search. Needs `find_words` as `w`, and folds what is empty there. */
const hasWords = (q: string) =>
  eachWord(q, (word, text) =>
    any(
      contains(sql`coalesce(w.words, ${sql.raw(wordsOfFind("p"))})`, word),
      contains(sql`coalesce(w.email, ${sql.raw(emailOfFind("p"))})`, word),
      text !== undefined && SHORT_NUMBER.test(text)
        ? undefined
        : contains(sql`p.uuid`, word),
    ),
  );

/** @throws {DomainError} bad_input if the last day is before the first */
function conditionOf({ q = "", state, rock_number, from, to }: FindFilter) {
  if (from !== undefined && to !== undefined && from > to)
    throw wrongField("to", "The last day must not be before the first.");
  return all(
    state && STATES[state],
    rock_number === undefined ? undefined : sql`p.rock_number = ${rock_number}`,
    from === undefined ? undefined : sql`p.date >= ${from}`,
    // Times of that day sort behind it, and before this.
    to === undefined ? undefined : sql`p.date < ${`${to}U`}`,
    hasWords(q),
  );
}

/** In the order of `rock_posts`, because joining from `find_words` would sort all rows before it reads a page. */
const searched = sql`rock_posts p LEFT JOIN find_words w USING (rps_key)`;

export const countFound = (filter: FindFilter): number =>
  getDb().get<{ found: number }>(
    sql`SELECT count(*) AS found FROM ${searched} WHERE ${conditionOf(filter)}`,
  ).found;

/** The keys of all finds of a filter. */
export const keysOfFound = (
  filter: FindFilter,
  db: Pick<Tx, "all"> = getDb(),
) =>
  db
    .all<{ rps_key: number }>(
      sql`SELECT rps_key FROM ${searched} WHERE ${conditionOf(filter)} ORDER BY rps_key`,
    )
    .map(({ rps_key }) => rps_key);

/** In the order asked for, else by coordinates. The first page says how many finds there are. */
export function listFinds({
  uuid,
  limit,
  before,
  sort,
  ...filter
}: ListRequest & FindFilter & { uuid?: string }) {
  const page = readSorted(
    {
      select: columns,
      from: searched,
      where: all(
        uuid === undefined ? undefined : sql`p.uuid = ${uuid}`,
        conditionOf(filter),
      ),
      sortable,
      expressions: ["coordinates", "location", "comment", "name", "email"],
      order: "coordinates",
    },
    { limit, before, sort },
    asFind,
  );
  return before === undefined ? { ...page, total: countFound(filter) } : page;
}

/** @throws if no find has it */
export function requireFindOf(uuid: string): AdminFind {
  const [find] = listFinds({ uuid }).items;
  if (!find) throw findNotFound();
  return find;
}

/**
 * Hidden finds without a decision, and shown ones with an original that nobody has looked at. With INDEXED BY, because
 * SQLite would read every hidden find.
 */
export const keysOfWaiting = sql`
  SELECT rps_key FROM rock_posts INDEXED BY rock_posts_waiting WHERE show = 0 AND put_aside = 0
   UNION
  SELECT i.rps_key FROM rock_post_images i INDEXED BY rock_post_images_replacing
    JOIN rock_post_images r ON r.rpi_key = i.replaces JOIN rock_posts s ON s.rps_key = i.rps_key
   WHERE i.replaces IS NOT NULL AND i.ready AND s.show`;

export const listWaitingFinds = (limit: number): AdminFind[] =>
  getDb()
    .all<FindRow>(
      sql`SELECT ${columns} FROM rock_posts p JOIN (${keysOfWaiting}) w USING (rps_key)
           ORDER BY p.create_dt, p.rps_key LIMIT ${limit}`,
    )
    .map(asFind);

/** Shown finds that are not on the map, without those that the admin left without a place, oldest first. */
export const listUnplacedFinds = (limit: number): AdminFind[] =>
  getDb()
    .all<FindRow>(
      sql`SELECT ${columns} FROM rock_posts p INDEXED BY rock_posts_unplaced WHERE p.show = 1 AND p.latitude IS NULL AND p.no_place = 0
           ORDER BY p.create_dt, p.rps_key LIMIT ${limit}`,
    )
    .map(asFind);

export const findNotFound = () =>
  new DomainError("not_found", "There is no such post.");

export function getFind(rpsKey: number): AdminFind | undefined {
  const row = getDb().get<FindRow | undefined>(
    sql`SELECT ${columns} FROM rock_posts p WHERE p.rps_key = ${rpsKey}`,
  );
  return row && asFind(row);
}

export function requireFind(rpsKey: number): AdminFind {
  const find = getFind(rpsKey);
  if (!find) throw findNotFound();
  return find;
}

export const getImage = (db: Pick<Tx, "select">, which: SQL | undefined) =>
  db.select().from(rockPostImages).where(which).get();

export function requireFolder(
  rpsKey: number,
  db: Pick<Tx, "select"> = getDb(),
) {
  const row = db
    .select({ folder: rockPosts.folder })
    .from(rockPosts)
    .where(eq(rockPosts.rps_key, rpsKey))
    .get();
  if (!row) throw findNotFound();
  return row.folder;
}

/** A find's images, in the order in which they were sent, with the originals that wait to replace one. */
export const readImages = (rpsKey: number) =>
  getDb()
    .select({
      ...getTableColumns(rockPostImages),
      folder: rockPosts.folder,
      original_error: originalError,
    })
    .from(rockPostImages)
    .innerJoin(rockPosts, eq(rockPosts.rps_key, rockPostImages.rps_key))
    .where(eq(rockPostImages.rps_key, rpsKey))
    .orderBy(rockPostImages.rpi_key)
    .all()
    .map((image) => ({
      ...image,
      name: image.current_name,
      blurs: parseBlurs(image.blurs),
      small: isSmallThere(image.folder, image.current_name, image),
      version: versionOf([image.description, image.blurs]),
    }));
export type Image = ReturnType<typeof readImages>[number];

/** Finds an image by its name, or by the one that it had before its original took its place. */
export const isNamed =
  (name: string) =>
  ({ current_name, earlier_name }: Named) =>
    name === current_name || name === earlier_name;

/** The name that the answer to the find's sender has given. */
export const firstNameOf = ({ current_name, earlier_name }: Named) =>
  earlier_name ?? current_name;

type Named = Pick<
  typeof rockPostImages.$inferInsert,
  "current_name" | "earlier_name"
>;

/** @param name of an image, or of the original that waits to replace one */
export function requireOriginal(rpsKey: number, name: string) {
  const image = readImages(rpsKey).find(isNamed(name));
  if (!image) throw new DomainError("not_found", "There is no such image.");
  const { folder, original_file, original_name } = image;
  return { path: originalIn(folder, original_file), name: original_name };
}

/** The same without those originals. */
export const readOwnImages = (rpsKey: number) =>
  readImages(rpsKey).filter(({ replaces }) => replaces === null);

/** Also with the originals that have failed. */
export function listImagesOfFind(rpsKey: number): FindImage[] {
  requireFind(rpsKey);
  return readImages(rpsKey)
    .filter(({ replaces, error }) => replaces === null || error !== null)
    .map((image) => pickAnswer(FindImage, image));
}

export function countFinds() {
  return getDb().get<{ posts: number; hidden: number; unplaced: number }>(sql`
    SELECT (SELECT count(*) FROM rock_posts) AS posts,
           (SELECT count(*) FROM rock_posts WHERE show = 0) AS hidden,
           (SELECT count(*) FROM rock_posts WHERE ifnull(latitude, -999) = -999) AS unplaced`);
}
