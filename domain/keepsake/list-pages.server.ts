import { statSync } from "node:fs";
import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import type { KeepsakeEntry } from "#db/keepsake-list.server.ts";
import { siteLanguage } from "#domain/core/languages/languages.server.ts";
import type { Album, Photo } from "#domain/albums/answers.ts";
import { listAlbums, listPhotos } from "#domain/albums/albums.server.ts";
import { pinKey } from "#domain/finds/packed-pins.ts";
import {
  getTotals,
  listFindsOfRock,
  listPinPlaces,
  listPins,
  summarizeRock,
} from "#domain/finds/journeys.server.ts";
import { readRoute } from "#domain/finds/journey-routes.server.ts";
import {
  findExamples,
  siteNames,
  siteTexts,
} from "#domain/site/site-texts.server.ts";
import { chooseTallPicture } from "#domain/site/tall-pictures.server.ts";
import { onDisk, shippedFile } from "#domain/store/disk.server.ts";
import {
  derivativeOfFind,
  derivativeOfPhoto,
  derivativeOfRock,
  LOGO,
  tallPicture,
  widePicture,
} from "#domain/store/paths.ts";
import { drawJourney, drawPins } from "./draw-maps.server.ts";
import { renderOwnText } from "./own-texts.server.ts";
import {
  type KeepsakePage,
  type KeepsakeSite,
  type KeptPicture,
  type ListedRock,
} from "./pages.ts";
import { paths } from "./paths.ts";

/** The pages of a keepsake, read through the public views and public functions alone. */

/** Rocks in a part of their list, photographs in a part of an album, and finds in a part of a journey. */
const ROCKS = 500;
const PHOTOS = 200;
const FINDS = 100;

/** A page, its pictures, and what else belongs to it. */
export interface ListedPage {
  path: string;
  /** Read only if the page has yet to be made. */
  read(): {
    page: KeepsakePage;
    pictures: KeepsakeEntry[];
    scripts?: { path: string; text: string }[];
    /** When the find was sent, in milliseconds since 1970; absent on pages without finds. */
    mtime_ms?: number;
  };
}

/** Pictures that the database names and the store doesn't have. Their pages leave them out. */
export interface LeftOut {
  count: number;
}

export function readSite(day: string): KeepsakeSite {
  const { contact_email: _email, ...names } = siteNames();
  return { ...names, language: siteLanguage(), day };
}

/** When the newest public find was sent, in milliseconds since 1970. */
export function newestTime() {
  const { at } = getDb().get<{ at: string | null }>(
    sql`SELECT max(create_dt) AS at FROM public_finds`,
  );
  return at === null ? Date.UTC(2000, 0) : Date.parse(at);
}

export function countPages(): number {
  // Inlined: bound numbers are REAL, so `/` would not be integer division.
  const size = sql.raw(String(FINDS));
  const { rocks, parts } = getDb().get<{ rocks: number; parts: number }>(sql`
    SELECT count(*) AS rocks, coalesce(sum(max(1, (finds + ${size} - 1) / ${size})), 0) AS parts
      FROM (SELECT sum(finds) AS finds FROM (${numbersAndFinds}) GROUP BY rock_number)`);
  const albums = listAlbums();
  return (
    // Story, albums, map and awareness.
    4 +
    albums.reduce(
      (sum, { count }) => sum + count + Math.max(1, Math.ceil(count / PHOTOS)),
      0,
    ) +
    Math.max(1, Math.ceil(rocks / ROCKS)) +
    parts
  );
}

/** Every rock of the catalogue, and every rock that was found, once or twice. */
const numbersAndFinds = sql`
  SELECT rock_number, 0 AS finds FROM rocks
  UNION ALL SELECT rock_number, count(*) FROM public_finds GROUP BY rock_number`;

export function* listPages(leftOut: LeftOut): Generator<ListedPage> {
  const keep = keeper(leftOut);
  yield { path: paths.story, read: () => readStory(keep) };
  yield { path: paths.awareness, read: readAwareness };
  yield { path: paths.map, read: readMap };
  yield { path: paths.albums, read: () => readAlbums(keep) };
  for (const album of listAlbums()) yield* listAlbumPages(album, keep);
  yield* listRockPages(keep);
}

