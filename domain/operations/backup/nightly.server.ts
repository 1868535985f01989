import { type ChildProcess, fork } from "node:child_process";
import { mkdir, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { log } from "#domain/core/log.server.ts";
import { isStoreHere } from "#domain/store/identity.server.ts";
import { environmentOf, getSettings } from "#domain/core/settings.server.ts";
import { MAKING } from "./back-up.server.ts";

/** Hour of the day from which on a night's backup is due, local time. */
const DUE_HOUR = 3;
const DAY_MS = 24 * 3_600_000;
const LOOK_MS = 15 * 60_000;
/** While the store is away. */
const STORE_AWAY_MS = 15_000;
/** After one that failed. */
const TRY_AGAIN_MS = 3_600_000;
const NAME = /^site-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar$/;

const backupName = (time: Date) =>
  `site-${time.toISOString().replace(/[-:]|\.\d+/g, "")}.tar`;

/** When a backup was begun, as its name says, in milliseconds since 1970; undefined for every other name. */
function parseBackupTime(name: string) {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  return year === undefined
    ? undefined
    : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Names of the nightly backups in a folder, newest first. */
export const listBackups = async (folder: string) =>
  (await readdir(folder).catch(() => []))
    .filter((name) => parseBackupTime(name) !== undefined)
    .sort()
    .reverse();

/** When the newest nightly backup was begun, in milliseconds since 1970; undefined when there is none. */
export async function lastBackup() {
  const { BACKUP_DIR } = getSettings();
  if (!BACKUP_DIR) return undefined;
  const [newest] = await listBackups(BACKUP_DIR);
  return newest === undefined ? undefined : parseBackupTime(newest);
}

export interface Backups {
  /** When the newest was begun, in milliseconds since 1970; null when there is none yet. */
  newest: number | null;
  kept: number;
  /** Whether a whole night has passed without one. */
  isLate: boolean;
}

/** The nightly backups that there are; null without BACKUP_DIR. */
export async function readBackups(now = Date.now()): Promise<Backups | null> {
  const { BACKUP_DIR } = getSettings();
  if (!BACKUP_DIR) return null;
  const names = await listBackups(BACKUP_DIR);
  const newest = parseBackupTime(names[0] ?? "");
  return {
    newest: newest ?? null,
    kept: names.length,
    isLate: isDue(newest, new Date(now - DAY_MS)),
  };
}

/** Whether the night's backup still has to be made. One that was missed is made later. */
export function isDue(newest: number | undefined, now: Date) {
  const due = new Date(now);
  due.setHours(DUE_HOUR, 0, 0, 0);
  if (due > now) due.setDate(due.getDate() - 1);
  return newest === undefined || newest < due.getTime();
}

/**
 * Makes a backup in BACKUP_DIR every night, in a separate process, and removes the oldest beyond BACKUP_KEEP.
 * @returns a function that stops this, and a backup in the making with it
 */
export function startNightlyBackups(): () => void {
  const { BACKUP_DIR, BACKUP_KEEP } = getSettings();
  if (!BACKUP_DIR) return () => {};
  const folder = path.resolve(BACKUP_DIR);
  let child: ChildProcess | undefined;
  let next: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function look() {
    let wait = LOOK_MS;
    try {
      if (!isStoreHere()) wait = STORE_AWAY_MS;
      else if (isDue(await lastBackup(), new Date())) await makeOne();
    } catch (error) {
      if (!isStopped) log.error("the nightly backup failed", { error });
      wait = isStoreHere() ? TRY_AGAIN_MS : STORE_AWAY_MS;
    }
    if (!isStopped) next = setTimeout(() => void look(), wait).unref();
  }

  async function makeOne() {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder))
      if (
        name.endsWith(MAKING) &&
        parseBackupTime(name.slice(0, -MAKING.length))
      )
        await rm(path.join(folder, name), { recursive: true, force: true });
    const began = Date.now();
    const name = backupName(new Date(began));
    await run(path.join(folder, name));
    log.info("a backup was made", { file: name, ms: Date.now() - began });
    for (const old of (await listBackups(folder)).slice(BACKUP_KEEP))
      await rm(path.join(folder, old));
  }

  const run = (file: string) =>
    new Promise<void>((resolve, reject) => {
      const made = (child = fork(path.resolve("build/node/backup.js"), [file], {
        stdio: ["ignore", "ignore", "pipe", "ipc"],
        env: environmentOf(["DATABASE_PATH", "MEDIA_DIR", "LOG_LEVEL"]),
      }));
      let said = "";
      made.stderr?.on("data", (text) => (said += text));
      made.once("spawn", () => os.setPriority(made.pid!, 10));
      made.once("error", reject);
      made.once("close", (code) => {
        child = undefined;
        if (code === 0) resolve();
        else reject(new Error(said.trim() || `it ended with ${code}`));
      });
    });

  void look();
  return () => {
    isStopped = true;
    clearTimeout(next);
    child?.kill("SIGKILL");
  };
}
