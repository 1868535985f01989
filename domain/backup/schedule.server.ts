import { type ChildProcess, fork } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { getDb } from "#db/client.server.ts";
import { log } from "#domain/core/log.server.ts";
import { repeat } from "#domain/core/repeat.server.ts";
import { isStoreHere } from "#domain/store/identity.server.ts";
import { environmentOf, getSettings } from "#domain/core/settings.server.ts";
import { isDamaged } from "./damage.server.ts";
import { readReport, saveReport } from "./reports.server.ts";
import { readReread, type Reread } from "./reread.server.ts";
import { countArchives, isPast, listSnapshots } from "./snapshots.server.ts";

/** The site's own backups in BACKUP_DIR. */

/** Pause after a backup that took longer than BACKUP_EVERY. */
const REST_MS = 1_000;
/** The longest pause, because somebody may set the clock meanwhile. */
const PAUSE_MAX_MS = 15 * 60_000;
/** Pause while the store is away. */
const STORE_AWAY_MS = 15_000;
/** The longest pause after a failed backup. */
const TRY_AGAIN_MS = 3_600_000;

/** How the site's last try to make a backup went. */
export interface BackupReport {
  /** Whether one was made. */
  ok: boolean;
  /** Whether it has every original as it was uploaded. */
  complete: boolean;
  /** How many originals it lacks, and how many it has only damaged. */
  missing: number;
  damaged: number;
  /** Why none was made. */
  error?: string;
}

export interface Backups {
  /** When the newest was begun, in milliseconds since 1970; null when there is none yet. */
  newest: number | null;
  kept: number;
  /** Whether a whole interval has passed without one. */
  isLate: boolean;
  /** What is wrong with the newest backup, or with a later try; null if nothing is. */
  trouble: BackupReport | null;
  /** Files of kept backups that have changed since, and have no sound copy. */
  damaged: Reread["damaged"];
  /** Archives beside the snapshots. The site makes and removes none. */
  archives: { count: number; bytes: number };
}

/** The finished snapshots in BACKUP_DIR that count, newest first: one dated in the future doesn't. */
const listOwn = async (folder: string) =>
  (await listSnapshots(folder)).filter(isPast);

/** When the newest backup was begun, in milliseconds since 1970; undefined when there is none. */
export async function lastBackup() {
  const { BACKUP_DIR } = getSettings();
  return BACKUP_DIR ? (await listOwn(BACKUP_DIR))[0]?.begun : undefined;
}

/** The site's backups; null without BACKUP_DIR. */
export async function readBackups(now = Date.now()): Promise<Backups | null> {
  const { BACKUP_DIR, BACKUP_EVERY } = getSettings();
  if (!BACKUP_DIR) return null;
  const kept = await listOwn(BACKUP_DIR);
  const newest = kept[0]?.begun ?? null;
  const report = readReport("backup");
  const result = report?.result as BackupReport | undefined;
  // One that was made by hand since then may be better.
  const isOld = report && newest && Date.parse(report.ended_dt) < newest;
  return {
    newest,
    kept: kept.length,
    isLate:
      newest === null ||
      now - newest > BACKUP_EVERY + Math.max(BACKUP_EVERY, TRY_AGAIN_MS),
    trouble: !result || result.complete || isOld ? null : result,
    damaged: readReread(getDb().$client)?.damaged ?? [],
    archives: await countArchives(BACKUP_DIR),
  };
}

/**
 * Milliseconds until the next backup is due; 0 when it is.
 * @param newest when the newest was begun, in milliseconds since 1970; undefined when there is none
 */
export const timeUntilDue = (
  newest: number | undefined,
  now: number,
  every: number,
) => (newest === undefined ? 0 : Math.max(0, newest + every - now));

/**
 * Makes a snapshot in BACKUP_DIR every BACKUP_EVERY, in a separate process, which removes the oldest beyond
 * BACKUP_KEEP.
 * @returns a function that stops this, and ends a snapshot that is being made
 */
export function startBackups(): () => void {
  const { BACKUP_DIR } = getSettings();
  if (!BACKUP_DIR) return () => {};
  const folder = path.resolve(BACKUP_DIR);
  let child: ChildProcess | undefined;
  let isStopped = false;

  async function makeIfDue() {
    let wait = STORE_AWAY_MS;
    const { BACKUP_EVERY } = getSettings();
    try {
      if (isStoreHere() && !isDamaged()) {
        const untilDue = async () =>
          timeUntilDue(await lastBackup(), Date.now(), BACKUP_EVERY);
        if ((await untilDue()) === 0) await makeOne();
        wait = Math.min(Math.max(await untilDue(), REST_MS), PAUSE_MAX_MS);
      }
    } catch (error) {
      if (isStopped) return wait;
      log.error("the backup failed", { error });
      await report({
        ok: false,
        complete: false,
        missing: 0,
        damaged: 0,
        error: (error as Error).message.split("\n")[0],
      });
      if (isStoreHere()) wait = Math.min(BACKUP_EVERY, TRY_AGAIN_MS);
    }
    return wait;
  }

  async function makeOne() {
    const began = Date.now();
    const { missing, damaged } = await run();
    const complete = missing + damaged === 0;
    const fields = { folder, missing, damaged, ms: Date.now() - began };
    if (complete) log.info("a backup was made", fields);
    else log.error("a backup was made that is not complete", fields);
    await report({ ok: true, complete, missing, damaged });
  }

  const report = (result: BackupReport) =>
    saveReport("backup", result).catch((error: unknown) =>
      log.warn("the report of the backup could not be saved", { error }),
    );

  const run = () =>
    new Promise<Pick<BackupReport, "missing" | "damaged">>(
      (resolve, reject) => {
        const made = (child = fork(
          path.resolve("build/node/backup.js"),
          [folder],
          {
            stdio: ["ignore", "ignore", "pipe", "ipc"],
            env: environmentOf([
              "DATABASE_PATH",
              "MEDIA_DIR",
              "LOG_LEVEL",
              "BACKUP_DIR",
              "BACKUP_KEEP",
            ]),
          },
        ));
        let said = "";
        let lacks: Pick<BackupReport, "missing" | "damaged"> | undefined;
        made.stderr?.on("data", (text) => (said += text));
        made.once("message", (message) => (lacks = message as typeof lacks));
        made.once("spawn", () => os.setPriority(made.pid!, 10));
        made.once("error", reject);
        made.once("close", (code) => {
          child = undefined;
          if (code === 0 && lacks) resolve(lacks);
          else reject(new Error(said.trim() || `it ended with ${code}`));
        });
      },
    );

  const stop = repeat(makeIfDue);
  return () => {
    isStopped = true;
    stop();
    child?.kill("SIGKILL");
  };
}
