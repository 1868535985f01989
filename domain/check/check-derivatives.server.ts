import { statSync } from "node:fs";
import { open } from "node:fs/promises";
import type { SecondConnection } from "#db/copy.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { requireStoreOf } from "../store/open-site.server.ts";
import {
  type Wrong,
  idOf,
  inParallel,
  lookUntilSure,
  NOT_CHECKED,
} from "./check-originals.server.ts";
import type { NamedFile } from "#domain/store/named-files.server.ts";
import {
  derivativeOfFind,
  derivativeOfPhoto,
  derivativeOfRock,
  derivativeSets,
} from "#domain/store/paths.ts";

/** A derivative that is ready, as the database says, and can't be shown. */
export interface Broken {
  kind: "missing" | "empty" | "damaged";
  place: string;
  /** The row of its picture. */
  row: MadePicture["row"];
  /** Whether it can be made again: its original is sound, and making it has not failed before. */
  canBeMade: boolean;
}

/** Pictures with broken derivatives, by `idOf`. */
type Suspects = Map<string, Broken[]>;

/**
 * Looks whether all derivatives are there, begin as a WebP and have its length, while the site may run.
 * @param wrong the originals that are missing or changed
 * @throws {DomainError} unavailable when the store is away
 */
export async function checkDerivatives(
  db: SecondConnection,
  wrong: Wrong[],
): Promise<Broken[]> {
  const first: Suspects = new Map();
  await inParallel(listMade(db), (picture) => addBroken(first, picture));
  const sure = await lookUntilSure(
    first,
    ({ size }) => size,
    (seen) => lookAgain(db, seen),
    findCommon,
  );
  requireStoreOf(db, NOT_CHECKED);
  const lost = new Set(wrong.map(({ expected }) => idOf(expected)));
  return [...sure.values()]
    .flat()
    .map((broken) => ({
      ...broken,
      canBeMade: broken.canBeMade && !lost.has(idOf(broken)),
    }))
    .sort((a, b) => (a.place < b.place ? -1 : 1));
}

/** The pictures that two looks have found broken in the same way. */
const findCommon = (now: Suspects, before: Suspects): Suspects =>
  new Map([...now].filter(([id, broken]) => isSame(broken, before.get(id))));

async function lookAgain(
  db: SecondConnection,
  seen: Suspects,
): Promise<Suspects> {
  const now: Suspects = new Map();
  for (const [broken] of seen.values()) {
    const picture = getMade(db, broken!.row);
    if (picture) await addBroken(now, picture);
  }
  return now;
}

const isSame = (now: Broken[], before: Broken[] | undefined) =>
  JSON.stringify(now) === JSON.stringify(before);

async function addBroken(suspects: Suspects, picture: MadePicture) {
  const { row, places, hasFailed } = picture;
  const broken: Broken[] = [];
  for (const place of places) {
    const kind = await examine(place);
    if (kind) broken.push({ kind, place, row, canBeMade: !hasFailed });
  }
  if (broken[0]) suspects.set(idOf(broken[0]), broken);
}

/** The fault of a derivative; undefined if it is whole. */
async function examine(place: string): Promise<Broken["kind"] | undefined> {
  try {
    const found = statSync(onDisk(place), { throwIfNoEntry: false });
    if (!found) return "missing";
    if (found.size === 0) return "empty";
    return (await readWebpLength(onDisk(place))) === found.size
      ? undefined
      : "damaged";
  } catch {
    return "damaged";
  }
}

/** The length in bytes that a WebP's header states; undefined if the file begins in another way. */
async function readWebpLength(file: string) {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(12), 0, 12, 0);
    const isWebp = /^RIFF.{4}WEBP$/s.test(buffer.toString("latin1"));
    return isWebp ? 8 + buffer.readUInt32LE(4) : undefined;
  } finally {
    await handle.close();
  }
}

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
