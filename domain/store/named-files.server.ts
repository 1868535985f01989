import type { SecondConnection } from "#db/copy.server.ts";
import {
  deriveTaskForRock,
  originalOfFind,
  deriveTaskForPhoto,
  placeInTrash,
} from "./paths.ts";

const ROWS = 1000;

interface Row {
  key: number;
  number: number;
  /** The rock number that a find's folder is on its way to. */
  to: number | null;
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
  /** Where it is instead while its folder moves to another rock number, or to the trash. */
  movingTo?: string;
  /** Hex; null as long as the original was never read. */
  sha256: string | null;
  /** Size and time that an album's file had then. The operator may have put another in its place since. */
  asOf?: { bytes: number; mtime_ms: number };
  /** The table and the key of its row; undefined in the trash. */
  row?: { table: "rock_post_images" | "rocks" | "photos"; key: number };
}

const asOf = ({ bytes, mtime_ms }: Pick<Row, "bytes" | "mtime_ms">) =>
  bytes == null || mtime_ms == null ? undefined : { bytes, mtime_ms };

/** Where each table's originals are, by its key. A folder on its way to a new number is still under the old one. */
const tables: {
  table: NonNullable<NamedFile["row"]>["table"];
  sql: string;
  place: (row: Row) => string;
}[] = [
  {
    table: "rock_post_images",
    sql: `SELECT i.rpi_key AS key, coalesce(p.moving_from, p.rock_number) AS number,
                 iif(p.moving_from IS NULL, NULL, p.rock_number) AS "to", p.uuid AS folder,
                 i.original_file AS file, i.sha256
            FROM rock_post_images i JOIN rock_posts p USING (rps_key) WHERE i.rpi_key > ? ORDER BY key`,
    place: ({ number, folder, file }) => originalOfFind(number, folder, file),
  },
  {
    table: "rocks",
    sql: `SELECT rc_key AS key, rock_number AS number, '' AS folder, original_file AS file, sha256
            FROM rocks WHERE rc_key > ? ORDER BY key`,
    place: ({ number, file }) =>
      deriveTaskForRock({ rock_number: number, original_file: file }).original,
  },
  {
    table: "photos",
    sql: `SELECT p.p_key AS key, 0 AS number, a.name AS folder, p.original_file AS file, p.sha256, p.bytes, p.mtime_ms
            FROM photos p JOIN albums a USING (pa_key) WHERE p.p_key > ? ORDER BY key`,
    place: ({ folder, file }) =>
      deriveTaskForPhoto(folder, { original_file: file, name: "" }).original,
  },
];

interface TrashedRow {
  /** The original's path below the thing's folder in the trash. */
  part: string;
  sha256: string | null;
  bytes: number | null;
  mtime_ms: number | null;
  /** Its place as long as it has not been moved into the trash; null once it has. */
  pending: string | null;
}

/** The originals of one thing in the trash. Finds and rocks have a folder for them. */
const TRASHED = `
  WITH originals AS (
    SELECT 'original/' || (value ->> 'original_file') AS part, value ->> 'sha256' AS sha256, NULL AS bytes, NULL AS mtime_ms
      FROM trash, json_each(rows, '$.rock_post_images') WHERE trash_key = :key
     UNION ALL
    SELECT 'original/' || (value ->> 'original_file'), value ->> 'sha256', NULL, NULL
      FROM trash, json_each(rows, '$.rocks') WHERE trash_key = :key
     UNION ALL
    SELECT value ->> 'original_file', value ->> 'sha256', value ->> 'bytes', value ->> 'mtime_ms'
      FROM trash, json_each(rows, '$.photos') WHERE trash_key = :key AND NOT value ->> 'missing')
  SELECT part, sha256, bytes, mtime_ms, (SELECT iif(m.part = '', m.path || '/' || originals.part, m.path) FROM trash_moves m
                 WHERE m.trash_key = :key AND m.part IN ('', originals.part)) AS pending
    FROM originals`;

/** The originals that a database names, as paths of the store. Reads a few rows at a time, so that nothing waits. */
export function* listNamedFiles(db: SecondConnection): Generator<NamedFile> {
  yield* listOriginals(db);
  yield* listTrashedOriginals(db);
}

function* listTrashedOriginals(db: SecondConnection): Generator<NamedFile> {
  // A database of an older version has no trash.
  if (!db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'trash'").get())
    return;
  const next = db.prepare<[number], { key: number }>(
    "SELECT trash_key AS key FROM trash WHERE trash_key > ? ORDER BY key LIMIT 1",
  );
  const list = db.prepare<[{ key: number }], TrashedRow>(TRASHED);
  for (let row = next.get(0); row; row = next.get(row.key))
    for (const original of list.all(row))
      yield {
        place: placeInTrash(row.key, original.part),
        movingTo: original.pending ?? undefined,
        sha256: original.sha256,
        asOf: asOf(original),
      };
}

function* listOriginals(db: SecondConnection): Generator<NamedFile> {
  // A database of an older version has no checksums.
  const hasSums = db
    .prepare("SELECT 1 FROM pragma_table_info('photos') WHERE name = 'sha256'")
    .get();
  for (const { sql, ...of } of tables) {
    const known = hasSums ? sql : sql.replace(/\w*\.?sha256/, "NULL AS sha256");
    const next = db.prepare<[number], Row>(`${known} LIMIT ${ROWS}`);
    let rows = next.all(0);
    while (rows.length > 0) {
      for (const row of rows) yield asNamedFile(of, row);
      rows = next.all(rows.at(-1)!.key);
    }
  }
}

const asNamedFile = (
  { table, place }: Pick<(typeof tables)[number], "table" | "place">,
  row: Row,
): NamedFile => ({
  place: place(row),
  movingTo: row.to == null ? undefined : place({ ...row, number: row.to }),
  sha256: row.sha256,
  asOf: asOf(row),
  row: { table, key: row.key },
});

/** The original of a row as it is now; undefined when the row has been deleted. */
export function getNamedFile(
  db: SecondConnection,
  { table, key }: NonNullable<NamedFile["row"]>,
): NamedFile | undefined {
  const of = tables.find((of) => of.table === table)!;
  const row = db.prepare<[number], Row>(`${of.sql} LIMIT 1`).get(key - 1);
  return row?.key === key ? asNamedFile(of, row) : undefined;
}