// ── Pictures ───────────────────────────────────────────────────────────────────────────────────────

type Keep = ReturnType<typeof keeper>;

/** Lists pictures as entries, as far as their files are there. */
function keeper(leftOut: LeftOut) {
  const one = (file: string, to: string): KeepsakeEntry | undefined => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found?.isFile()) return undefined;
    const mtime_ms = Math.round(found.mtimeMs);
    const { size: bytes } = found;
    return { path: to, content: null, file, bytes, mtime_ms };
  };
  return {
    one,
    /** Both sizes of a picture, or nothing. Takes the places in the store and the paths in the keepsake. */
    both(small: string, large: string, to: KeptPicture): KeepsakeEntry[] {
      const entries = [
        one(onDisk(small), to.small),
        one(onDisk(large), to.large),
      ].filter((entry) => entry !== undefined);
      return entries.length === 2 ? entries : [];
    },
    /** Notes that a picture is missing, if there are no entries for it. */
    noteMissing(entries: KeepsakeEntry[]) {
      if (entries.length === 0) leftOut.count++;
      return entries;
    },
    /** A picture of the site's own: the store's, or the one that comes with the code. */
    ofSite(place: string, shipped: string, to: string): KeepsakeEntry[] {
      const own = onDisk(place);
      const isOwn = statSync(own, { throwIfNoEntry: false })?.isFile();
      const entry = one(isOwn ? own : shippedFile(shipped), to);
      return entry ? [entry] : [];
    },
  };
}

// ── Pages of their own ───────────────────────────────────────────────────────────────────────────

function readStory(keep: Keep) {
  const wide = widePicture("home_bkg");
  const tall = tallPicture("home_bkg");
  const { finds } = getDb().get<{ finds: number }>(
    sql`SELECT count(*) AS finds FROM public_finds`,
  );
  return {
    page: {
      kind: "story" as const,
      path: paths.story,
      html: renderOwnText(siteTexts().story, paths.story, hasRock),
      examples: findExamples(),
      rocks: getTotals().total_rocks,
      finds,
      photos: listAlbums().reduce((sum, { count }) => sum + count, 0),
    },
    pictures: [
      ...keep.ofSite(wide, wide, paths.hero),
      ...keep.ofSite(
        chooseTallPicture(tall)?.path ?? tall,
        tall,
        paths.tallHero,
      ),
      ...keep.ofSite(LOGO, LOGO, paths.logo),
    ],
  };
}

const hasRock = (rockNumber: number) =>
  getDb().get(
    sql`SELECT 1 FROM (${numbersAndFinds}) WHERE rock_number = ${rockNumber}`,
  ) !== undefined;

const readAwareness = () => ({
  page: {
    kind: "awareness" as const,
    path: paths.awareness,
    html: renderOwnText(siteTexts().sudc, paths.awareness, hasRock),
  },
  pictures: [],
});

function readMap() {
  const pins = listPins();
  return {
    page: {
      kind: "map" as const,
      path: paths.map,
      ...drawPins(
        pins,
        (shown) =>
          new Map(
            listPinPlaces(shown.map(pinKey), siteLanguage()).map(
              ({ pin, place }) => [pin, place],
            ),
          ),
      ),
      rocks: pins.length,
    },
    pictures: [],
  };
}

// ── Albums ───────────────────────────────────────────────────────────────────────────────────────

const titleOf = ({
  display_name,
  name,
}: {
  display_name: string;
  name: string;
}) => display_name.trim() || name;

function readAlbums(keep: Keep) {
  const albums = listAlbums().flatMap((album) => {
    const first = listPhotos(album.pa_key).findIndex(
      (photo) => keepPhoto(keep, album, photo, 1).length > 0,
    );
    return first < 0
      ? []
      : [
          {
            title: titleOf(album),
            photos: album.count,
            path: paths.album(album.name, 1),
            cover: paths.photoPicture(album.name, first + 1).small,
          },
        ];
  });
  return {
    page: { kind: "albums" as const, path: paths.albums, albums },
    pictures: [],
  };
}

