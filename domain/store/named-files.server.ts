import path from "node:path";
import type { SecondConnection } from "#db/copy.server.ts";
import { prepared } from "#db/prepared.server.ts";
import { parseBlurs } from "#core/blurs.ts";
import {
  deriveTaskForFind,
  deriveTaskForPhoto,
  deriveTaskForRock,
  type DeriveTask,
} from "./paths.ts";

const ROWS_AT_ONCE = 1000;

export interface OriginalRow {
  key: number;
  /** Folder of its files; for a photo, its album's name. */
  folder: string;
  original_file: string;
  /** The name of its derivatives. Rocks have none. */
  current_name: string;
  sha256: string | null;
  /** JSON; undefined except for finds. */
  blurs?: string;
  /** Undefined except for photos. */
  bytes?: number | null;
  mtime_ms?: number | null;
  ready: 0 | 1;
  has_failed: 0 | 1;
}

export interface NamedFile {
  place: string;
  /** Hex; null as long as the original was never read. */
  sha256: string | null;
  /** Size and time that an album's file had then. The operator may have put another in its place since. */
  asOf?: { bytes: number; mtime_ms: number };
  /** The kind and the key of its row; undefined in the trash. */
  row?: { of: Kind; key: number };
  /** Its derivatives, if they are ready, and whether they could not be made again the last time. */
  made?: { places: string[]; hasFailed: boolean };
}

interface Rows {
  table: string;
  key: string;
  select: string;
  /** The folder as an operator names it: its root, and the columns that may follow, as in `rocks/12/{uuid}`. */
  folder: [root: string, ...columns: string[]];
  task: (row: OriginalRow) => DeriveTask;
}

/** The tables whose rows name originals, and how to read these. */
export const ROWS = {
  find: {
    table: "rock_post_images",
    key: "rpi_key",
    select: `SELECT rpi_key AS key, p.folder, original_file, current_name, blurs, sha256, ready, error IS NOT NULL AS has_failed
               FROM rock_post_images JOIN rock_posts p USING (rps_key)`,
    folder: ["rocks", "rock_number", "uuid"],
    task: (row) => ({
      ...deriveTaskForFind(row.folder, row),
      blurs: parseBlurs(row.blurs!),
    }),
  },
  catalogue: {
    table: "rocks",
    key: "rc_key",
    select: `SELECT rc_key AS key, folder, original_file, sha256, ready, error IS NOT NULL AS has_failed FROM rocks`,
    folder: ["catalog", "rock_number"],
    task: deriveTaskForRock,
  },
  photo: {
    table: "photos",
    key: "p_key",
    select: `SELECT p_key AS key, a.name AS folder, original_file, p.name AS current_name, sha256, bytes, mtime_ms,
                    ready AND NOT missing AS ready, error IS NOT NULL AS has_failed
               FROM photos p JOIN albums a USING (pa_key)`,
    folder: ["albums", "a.name"],
    task: ({ folder, current_name: name, ...row }) =>
      deriveTaskForPhoto(folder, { ...row, name }),
  },
} satisfies Record<string, Rows>;
type Kind = keyof typeof ROWS;

/** The originals of one thing in the trash: those in its folder, or its first file. A photo may be missing. */
const TRASHED = `
  WITH things AS (SELECT kind, "rows", files ->> '$[0]' AS first FROM trash WHERE trash_key = :key AND files IS NOT NULL)
  SELECT iif(kind = 'find', first || '/original/' || (value ->> 'original_file'), first) AS place,
         value ->> 'sha256' AS sha256, NULL AS bytes, NULL AS mtime_ms
    FROM things, json_each("rows", '$.rock_post_images')
   UNION ALL
  SELECT first || '/original/' || (value ->> 'original_file'), value ->> 'sha256', NULL, NULL
    FROM things, json_each("rows", '$.rocks')
   UNION ALL
  SELECT iif(kind = 'album', first || '/' || (value ->> 'original_file'), first), value ->> 'sha256',
         value ->> 'bytes', value ->> 'mtime_ms'
    FROM things, json_each("rows", '$.photos') WHERE NOT value ->> 'missing'`;

type TrashedRow = Pick<OriginalRow, "sha256" | "bytes" | "mtime_ms"> & {
  place: string;
};

