import { getDb } from "#db/client.server.ts";
import { log } from "#core/log.server.ts";
import { repeat } from "#core/repeat.server.ts";
import { type Beside, runBeside } from "#core/run-beside.server.ts";
import { hasNoPassword } from "#domain/account/credentials.server.ts";
import { isStoreHere } from "#domain/store/identity.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { isDamaged } from "./damage.server.ts";
import { readReport, saveReport } from "./reports.server.ts";
import { readReread } from "./reread.server.ts";
import { backupFolder, isPast, listSnapshots } from "./snapshots.server.ts";

/** Pause after a backup that took longer than BACKUP_EVERY. */
const REST_MS = 1_000;
/** The longest pause, because somebody may set the clock meanwhile. */
const PAUSE_MAX_MS = 15 * 60_000;
/** Pause while the store is away, or nobody has set up the site. */
const NOTHING_YET_MS = 15_000;
const TRY_AGAIN_MS = 3_600_000;

interface BackupReport {
  /** Number of originals that it lacks, and of those that it has only damaged. */
  missing: number;
  damaged: number;
  /** The reason that none was made, in one line. */
  error?: string;
}

export const failureOf = (error: string): BackupReport => ({
  missing: 0,
  damaged: 0,
  error: error.split("\n")[0],
});

const isWhole = ({ missing, damaged, error }: BackupReport) =>
  missing + damaged === 0 && error === undefined;

export function logBackup({
  ...made
}: BackupReport & { folder: string; ms?: number }) {
  if (isWhole(made)) log.info("a backup was made", made);
  else log.error("a backup was made that is not complete", made);
}

/** The finished snapshots in BACKUP_DIR that count, newest first: one dated in the future doesn't. */
const listOwn = async () =>
  (await listSnapshots(backupFolder())).filter(isPast);

/** Start of the newest backup, in milliseconds since 1970; undefined before the first. */
export const lastBackup = async () => (await listOwn())[0]?.begun;

export async function readBackups() {
  const { BACKUP_DIR, BACKUP_EVERY } = getSettings();
  if (!BACKUP_DIR) return null;
  const kept = await listOwn();
  const newest = kept[0]?.begun ?? null;
  const report = readReport<BackupReport>("backup");
  // One that was made by hand since then may be better.
  const isOld = report && newest && Date.parse(report.ended_dt) < newest;
  return {
    /** Start of the newest, in milliseconds since 1970; null before the first. */
    newest,
    kept: kept.length,
    /** Whether a whole interval has passed without one. */
    isLate:
      newest === null ||
      Date.now() - newest > BACKUP_EVERY + Math.max(BACKUP_EVERY, TRY_AGAIN_MS),
    /** Fault of the newest, or of a later try. */
    trouble: !report || isWhole(report.result) || isOld ? null : report.result,
    /** Files of kept backups that have changed since, and have no sound copy. */
    damaged: readReread()?.damaged ?? [],
  };
}

export type Backups = NonNullable<Awaited<ReturnType<typeof readBackups>>>;

/** Milliseconds until the next backup is due; 0 when it is. `newest` is when the newest was begun. */
export const timeUntilDue = (
  newest: number | undefined,
  now: number,
  every: number,
) => (newest === undefined ? 0 : Math.max(0, newest + every - now));

const SIGNS = ["rocks", "rock_posts", "albums"];

/** Nobody misses the data of an empty site that nobody has set up. */
export const isSetUp = () =>
  !hasNoPassword() ||
  SIGNS.some((table) =>
    getDb().$client.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get(),
  );

/** Milliseconds until the next backup is due; undefined while none may be made. */
export async function untilNextBackup() {
  if (!isStoreHere() || isDamaged() || !isSetUp()) return undefined;
  const { BACKUP_EVERY } = getSettings();
  return timeUntilDue(await lastBackup(), Date.now(), BACKUP_EVERY);
}

/** @returns a function that stops this, and ends a snapshot that is being made */
export function startBackups(): () => void {
  const folder = backupFolder();
  if (!folder) return () => {};
  let running: Beside<BackupReport> | undefined;
  let isStopped = false;

  async function makeIfDue() {
    try {
      if ((await untilNextBackup()) === 0) await makeOne();
      const next = await untilNextBackup();
      return next === undefined
        ? NOTHING_YET_MS
        : Math.min(Math.max(next, REST_MS), PAUSE_MAX_MS);
    } catch (error) {
      if (isStopped) return NOTHING_YET_MS;
      log.error("the backup failed", { error });
      await report(failureOf((error as Error).message));
      return isStoreHere()
        ? Math.min(getSettings().BACKUP_EVERY, TRY_AGAIN_MS)
        : NOTHING_YET_MS;
    }
  }

  const makeOne = async () => {
    const began = Date.now();
    running = runBeside<BackupReport>("build/node/backup.js", {
      place: folder,
    });
    const made = await running.ended;
    logBackup({ folder, ...made, ms: Date.now() - began });
    await report(made);
  };

  const report = (result: BackupReport) =>
    saveReport("backup", result).catch((error: unknown) =>
      log.warn("the report of the backup could not be saved", { error }),
    );

  const { stop } = repeat(makeIfDue);
  return () => {
    isStopped = true;
    stop();
    running?.stop();
  };
}
