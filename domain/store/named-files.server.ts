import type { SecondConnection } from "#db/copy.server.ts";
import { sql } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { ROOTS } from "./paths.ts";

const ROWS = 1000;

interface OriginalRow {
  key: number;
  /** The original's folder. */
  folder: string;
  file: string;
  sha256: string | null;
  /** Undefined except for photos. */
  bytes?: number | null;
  mtime_ms?: number | null;
}

/** An original that a database names. */
export interface NamedFile {
  place: string;
  /** Hex; null as long as the original was never read. */
  sha256: string | null;
  /** Size and time that an album's file had then. The operator may have put another in its place since. */
  asOf?: { bytes: number; mtime_ms: number };
  /** The table and the key of its row; undefined in the trash. */
  row?: { table: "rock_post_images" | "rocks" | "photos"; key: number };
}

const asOf = ({ bytes, mtime_ms }: Pick<OriginalRow, "bytes" | "mtime_ms">) =>
  bytes == null || mtime_ms == null ? undefined : { bytes, mtime_ms };

/** Queries for each table's originals, in order of the key. */
const tables = {
  rock_post_images: `
    SELECT i.rpi_key AS key, p.folder || '/original' AS folder, i.original_file AS file, i.sha256
      FROM rock_post_images i JOIN rock_posts p USING (rps_key) WHERE i.rpi_key > ? ORDER BY key`,
  rocks: `
    SELECT rc_key AS key, folder || '/original' AS folder, original_file AS file, sha256
      FROM rocks WHERE rc_key > ? ORDER BY key`,
  photos: `
    SELECT p.p_key AS key, 'albums/' || a.name AS folder, p.original_file AS file, p.sha256, p.bytes, p.mtime_ms
      FROM photos p JOIN albums a USING (pa_key) WHERE p.p_key > ? ORDER BY key`,
};

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

type TrashedRow = { place: string } & Pick<
  OriginalRow,
  "sha256" | "bytes" | "mtime_ms"
>;

/** The originals that a database names, as paths of the store. Reads a few rows at a time, so that nothing waits. */
export function* listNamedFiles(db: SecondConnection): Generator<NamedFile> {
  for (const [table, sql] of Object.entries(tables)) {
    const next = db.prepare<[number], OriginalRow>(`${sql} LIMIT ${ROWS}`);
    let rows = next.all(0);
    while (rows.length > 0) {
      for (const row of rows) yield asNamedFile(table as Table, row);
      rows = next.all(rows.at(-1)!.key);
    }
  }
  const next = db.prepare<[number], { key: number }>(
    "SELECT trash_key AS key FROM trash WHERE trash_key > ? ORDER BY key LIMIT 1",
  );
  const list = db.prepare<[{ key: number }], TrashedRow>(TRASHED);
  for (let row = next.get(0); row; row = next.get(row.key))
    for (const { place, sha256, ...file } of list.all(row))
      yield { place, sha256, asOf: asOf(file) };
}

type Table = keyof typeof tables;

const asNamedFile = (table: Table, row: OriginalRow): NamedFile => ({
  place: `${row.folder}/${row.file}`,
  sha256: row.sha256,
  asOf: asOf(row),
  row: { table, key: row.key },
});

/** The original of a row as it is now; undefined when the row has been deleted. */
export function getNamedFile(
  db: SecondConnection,
  { table, key }: NonNullable<NamedFile["row"]>,
): NamedFile | undefined {
  const row = db
    .prepare<[number], OriginalRow>(`${tables[table]} LIMIT 1`)
    .get(key - 1);
  return row?.key === key ? asNamedFile(table, row) : undefined;
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