/**
 * The originals of all rows, a few at a time, so that nothing waits.
 * @param folder only those of this folder; 'rocks/12' means the finds of rock 12, wherever their files are
 */
export function* listOriginals(db: SecondConnection, folder = "") {
  const [wantedRoot, ...names] = folder.split("/");
  for (const of of Object.keys(ROWS) as Kind[]) {
    const { select, key, folder }: Rows = ROWS[of];
    const [root, ...columns] = folder;
    if (wantedRoot !== "" && wantedRoot !== root) continue;
    const wanted = names.slice(0, columns.length);
    const isWanted = wanted.map((_, at) => `AND ${columns[at]} = ?`).join(" ");
    const next = db.prepare<(number | string)[], OriginalRow>(
      `${select} WHERE ${key} > ? ${isWanted} ORDER BY ${key} LIMIT ${ROWS_AT_ONCE}`,
    );
    let rows = next.all(0, ...wanted);
    for (; rows[0]; rows = next.all(rows.at(-1)!.key, ...wanted))
      for (const row of rows) yield asNamedFile(of, row);
  }
}

const getFindsFile = prepared(`
  SELECT 1 FROM rock_posts JOIN rock_post_images USING (rps_key)
   WHERE uuid = ? AND folder = ? AND iif(? = 'original', original_file = ?, current_name || '.webp' = ?)`);
const getRocksFile = prepared(
  "SELECT 1 FROM rocks WHERE folder = ? AND (? <> 'original' OR original_file = ?)",
);
const getPhotosFile = prepared(`
  SELECT 1 FROM albums a JOIN photos p USING (pa_key)
   WHERE a.name = ? AND iif(? = '', original_file = ?, p.name = ?)`);
const getSiteFile = prepared(
  "SELECT 1 FROM site_texts WHERE key LIKE 'picture:%' AND value ->> 'original_file' = ?",
);
const getTrashWith = prepared(`
  SELECT 1 FROM trash WHERE instr("rows", '"original_file":' || json_quote(?)) OR instr("rows", '"current_name":' || json_quote(?))`);

/** Whether a living row names a path, as an original or as a derivative of one. */
export function isNamed(place: string): boolean {
  const parts = place.split("/");
  const [file = "", kind = ""] = parts.toReversed();
  const folder = parts.slice(0, -2).join("/");
  if (parts[0] === "rocks")
    return getFindsFile(parts[2], folder, kind, file, file) !== undefined;
  if (parts[0] === "catalog") {
    const isOriginal = kind === "original";
    const ofRock = isOriginal ? folder : parts.slice(0, -1).join("/");
    return getRocksFile(ofRock, isOriginal ? kind : "", file) !== undefined;
  }
  if (parts[0] === "albums") {
    const ofKind = parts.length > 3 ? kind : "";
    return getPhotosFile(parts[1], ofKind, file, file) !== undefined;
  }
  return getSiteFile(file) !== undefined;
}

/** The same for a file whose name the site has given, which nothing else in the trash has. */
export function isNamedInTrash(place: string) {
  const { base, name } = path.posix.parse(place);
  return getTrashWith(base, name) !== undefined;
}

/** The originals that a database names: of all rows, and of things in the trash. */
export function* listNamedFiles(db: SecondConnection): Generator<NamedFile> {
  yield* listOriginals(db);
  const next = db.prepare<[number], { key: number }>(
    "SELECT trash_key AS key FROM trash WHERE trash_key > ? ORDER BY key LIMIT 1",
  );
  const list = db.prepare<[{ key: number }], TrashedRow>(TRASHED);
  for (let row = next.get(0); row; row = next.get(row.key))
    for (const { place, sha256, ...file } of list.all(row))
      yield { place, sha256, asOf: asOf(file) };
}

const asOf = ({ bytes, mtime_ms }: Pick<OriginalRow, "bytes" | "mtime_ms">) =>
  bytes == null || mtime_ms == null ? undefined : { bytes, mtime_ms };

function asNamedFile(of: Kind, row: OriginalRow) {
  const { original, outputs } = ROWS[of].task(row);
  return {
    place: original,
    sha256: row.sha256,
    asOf: asOf(row),
    row: { of, key: row.key },
    made: row.ready
      ? { places: Object.values(outputs), hasFailed: row.has_failed === 1 }
      : undefined,
  };
}
