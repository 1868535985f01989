import type { Beside } from "#db/copy.server.ts";
import {
  deriveTaskForRock,
  originalOfFind,
  deriveTaskForPhoto,
} from "./paths.ts";

const ROWS = 1000;

interface Row {
  key: number;
  number: number;
  /** The rock number that a find's folder is on its way to. */
  to: number | null;
  folder: string;
  file: string;
}

/** An original that a database names. */
export interface NamedFile {
  place: string;
  /** Where it is instead if its folder has just arrived at another rock number. */
  or?: string;
}

/** Where each table's originals stand, by its key. A folder on its way to a new number stands under the old one. */
const tables: { sql: string; place: (row: Row) => string }[] = [
  {
    sql: `SELECT i.rpi_key AS key, coalesce(p.moving_from, p.rock_number) AS number,
                 iif(p.moving_from IS NULL, NULL, p.rock_number) AS "to", p.uuid AS folder,
                 i.original_file AS file
            FROM rock_post_images i JOIN rock_posts p USING (rps_key) WHERE i.rpi_key > ? ORDER BY key`,
    place: ({ number, folder, file }) => originalOfFind(number, folder, file),
  },
  {
    sql: `SELECT rc_key AS key, rock_number AS number, '' AS folder, original_file AS file
            FROM rocks WHERE rc_key > ? ORDER BY key`,
    place: ({ number, file }) =>
      deriveTaskForRock({ rock_number: number, original_file: file }).original,
  },
  {
    sql: `SELECT p.p_key AS key, 0 AS number, a.name AS folder, p.original_file AS file
            FROM photos p JOIN albums a USING (pa_key) WHERE p.p_key > ? AND NOT p.missing ORDER BY key`,
    place: ({ folder, file }) =>
      deriveTaskForPhoto(folder, { original_file: file, name: "" }).original,
  },
];

/** The originals that a database names, as paths of the store. A few rows at a time: nothing waits for it. */
export function* listNamedFiles(db: Beside): Generator<NamedFile> {
  for (const { sql, place } of tables) {
    const next = db.prepare<[number], Row>(`${sql} LIMIT ${ROWS}`);
    let rows = next.all(0);
    while (rows.length > 0) {
      for (const row of rows)
        yield {
          place: place(row),
          or: row.to == null ? undefined : place({ ...row, number: row.to }),
        };
      rows = next.all(rows.at(-1)!.key);
    }
  }
}
