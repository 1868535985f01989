import { existsSync, readdirSync } from "node:fs";
import type { SecondConnection } from "#db/copy.server.ts";
import { onDisk, type FileState } from "#domain/store/disk.server.ts";
import {
  listNamedFiles,
  type NamedFile,
} from "#domain/store/named-files.server.ts";
import { parseMediaPath } from "#domain/store/parse-path.ts";
import { LOGO } from "#domain/store/paths.ts";

/** A file that has to be in the store. */
export interface Expected extends NamedFile {
  /** Whether it is a picture of the site's own pages, which an operator may replace at any time. */
  isOfSite?: boolean;
  /** Such a picture's size and time when its checksum was computed. */
  read?: FileState;
}

/** Tells one expected file from another, wherever it is at the moment. */
export const idOf = ({ row, place }: Pick<Expected, "row" | "place">) =>
  row ? `${row.table} ${row.key}` : place;

/** Everything that has to be in the store, as the database says now. */
export function* listExpected(db: SecondConnection): Generator<Expected> {
  yield* listNamedFiles(db);
  yield* listSitePictures(db);
}

/** Number of originals that the database names outside of the trash. */
export const countOriginals = (db: SecondConnection) =>
  db
    .prepare<[], number>(
      `SELECT (SELECT count(*) FROM rock_post_images) + (SELECT count(*) FROM rocks)
            + (SELECT count(*) FROM photos)`,
    )
    .pluck()
    .get()!;

/** The pictures of the site's own pages that were read before, that the admin has uploaded, or that are there. */
function* listSitePictures(db: SecondConnection): Generator<Expected> {
  const known = new Map(
    db
      .prepare<[], FileState & { path: string; sha256: string }>(
        "SELECT path, bytes, mtime_ms, sha256 FROM site_files",
      )
      .all()
      .map((file) => [file.path, file]),
  );
  const uploaded = db
    .prepare<[], string>(
      `SELECT 'bkg/original/' || (value ->> 'original_file') FROM site_texts WHERE key LIKE 'picture:%'`,
    )
    .pluck()
    .all();
  for (const place of new Set([
    ...known.keys(),
    ...uploaded,
    ...listServed(),
  ])) {
    const read = known.get(place);
    if (!isMadeAgain(place))
      yield { place, sha256: read?.sha256 ?? null, isOfSite: true, read };
  }
}

/** The pictures in the store that are served at addresses of their own. */
const listServed = () =>
  [
    ...(existsSync(onDisk("bkg")) ? readdirSync(onDisk("bkg")) : [])
      .map((name) => `bkg/${name}`)
      .filter((place) => parseMediaPath(place)?.of === "site"),
    LOGO,
  ].filter((place) => existsSync(onDisk(place)));

/** Whether a hero's picture for phones is missing: the site makes a new one from the wide one. */
const isMadeAgain = (place: string) =>
  place.endsWith("_tall.webp") &&
  !existsSync(onDisk(place)) &&
  existsSync(onDisk(place.replace("_tall.", ".")));
