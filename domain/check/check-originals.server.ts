import { type SecondConnection, findDamage } from "#db/copy.server.ts";
import { requireStoreOf, openSite } from "../store/open-site.server.ts";
import { readChecksum } from "#domain/images/checksum.server.ts";
import {
  getFileNow,
  isAbsent,
  isSameFile,
  onDisk,
  type FileState,
} from "#domain/store/disk.server.ts";
import { existsSync, readdirSync } from "node:fs";
import {
  listNamedFiles,
  type NamedFile,
} from "#domain/store/named-files.server.ts";
import {
  parseMediaPath,
  isDerivative,
  parseOriginal,
  LOGO,
} from "#domain/store/paths.ts";
import { setTimeout } from "node:timers/promises";
import { listArriving } from "#domain/uploads/incoming.server.ts";
import { damaged } from "../backup/damage.server.ts";

/** Findings of a check. Paths are those of the store, in order. */
export interface CheckResult {
  /** Number of expected files. */
  originals: number;
  /** Number of them that could not be compared, because they were never read before. */
  unread: number;
  /** Those that are missing or changed. */
  wrong: Wrong[];
  /** Files that no row names. */
  unlisted: string[];
}

interface CheckOptions {
  /** Takes the checksums of originals that were never read before. Without it, they are not read now either. */
  onSums?: (sums: Sum[]) => void;
  /** Called with `done` of about `total` originals. */
  onProgress?: (done: number, total: number) => void;
}

/** Suspects, to be looked at again before anybody is told. */
interface Suspects {
  /** By `idOf`. */
  wrong: Map<string, Wrong>;
  unlisted: Set<string>;
}

const SUMS_AT_ONCE = 500;

/**
 * Compares database, store and checksums, while the site may run. Removes and writes nothing.
 * @throws {DomainError} unavailable when the store is away
 */
export async function checkOriginals(
  db: SecondConnection,
  { onSums, onProgress }: CheckOptions = {},
): Promise<CheckResult> {
  const suspects: Suspects = { wrong: new Map(), unlisted: new Set() };
  for (const file of listFiles()) suspects.unlisted.add(file);
  const total = countOriginals(db);
  let originals = 0;
  let unread = 0;
  const sums: Sum[] = [];
  await inParallel(listExpected(db), async (expected) => {
    suspects.unlisted.delete(expected.place);
    const { wrong, sum, isUnread } = await examine(expected, {
      takesSums: onSums !== undefined,
    });
    if (wrong) suspects.wrong.set(idOf(expected), wrong);
    if (isUnread) unread++;
    if (sum) sums.push(sum);
    if (sums.length === SUMS_AT_ONCE) onSums?.(sums.splice(0));
    originals++;
    onProgress?.(originals, total);
  });
  if (sums.length > 0) onSums?.(sums);
  const found = await confirmSuspects(db, suspects);
  return { originals, unread, ...found };
}

/**
 * Looks again at what seems to be wrong.
 * @throws {DomainError} unavailable when the store is away
 */
export async function confirmSuspects(
  db: SecondConnection,
  suspects: Suspects,
): Promise<Pick<CheckResult, "wrong" | "unlisted">> {
  const again = (suspects: Suspects) => lookAgain(db, suspects);
  // At once, because the first look may have taken hours.
  const seen = count(suspects) === 0 ? suspects : await again(suspects);
  const sure = await lookUntilSure(seen, count, again, findCommon);
  requireStoreOf(db, NOT_CHECKED);
  return {
    wrong: [...sure.wrong.values()].sort((a, b) =>
      a.place < b.place ? -1 : 1,
    ),
    unlisted: [...sure.unlisted].sort(),
  };
}

const count = ({ wrong, unlisted }: Suspects) => wrong.size + unlisted.size;

/** Findings of two looks at the same place. */
function findCommon(now: Suspects, before: Suspects): Suspects {
  const isSame = ([id, { kind, place }]: [string, Wrong]) =>
    before.wrong.get(id)?.kind === kind &&
    before.wrong.get(id)?.place === place;
  return {
    wrong: new Map([...now.wrong].filter(isSame)),
    unlisted: now.unlisted,
  };
}

async function lookAgain(
  db: SecondConnection,
  suspects: Suspects,
): Promise<Suspects> {
  const wrong = new Map<string, Wrong>();
  const unlisted = await listLeft(db, suspects.unlisted, async (unlisted) => {
    for (const expected of listExpected(db)) {
      unlisted.delete(expected.place);
      const id = idOf(expected);
      if (!suspects.wrong.has(id)) continue;
      const seen = await examine(expected, { takesSums: false });
      if (seen.wrong) wrong.set(id, seen.wrong);
    }
  });
  return { wrong, unlisted };
}

/** An original that is missing or has changed. */
export interface Wrong {
  kind: "missing" | "changed";
  /** Path in the store, where the file is or should be. */
  place: string;
  expected: Expected;
}

/** The first checksum of an original. */
export interface Sum extends FileState {
  /** Undefined for a picture of the site's own pages. */
  row: Expected["row"];
  place: string;
  sha256: string;
}

interface Examined {
  wrong?: Wrong;
  sum?: Sum;
  /** There is no checksum to compare it with. */
  isUnread?: boolean;
}

