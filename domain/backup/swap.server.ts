import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import {
  onDisk,
  removeFromStore,
  syncFolder,
  writeWhole,
} from "../media-store.server.ts";
import { getSettings } from "../settings.server.ts";

/**
 * How a restore takes the place of what was there: everything new stands checked beside the old, a plan is
 * written, and then each part is renamed. Once the plan is there, whoever comes next carries it out, so that
 * a kill leaves the old or the new, never some of both.
 */

/** Inside the store, for it may be a mounted volume; what starts with a dot in it is served to nobody. */
export const RESTORING = ".restoring";
export const RESTORED = `${RESTORING}/media`;
const PLAN = `${RESTORING}/plan.json`;
/** What a store is made of. All of it is replaced, what the backup has nothing of too. */
const PARTS_OF_STORE = ["rocks", "catalog", "albums", "bkg", "logo.webp"];

export const databaseFile = () => path.resolve(getSettings().DATABASE_PATH);
export const restoredDatabase = () => `${databaseFile()}.restoring`;

interface Plan {
  stamp: string;
  /** The parts of the store that the backup has something of. */
  fresh: string[];
}

export async function planSwap() {
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  const fresh = PARTS_OF_STORE.filter((part) =>
    existsSync(onDisk(`${RESTORED}/${part}`)),
  );
  const plan: Plan = { stamp, fresh };
  await writeWhole(PLAN, Buffer.from(JSON.stringify(plan)));
}

/**
 * Carries out the swap that is planned, or what a kill has left of it. Called before the database is opened.
 * @returns where what was there before is kept; undefined where nothing was planned
 */
export async function finishSwap(): Promise<string[] | undefined> {
  const plan = await readFile(onDisk(PLAN), "utf8").catch(() => undefined);
  if (plan === undefined) return undefined;
  const { stamp, fresh } = JSON.parse(plan) as Plan;
  const database = databaseFile();
  const aside = {
    database: `${database}.before-restore-${stamp}`,
    store: onDisk(`.before-restore-${stamp}`),
  };
  await mkdir(aside.store, { recursive: true });
  for (const part of PARTS_OF_STORE) {
    const kept = path.join(aside.store, part);
    if (fresh.includes(part))
      await swap(onDisk(`${RESTORED}/${part}`), onDisk(part), kept);
    else if (!existsSync(kept)) await renameIfThere(onDisk(part), kept);
  }
  if (existsSync(restoredDatabase()))
    // A log that stays behind would be read as the new database's own.
    for (const more of ["-wal", "-shm"])
      await renameIfThere(database + more, aside.database + more);
  await swap(restoredDatabase(), database, aside.database);
  await syncFolder(aside.store);
  await syncFolder(onDisk(""));
  await syncFolder(path.dirname(database));
  await removeFromStore(RESTORING);
  if ((await readdir(aside.store)).length === 0) await rmdir(aside.store);
  return Object.values(aside).filter((kept) => existsSync(kept));
}

/** May be repeated: what stands at the place is the old one for as long as the new one waits. */
async function swap(fresh: string, place: string, aside: string) {
  if (!existsSync(fresh)) return;
  await renameIfThere(place, aside);
  await renameIfThere(fresh, place);
}

async function renameIfThere(from: string, to: string) {
  if (existsSync(from)) await rename(from, to);
}

/** Takes away what a restore that was cut short before its plan has left. */
export async function clearRestoring() {
  await removeFromStore(RESTORING);
  for (const more of ["", "-wal", "-shm", "-journal", ".before-migration"])
    await rm(restoredDatabase() + more, { force: true });
}
