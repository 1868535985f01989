import { lstatSync, renameSync, type PathLike } from "node:fs";
import { mkdir, readdir, readFile, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "#core/error-code.ts";
import { DomainError } from "#core/errors.ts";
import { log } from "#core/log.server.ts";
import { isAbsent, onDisk, orAbsent } from "#domain/store/disk.server.ts";
import {
  removeFromStore,
  syncPath,
  writeWhole,
} from "#domain/store/write.server.ts";
import { getSettings } from "#core/settings.server.ts";

/**
 * Everything new is checked and beside the old, a plan is written, and then each part is renamed. If a step fails, all
 * are taken back. After a kill, the next process begins the plan again.
 */

/** Inside the store, because that may be a mounted volume. Names that start with a dot are never served. */
const RESTORING = ".restoring";
export const RESTORED = `${RESTORING}/media`;
const PLAN = `${RESTORING}/plan.json`;
/** The parts of a store. All of them are replaced, also those that the backup has nothing of. */
const PARTS_OF_STORE = [
  "rocks",
  "catalog",
  "albums",
  "bkg",
  "logo.webp",
  "trash",
  ".store-id",
];

export const databaseFile = () => path.resolve(getSettings().DATABASE_PATH);
export const restoredDatabase = () => `${databaseFile()}.restoring`;

interface Plan {
  stamp: string;
  /** The parts of the store that the backup has something of. */
  fresh: string[];
}

/** One part of the site: the new one, its place, and where the old one goes. */
interface Part {
  place: string;
  aside: string;
  /** Undefined when the backup has nothing of it. */
  fresh: string | undefined;
}

/** @throws when the disk can't tell */
function isThere(file: PathLike) {
  try {
    lstatSync(file);
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

const asideOf = (stamp: string) => ({
  database: `${databaseFile()}.before-restore-${stamp}`,
  store: onDisk(`.before-restore-${stamp}`),
});

function partsOf({ stamp, fresh }: Plan): Part[] {
  const aside = asideOf(stamp);
  const database = databaseFile();
  return [
    ...PARTS_OF_STORE.map((part) => ({
      place: onDisk(part),
      aside: path.join(aside.store, part),
      fresh: fresh.includes(part) ? onDisk(`${RESTORED}/${part}`) : undefined,
    })),
    // If the old log stayed, it would be read as the new database's own.
    ...["-wal", "-shm"].map((more) => ({
      place: database + more,
      aside: aside.database + more,
      fresh: undefined,
    })),
    { place: database, aside: aside.database, fresh: restoredDatabase() },
  ];
}

export async function planSwap() {
  const fresh = PARTS_OF_STORE.filter((part) =>
    isThere(onDisk(`${RESTORED}/${part}`)),
  );
  const plan: Plan = { stamp: newStamp(), fresh };
  await writeWhole(PLAN, Buffer.from(JSON.stringify(plan)));
}

function newStamp() {
  const now = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  for (let n = 1; ; n++) {
    const stamp = n === 1 ? now : `${now}-${n}`;
    const { database, store } = asideOf(stamp);
    if (![database, `${database}-wal`, store].some(isThere)) return stamp;
  }
}

/**
 * Carries out the planned swap, or finishes an interrupted one, before the database is opened.
 * @returns where the old site is now; undefined when nothing was planned
 */
export async function finishSwap(): Promise<string[] | undefined> {
  const plan = await readPlan();
  if (!plan) return undefined;
  try {
    await goForward(plan);
  } catch (error) {
    await goBack(plan);
    throw error;
  }
  const aside = asideOf(plan.stamp);
  await removeFromStore(RESTORING);
  if ((await readdir(aside.store)).length === 0) await rmdir(aside.store);
  return Object.values(aside).filter(isThere);
}

export const isSwapPlanned = async () => (await readPlan()) !== undefined;

async function readPlan() {
  const text = await orAbsent(readFile(onDisk(PLAN), "utf8"));
  return text === undefined ? undefined : (JSON.parse(text) as Plan);
}

/** May be repeated, because the thing at a place is the old one for as long as the new one waits. */
async function goForward(plan: Plan) {
  await mkdir(asideOf(plan.stamp).store, { recursive: true });
  // The log moves with its database. Once the new database is in place, a log beside it is its own.
  const isDone = !isThere(restoredDatabase());
  for (const { place, aside, fresh } of partsOf(plan)) {
    if (fresh === undefined) {
      const isLog = place.startsWith(databaseFile());
      if (isThere(place) && !isThere(aside) && !(isLog && isDone))
        moveAside(place, aside);
    } else if (isThere(fresh)) {
      if (isThere(place)) moveAside(place, aside);
      renameSync(fresh, place);
    }
  }
  await syncSwapped(plan);
}

function moveAside(place: string, aside: string) {
  try {
    renameSync(place, aside);
  } catch (error) {
    throw new DomainError(
      "unavailable",
      `${place} can't be replaced (${codeOf(error)}), for example because it is a volume of its own. Nothing was changed.`,
      { cause: error },
    );
  }
}

/** May be repeated too. The database comes first, so that it is never beside another one's log. */
async function goBack(plan: Plan) {
  for (const { place, aside, fresh } of partsOf(plan).reverse()) {
    if (fresh !== undefined && !isThere(fresh) && isThere(place))
      renameSync(place, fresh);
    if (isThere(aside)) renameSync(aside, place);
  }
  await syncSwapped(plan);
  const { store } = asideOf(plan.stamp);
  if (isThere(store)) await rmdir(store);
  await clearRestoring();
  log.warn("a restore that could not be finished was taken back");
}

async function syncSwapped({ stamp }: Plan) {
  const { store } = asideOf(stamp);
  if (isThere(store)) await syncPath(store);
  await syncPath(onDisk(""));
  await syncPath(path.dirname(databaseFile()));
}

/** Removes what is left of a restore that was cut short before its plan. */
export async function clearRestoring() {
  await removeFromStore(RESTORING);
  for (const more of ["", "-wal", "-shm", "-journal", ".before-migration"])
    await rm(restoredDatabase() + more, { force: true });
}
