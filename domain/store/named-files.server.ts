import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import type { SecondConnection } from "#db/copy.server.ts";
import {
  deriveTaskForFind,
  deriveTaskForPhoto,
  deriveTaskForRock,
} from "./paths.ts";
import { ROOTS } from "./parse-paths.ts";

const ROWS_AT_ONCE = 1000;

interface OriginalRow {
  key: number;
  /** Folder of its files; for a photo, its album's name. */
  folder: string;
  original_file: string;
  /** The name of its derivatives. Rocks have none. */
  current_name: string;
  sha256: string | null;
  /** Undefined except for photos. */
  bytes?: number | null;
  mtime_ms?: number | null;
  ready: 0 | 1;
  has_failed: 0 | 1;
}

/** An original that a database names. */
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

/** The tables whose rows name originals, and how to read these. */
export const ROWS = {
  find: {
    table: "rock_post_images",
    key: "rpi_key",
    select: `SELECT i.rpi_key AS key, p.folder, i.original_file, i.current_name, i.sha256, i.ready, i.error IS NOT NULL AS has_failed
               FROM rock_post_images i JOIN rock_posts p USING (rps_key) WHERE i.rpi_key > ? ORDER BY key`,
    task: (row: OriginalRow) => deriveTaskForFind(row.folder, row),
  },
  catalogue: {
    table: "rocks",
    key: "rc_key",
    select: `SELECT rc_key AS key, folder, original_file, sha256, ready, error IS NOT NULL AS has_failed
               FROM rocks WHERE rc_key > ? ORDER BY key`,
    task: deriveTaskForRock,
  },
  photo: {
    table: "photos",
    key: "p_key",
    select: `SELECT p.p_key AS key, a.name AS folder, p.original_file, p.name AS current_name, p.sha256, p.bytes, p.mtime_ms,
                    p.ready AND NOT p.missing AS ready, p.error IS NOT NULL AS has_failed
               FROM photos p JOIN albums a USING (pa_key) WHERE p.p_key > ? ORDER BY key`,
    task: ({ folder, current_name: name, ...row }: OriginalRow) =>
      deriveTaskForPhoto(folder, { ...row, name }),
  },
};
type Kind = keyof typeof ROWS;

/**
 * The originals of one thing in the trash: those in its folder, or the one that its files begin with. A photo's file
 * may have been missing before.
 */
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

/** The originals that a database names, as paths of the store. Reads a few rows at a time, so that nothing waits. */
export function* listNamedFiles(db: SecondConnection): Generator<NamedFile> {
  for (const of of Object.keys(ROWS) as Kind[]) {
    const next = db.prepare<[number], OriginalRow>(
      `${ROWS[of].select} LIMIT ${ROWS_AT_ONCE}`,
    );
    for (let rows = next.all(0); rows[0]; rows = next.all(rows.at(-1)!.key))
      for (const row of rows) yield asNamedFile(of, row);
  }
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

function asNamedFile(of: Kind, row: OriginalRow): NamedFile {
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

/**
 * Resolves an operator's path to folders of the store. 'rocks/12' means the finds of rock 12, wherever their files are.
 * @returns an empty list if there is no such find or rock
 */
export function listFoldersOf(folder: string): string[] {
  if (folder === "") return ROOTS;
  const [root, number, uuid] = folder.split("/");
  if (number === undefined || root === "albums") return [folder];
  const rows =
    root === "catalog"
      ? sql`SELECT folder FROM rocks WHERE rock_number = ${number}`
      : sql`SELECT folder FROM rock_posts WHERE rock_number = ${number} AND ${uuid ?? sql`uuid`} = uuid`;
  return getDb()
    .all<{ folder: string }>(rows)
    .map(({ folder }) => folder);
}
