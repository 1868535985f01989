import { existsSync, readdirSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { findDamage, type SecondConnection } from "#db/copy.server.ts";
import { readChecksum } from "#domain/images/checksum.server.ts";
import {
  getFileNow,
  isAbsent,
  isSameFile,
  onDisk,
  type FileState,
} from "#domain/store/disk.server.ts";
import {
  listNamedFiles,
  type NamedFile,
} from "#domain/store/named-files.server.ts";
import { LOGO } from "#domain/store/paths.ts";
import {
  isBySystem,
  listLeftOut,
  type LeftOut,
} from "#domain/store/scan.server.ts";
import {
  isDerivative,
  parseMediaPath,
  isAlbumOriginal,
} from "#domain/store/parse-paths.ts";
import { listArriving } from "#domain/uploads/incoming.server.ts";
import { damaged } from "../backup/damage.server.ts";
import { openSite, requireStoreOf } from "../store/identity.server.ts";

interface Expected extends NamedFile {
  /** Whether it is a picture of the site's own pages, which an operator may replace at any time. */
  isOfSite?: boolean;
  /** Such a picture's size and time when its checksum was computed. */
  read?: FileState;
}

export interface Wrong {
  kind: "missing" | "changed";
  /** Path in the store, where the file is or should be. */
  place: string;
  expected: Expected;
}

export interface Broken {
  kind: "missing" | "empty" | "damaged";
  place: string;
  row: NonNullable<NamedFile["row"]>;
  /** Whether it can be made again: its original is sound, and making it has not failed before. */
  canBeMade: boolean;
}

export interface CheckResult {
  originals: number;
  /** Number of them that could not be compared, because they were never read before. */
  unread: number;
  wrong: Wrong[];
  broken: Broken[];
  /** Files that no row names. */
  unlisted: string[];
  /** Those below `albums/` that no row names because a sync leaves them out on purpose. */
  leftOut: LeftOut[];
  sums: Sum[];
}

/** The first checksum of an original. */
export interface Sum extends FileState {
  /** Undefined for a picture of the site's own pages. */
  row: Expected["row"];
  place: string;
  sha256: string;
}

interface CheckOptions {
  /** Whether originals that were never read before are read now. */
  takesSums?: boolean;
  onProgress?: (done: number, total: number) => void;
}

/** Number of files that are read at the same time: as many as Node has threads for files. */
const READERS = 4;
/** Milliseconds before the second look at apparent faults. A file and its row are apart for a shorter time. */
const PAUSE_MS = 1000;
const NOT_CHECKED = "nothing was checked";

/** Runs something with the site's database, for reading, beside a site that may run. */
export async function withSite<T>(
  run: (db: SecondConnection) => Promise<T>,
): Promise<T> {
  const db = openSite();
  try {
    const damage = findDamage(db, "quick_check");
    if (damage) throw await damaged(damage);
    requireStoreHere(db);
    return await run(db);
  } finally {
    db.close();
  }
}

export const requireStoreHere = (db: SecondConnection) =>
  requireStoreOf(db, NOT_CHECKED);

/** Compares database, store and checksums while the site may run, and looks at all derivatives. Changes nothing. */
export async function checkOriginals(
  db: SecondConnection,
  { takesSums = false, onProgress }: CheckOptions = {},
): Promise<CheckResult> {
  const suspects = new Set<string>();
  const unlisted = new Set(listFiles());
  const total = countOriginals(db);
  let originals = 0;
  let unread = 0;
  const sums: Sum[] = [];
  const all = listExpected(db);
  const read = async () => {
    for (const expected of all) {
      unlisted.delete(expected.place);
      const seen = await examine(expected, takesSums);
      const { wrong, broken, sum, isUnread } = seen;
      if (wrong || broken.length > 0) suspects.add(idOf(expected));
      if (isUnread) unread++;
      if (sum) sums.push(sum);
      originals++;
      onProgress?.(originals, Math.max(originals, total));
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
  const found = await lookAgain(db, suspects, unlisted);
  return { originals, unread, sums, ...found };
}

type Found = Pick<CheckResult, "wrong" | "broken" | "unlisted" | "leftOut">;

export const checkAgain = (
  db: SecondConnection,
  { wrong, broken, unlisted, leftOut }: Found,
) =>
  lookAgain(
    db,
    new Set([...wrong.map(({ expected }) => expected), ...broken].map(idOf)),
    new Set([...unlisted, ...leftOut.map(({ path }) => `albums/${path}`)]),
  );

const idOf = ({ row, place }: Pick<Expected, "row" | "place">) =>
  row ? `${row.of} ${row.key}` : place;

/** Looks again before anybody is told, because files arrive and are removed meanwhile. @param suspects by `idOf` */
async function lookAgain(
  db: SecondConnection,
  suspects: Set<string>,
  unlisted: Set<string>,
): Promise<Found> {
  if (suspects.size + unlisted.size > 0) await setTimeout(PAUSE_MS);
  // In this order, because an upload ends by writing a row, and a deletion begins by deleting one.
  const expecting = await listArriving();
  const isSyncOpen = db
    .prepare(
      "SELECT 1 FROM jobs WHERE kind = 'sync-albums' AND state IN ('queued', 'running')",
    )
    .get();
  const found: Found = { wrong: [], broken: [], unlisted: [], leftOut: [] };
  const onPurpose = await listLeftOut();
  for (const expected of listExpected(db)) {
    unlisted.delete(expected.place);
    if (!suspects.has(idOf(expected))) continue;
    const { wrong, broken } = await examine(expected, false);
    if (wrong) found.wrong.push(wrong);
    found.broken.push(...broken);
  }
  const leaving = db
    .prepare<[], string>("SELECT path FROM removals")
    .pluck()
    .all();
  for (const file of unlisted) {
    const isExpected =
      isBelow(file, [...expecting, ...leaving]) ||
      (isSyncOpen && isAlbumOriginal(file));
    if (isExpected || !existsSync(onDisk(file))) continue;
    const left = onPurpose.find(({ path }) => isLeft(file, path));
    if (left)
      found.leftOut.push({ ...left, path: file.slice("albums/".length) });
    else found.unlisted.push(file);
  }
  requireStoreHere(db);
  found.wrong.sort(byPlace);
  found.broken.sort(byPlace);
  found.unlisted.sort();
  return found;
}

/** @param path as `LeftOut` has it: a folder ends in a slash */
const isLeft = (file: string, path: string) =>
  path.endsWith("/")
    ? file.startsWith(`albums/${path}`)
    : file === `albums/${path}`;

const byPlace = (a: { place: string }, b: { place: string }) =>
  a.place < b.place ? -1 : 1;

const isBelow = (file: string, places: string[]) =>
  places.some((place) => file === place || file.startsWith(`${place}/`));

// ── What has to be there, and what is ──────────────────────────────────────────────────────────

const countOriginals = (db: SecondConnection) =>
  db
    .prepare<[], number>(
      `SELECT (SELECT count(*) FROM rock_post_images) + (SELECT count(*) FROM rocks)
            + (SELECT count(*) FROM photos)`,
    )
    .pluck()
    .get()!;

function* listExpected(db: SecondConnection): Generator<Expected> {
  yield* listNamedFiles(db);
  yield* listSitePictures(db);
}

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
  const served = [...readFolder("bkg")]
    .map(({ name }) => `bkg/${name}`)
    .filter((place) => parseMediaPath(place)?.of === "site");
  if (existsSync(onDisk(LOGO))) served.push(LOGO);
  for (const place of new Set([...known.keys(), ...uploaded, ...served])) {
    const read = known.get(place);
    if (!isReplaced(place))
      yield { place, sha256: read?.sha256 ?? null, isOfSite: true, read };
  }
}

/** Whether a hero's picture for phones is missing, and phones get the wide one. */
const isReplaced = (place: string) =>
  place.endsWith("_tall.webp") &&
  !existsSync(onDisk(place)) &&
  existsSync(onDisk(place.replace("_tall.", ".")));

/** Folders of the store whose files need no row. */
const WITHOUT_ROWS = ["tmp", "shares", "keepsake"];

/** The files of the store that a row has to name: all but hidden ones, those of systems, derivatives, and files in transit. */
function* listFiles(folder = ""): Generator<string> {
  for (const entry of readFolder(folder)) {
    if (entry.name.startsWith(".") || isBySystem(entry.name)) continue;
    if (folder === "" && WITHOUT_ROWS.includes(entry.name)) continue;
    const inside = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* listFiles(inside);
    else if (entry.isFile() && !isDerivative(inside)) yield inside;
  }
}

function readFolder(folder: string) {
  try {
    return readdirSync(onDisk(folder), { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

// ── One original ───────────────────────────────────────────────────────────────────────────────

interface Examined {
  wrong?: Wrong;
  broken: Broken[];
  sum?: Sum;
  /** There is no checksum to compare it with. */
  isUnread?: boolean;
}

/** Looks at an original where it is, compares it with its checksum, and looks at its derivatives. */
async function examine(
  expected: Expected,
  takesSum: boolean,
): Promise<Examined> {
  const { row, made } = expected;
  const seen = await examineOriginal(expected, takesSum);
  const broken: Broken[] = [];
  for (const place of made?.places ?? []) {
    const kind = await examineDerivative(place);
    const canBeMade = !seen.wrong && !made!.hasFailed;
    if (kind) broken.push({ kind, place, row: row!, canBeMade });
  }
  return { ...seen, broken };
}

async function examineOriginal(
  expected: Expected,
  takesSum: boolean,
): Promise<Omit<Examined, "broken">> {
  const { place, row, sha256, isOfSite, read } = expected;
  const wrong = (kind: Wrong["kind"]) => ({ wrong: { kind, place, expected } });
  try {
    const state = getFileNow(onDisk(place));
    if (!state) return wrong("missing");
    const isReplaced = isOfSite && !(read && isSameFile(read, state));
    if (sha256 !== null && !isReplaced)
      return (await readChecksum(onDisk(place))) === sha256
        ? {}
        : wrong("changed");
    // Only a row can keep a checksum, and things in the trash have none.
    if (!takesSum || !(row ?? isOfSite)) return { isUnread: true };
    const sum = await readChecksum(onDisk(place));
    return { sum: { row, place, sha256: sum, ...state } };
  } catch (error) {
    // If it is there, nobody can read it: a damaged disk, or something else at its place.
    return wrong(isAbsent(error) ? "missing" : "changed");
  }
}

/** The fault of a derivative; undefined if it is there, begins as a WebP and has its length. */
async function examineDerivative(
  place: string,
): Promise<Broken["kind"] | undefined> {
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