const keepPhoto = (
  keep: Keep,
  album: Album,
  photo: Photo,
  number: number,
): KeepsakeEntry[] =>
  keep.both(
    derivativeOfPhoto(album.name, "webp300x300", photo.name),
    derivativeOfPhoto(album.name, "webp", photo.name),
    paths.photoPicture(album.name, number),
  );

function* listAlbumPages(album: Album, keep: Keep): Generator<ListedPage> {
  const photos = listPhotos(album.pa_key);
  const title = titleOf(album);
  const parts = partsOf(photos.length, PHOTOS, (part) =>
    paths.album(album.name, part),
  );
  const pathOf = (number: number) => paths.photo(album.name, number);
  for (const [index, place] of parts.entries())
    yield {
      path: place,
      read: () => ({
        page: {
          kind: "album",
          path: place,
          title,
          desc: album.desc,
          photos: photos.length,
          part: { number: index + 1, paths: parts },
          shown: photos
            .slice(index * PHOTOS, (index + 1) * PHOTOS)
            .flatMap((photo, at) => {
              const number = index * PHOTOS + at + 1;
              return keepPhoto(keep, album, photo, number).length === 0
                ? []
                : [
                    {
                      path: pathOf(number),
                      picture: paths.photoPicture(album.name, number),
                      title: photo.display_name.trim(),
                      number,
                    },
                  ];
            }),
        },
        pictures: [],
      }),
    };
  for (const [index, photo] of photos.entries()) {
    const number = index + 1;
    const place = pathOf(number);
    yield {
      path: place,
      read: () => ({
        page: {
          kind: "photo",
          path: place,
          album: { title, path: parts[Math.floor(index / PHOTOS)]! },
          title: photo.display_name.trim(),
          desc: photo.desc,
          date: photo.date,
          picture: paths.photoPicture(album.name, number),
          width: photo.width,
          height: photo.height,
          number,
          of: photos.length,
          previous: index > 0 ? pathOf(number - 1) : null,
          next: number < photos.length ? pathOf(number + 1) : null,
        },
        pictures: keep.noteMissing(keepPhoto(keep, album, photo, number)),
      }),
    };
  }
}

/** The paths of the parts of a long list; one if it is empty. */
const partsOf = (
  length: number,
  size: number,
  pathOf: (part: number) => string,
) =>
  Array.from({ length: Math.max(1, Math.ceil(length / size)) }, (_, index) =>
    pathOf(index + 1),
  );

// ── Rocks ────────────────────────────────────────────────────────────────────────────────────────

interface RockRow {
  rock_number: number;
  finds: number;
  artists: string | null;
  /** Null for a rock that isn't in the catalogue. */
  folder: string | null;
  ready: number | null;
}

const listRocks = (after: number) =>
  getDb().all<RockRow>(sql`
    SELECT rock_number, n.finds, r.artists_text AS artists, r.folder, r.ready
      FROM (SELECT rock_number, sum(finds) AS finds FROM (${numbersAndFinds})
             WHERE rock_number > ${after} GROUP BY rock_number ORDER BY rock_number LIMIT ${ROCKS}) n
      LEFT JOIN rocks r USING (rock_number) ORDER BY rock_number`);

function* listRockPages(keep: Keep): Generator<ListedPage> {
  const { count } = getDb().get<{ count: number }>(
    sql`SELECT count(DISTINCT rock_number) AS count FROM (${numbersAndFinds})`,
  );
  const parts = partsOf(count, ROCKS, paths.rocks);
  const search = parts.map((_, index) => paths.search(index + 1));
  let after = -1;
  for (const [index, place] of parts.entries()) {
    const rows = listRocks(after);
    yield {
      path: place,
      read() {
        const shown = rows.map((row) => listRock(row, keep));
        return {
          page: {
            kind: "rocks",
            path: place,
            found: getTotals().rocks_found,
            total: count,
            part: { number: index + 1, paths: parts },
            shown,
            search,
          },
          pictures: [],
          scripts: [{ path: search[index]!, text: writeSearch(shown) }],
        };
      },
    };
    for (const row of rows) yield* listPagesOfRock(row, keep);
    after = rows.at(-1)?.rock_number ?? after;
  }
}