/** Looks at an original where it is, and compares it with its checksum. */
export async function examine(
  expected: Expected,
  { takesSums }: { takesSums: boolean },
): Promise<Examined> {
  const { place } = expected;
  try {
    const state = getFileNow(onDisk(place));
    if (state) return await compare(expected, place, state, takesSums);
  } catch (error) {
    if (!isAbsent(error))
      // Nobody can read it: a damaged disk, or something else at its place.
      return { wrong: { kind: "changed", place, expected } };
  }
  return { wrong: { kind: "missing", place, expected } };
}

async function compare(
  expected: Expected,
  place: string,
  state: FileState,
  takesSums: boolean,
): Promise<Examined> {
  const { row, sha256, isOfSite, read } = expected;
  const isReplaced = isOfSite && !(read && isSameFile(read, state));
  if (sha256 !== null && !isReplaced)
    return (await readChecksum(onDisk(place))) === sha256
      ? {}
      : { wrong: { kind: "changed", place, expected } };
  // Only a row can keep a checksum, and things in the trash have none.
  if (!takesSums || !(row ?? isOfSite)) return { isUnread: true };
  const sum = {
    row,
    place,
    sha256: await readChecksum(onDisk(place)),
    ...state,
  };
  return { sum };
}

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

/** Reading and retry settings of the check. */

/** Number of files that are read at the same time: as many as Node has threads for files. */
const READERS = 4;

/** Milliseconds between two looks at apparent faults. A file and its row are apart for a shorter time. */
const PAUSE_MS = 1000;
/** Gives up after this many tries on files that keep changing. */
const LOOKS_MAX = 10;

/** Runs several at a time, in about their order. */
export async function inParallel<T>(
  items: Generator<T>,
  run: (item: T) => Promise<void>,
) {
  const read = async () => {
    for (const item of items) await run(item);
  };
  await Promise.all(Array.from({ length: READERS }, read));
}

/**
 * Looks again at apparent faults until two looks agree, because files arrive and are removed meanwhile.
 * @param common findings that a look shares with the one before
 */
export async function lookUntilSure<Suspects>(
  first: Suspects,
  count: (suspects: Suspects) => number,
  lookAgain: (suspects: Suspects) => Promise<Suspects>,
  common: (now: Suspects, before: Suspects) => Suspects,
): Promise<Suspects> {
  let seen = first;
  let sure = first;
  for (let look = 1; look < LOOKS_MAX && count(seen) > 0; look++) {
    await setTimeout(PAUSE_MS);
    const now = await lookAgain(seen);
    sure = common(now, seen);
    if (count(sure) === count(now)) break;
    seen = now;
  }
  return sure;
}

/** Folders of the store whose files need no row. */
const WITHOUT_ROWS = ["tmp", "shares", "keepsake"];

/** The files of the store that a row has to name: all but hidden ones, derivatives, and files in transit. */
export function* listFiles(folder = ""): Generator<string> {
  for (const entry of readNow(folder)) {
    if (entry.name.startsWith(".")) continue;
    if (folder === "" && WITHOUT_ROWS.includes(entry.name)) continue;
    const inside = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* listFiles(inside);
    else if (entry.isFile() && !isDerivative(inside)) yield inside;
  }
}

/** Empty when the folder has been moved or removed meanwhile. */
function readNow(folder: string) {
  try {
    return readdirSync(onDisk(folder), { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

/**
 * The files that no row names, and that nobody is about to name or remove.
 * @param dropNamed removes those that a row names
 */
export async function listLeft(
  db: SecondConnection,
  files: Set<string>,
  dropNamed: (files: Set<string>) => Promise<void>,
) {
  // In this order, because an upload ends by writing a row, and a deletion begins by deleting one.
  const expecting = await listArriving();
  const isSyncOpen = db
    .prepare(
      "SELECT 1 FROM jobs WHERE kind = 'sync-albums' AND state IN ('queued', 'running')",
    )
    .get();
  const left = new Set(files);
  await dropNamed(left);
  const leaving = db
    .prepare<[], string>("SELECT path FROM removals")
    .pluck()
    .all();
  for (const file of left) {
    const isExpected =
      isBelow(file, [...expecting, ...leaving]) ||
      (isSyncOpen && parseOriginal(file)?.of === "photo");
    if (isExpected || !existsSync(onDisk(file))) left.delete(file);
  }
  return left;
}

const isBelow = (file: string, places: string[]) =>
  places.some((place) => file === place || file.startsWith(`${place}/`));

export const NOT_CHECKED = "nothing was checked";

/**
 * Runs something with the site's database, for reading, beside a site that may run.
 * @throws {DomainError} not_found without a database; unavailable when it is damaged or of another version, or the store is away
 */
export async function withSite<T>(
  run: (db: SecondConnection) => Promise<T>,
): Promise<T> {
  const db = openSite();
  try {
    await requireSound(db);
    requireStoreOf(db, NOT_CHECKED);
    return await run(db);
  } finally {
    db.close();
  }
}

async function requireSound(db: SecondConnection) {
  const damage = findDamage(db, "quick_check");
  if (damage) throw await damaged(damage);
}
