import type { SecondConnection } from "#db/copy.server.ts";
import type { NamedFile } from "#domain/store/named-files.server.ts";
import {
  derivativeOfFind,
  derivativeOfPhoto,
  derivativeOfRock,
  derivativeSets,
} from "#domain/store/paths.ts";

/** A picture whose derivatives are ready, as its row says. */
export interface MadePicture {
  row: NonNullable<NamedFile["row"]>;
  /** Places of its derivatives. */
  places: string[];
  /** Whether it could not be made again the last time. */
  hasFailed: boolean;
}

interface DerivedRow {
  key: number;
  hasFailed: 0 | 1;
  /** Folder of its files; for a photo, its album's name. */
  folder: string;
  name: string;
}

const ROWS = 1000;

interface Table {
  table: MadePicture["row"]["table"];
  /** The rows after a key, in order. */
  sql: string;
  places: (row: DerivedRow) => string[];
}

const tables: Table[] = [
  {
    table: "rock_post_images",
    sql: `SELECT i.rpi_key AS key, i.error IS NOT NULL AS hasFailed, p.folder, i.current_name AS name
            FROM rock_post_images i JOIN rock_posts p USING (rps_key)
           WHERE i.ready = 1 AND i.rpi_key > ? ORDER BY key`,
    places: ({ folder, name }) =>
      derivativeSets.find.map((kind) => derivativeOfFind(folder, kind, name)),
  },
  {
    table: "rocks",
    sql: `SELECT rc_key AS key, error IS NOT NULL AS hasFailed, folder
            FROM rocks WHERE ready = 1 AND rc_key > ? ORDER BY key`,
    places: ({ folder }) =>
      derivativeSets.catalogue.map((kind) => derivativeOfRock(folder, kind)),
  },
  {
    table: "photos",
    sql: `SELECT p.p_key AS key, p.error IS NOT NULL AS hasFailed, a.name AS folder, p.name
            FROM photos p JOIN albums a USING (pa_key)
           WHERE p.ready = 1 AND p.missing = 0 AND p.p_key > ? ORDER BY key`,
    places: ({ folder, name }) =>
      derivativeSets.photo.map((kind) => derivativeOfPhoto(folder, kind, name)),
  },
];

/** Every picture whose derivatives are ready. Reads a few rows at a time, so that nothing waits. */
export function* listMade(db: SecondConnection): Generator<MadePicture> {
  for (const table of tables) {
    const next = db.prepare<[number], DerivedRow>(`${table.sql} LIMIT ${ROWS}`);
    let rows = next.all(0);
    while (rows.length > 0) {
      for (const row of rows) yield asMade(table, row);
      rows = next.all(rows.at(-1)!.key);
    }
  }
}

/** A picture as it is now; undefined when it has been deleted, or has no derivatives any more. */
export function getMade(
  db: SecondConnection,
  { table, key }: MadePicture["row"],
): MadePicture | undefined {
  const of = tables.find((of) => of.table === table)!;
  const row = db
    .prepare<[number], DerivedRow>(`${of.sql} LIMIT 1`)
    .get(key - 1);
  return row?.key === key ? asMade(of, row) : undefined;
}

const asMade = ({ table, places }: Table, row: DerivedRow): MadePicture => ({
  row: { table, key: row.key },
  places: places(row),
  hasFailed: row.hasFailed === 1,
});