const listRock = (row: RockRow, keep: Keep): ListedRock => ({
  number: row.rock_number,
  artists: row.artists ?? "",
  trips: row.finds,
  path: paths.rock(row.rock_number),
  picture:
    keepRock(row, keep).length > 0
      ? paths.rockPicture(row.rock_number).small
      : null,
});

const keepRock = ({ rock_number, folder, ready }: RockRow, keep: Keep) =>
  folder !== null && ready
    ? keep.both(
        derivativeOfRock(folder, "a_sm"),
        derivativeOfRock(folder, "a"),
        paths.rockPicture(rock_number),
      )
    : [];

/** What the search looks through, for a script that no server has to send. */
function writeSearch(rocks: ListedRock[]) {
  const lines = rocks.map(({ number, artists, trips, path }) =>
    JSON.stringify([
      number,
      artists,
      trips,
      path,
      listPinPlaces([String(number)], siteLanguage())[0]?.place ?? "",
    ]),
  );
  return `keepsakeRocks([\n${lines.join(",\n")}\n]);\n`;
}

function* listPagesOfRock(row: RockRow, keep: Keep): Generator<ListedPage> {
  const parts = partsOf(row.finds, FINDS, (part) =>
    paths.rock(row.rock_number, part),
  );
  for (const [index, place] of parts.entries())
    yield {
      path: place,
      read: () => readRockPage(row, { number: index + 1, paths: parts }, keep),
    };
}

interface ImageRow {
  uuid: string;
  name: string;
  folder: string;
}

function readRockPage(
  row: RockRow,
  part: { number: number; paths: string[] },
  keep: Keep,
): ReturnType<ListedPage["read"]> {
  const { rock_number } = row;
  const offset = (part.number - 1) * FINDS;
  const posts = listFindsOfRock(rock_number, { limit: FINDS, offset });
  const folders = new Map(
    getDb()
      .all<ImageRow>(
        sql`
        SELECT DISTINCT uuid, folder FROM public_images WHERE rock_number = ${rock_number}`,
      )
      .map(({ uuid, folder }) => [uuid, folder]),
  );
  const pictures: KeepsakeEntry[] = [];
  const finds = posts.map((post, index) => {
    const number = row.finds - offset - index;
    const kept = post.imagenames.flatMap((name, image) => {
      const to = paths.image(rock_number, number, image + 1);
      const entries = keep.noteMissing(
        keep.both(
          derivativeOfFind(folders.get(post.uuid)!, "sm", name),
          derivativeOfFind(folders.get(post.uuid)!, "webp", name),
          to,
        ),
      );
      pictures.push(...entries);
      const description = post.imagedescriptions[image]!;
      return entries.length > 0 ? [{ ...to, description }] : [];
    });
    return { ...post, number, pictures: kept };
  });
  const isFirst = part.number === 1;
  const portrait = keepRock(row, keep);
  if (isFirst) pictures.push(...portrait);
  const route =
    isFirst && row.finds > 0 ? readRoute(rock_number, siteLanguage()) : null;
  const { at } = getDb().get<{ at: string | null }>(
    sql`SELECT max(create_dt) AS at FROM public_finds WHERE rock_number = ${rock_number}`,
  );
  return {
    page: {
      kind: "rock",
      path: part.paths[part.number - 1]!,
      rock: summarizeRock(rock_number),
      picture: portrait.length > 0 ? paths.rockPicture(rock_number) : null,
      route,
      drawing: route && drawJourney(route),
      part,
      finds,
    },
    pictures,
    mtime_ms: at === null ? undefined : Date.parse(at),
  };
}
