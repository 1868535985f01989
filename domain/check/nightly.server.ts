import { log } from "#core/log.server.ts";
import { commandLine } from "#core/settings.server.ts";
import { repeat } from "#core/repeat.server.ts";
import { runBeside } from "#core/run-beside.server.ts";
import { isStoreHere } from "#domain/store/identity.server.ts";
import { saveReport, readReport } from "../backup/reports.server.ts";
import { saveReread, type Reread } from "../backup/reread.server.ts";
import { isDamaged, lookForDamage } from "../backup/damage.server.ts";
import { writeWhenFree } from "#db/write.server.ts";
import type { Picture } from "../jobs/catalogue.ts";
import { listOpenPictures, startDueJobs } from "../jobs/ledger.server.ts";
import { recordInParts } from "../jobs/parts.server.ts";
import path from "node:path";
import { sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { siteFiles } from "#db/schema.ts";
import { getFileNow, isSameFile, onDisk } from "#domain/store/disk.server.ts";
import { ROWS } from "#domain/store/named-files.server.ts";
import { isLeaving } from "#domain/store/removals.server.ts";
import type { Broken, Sum, CheckResult } from "./check-originals.server.ts";
import { lastSlot } from "../mail/schedule.ts";

/** Pause before the first check, because the start has enough to do. */
const START_MS = 60_000;
const INTERVAL_MS = 15 * 60_000;
const STORE_AWAY_MS = 15_000;
const TRY_AGAIN_MS = 3_600_000;
const SUMS_AT_ONCE = 500;

/** Checks the originals at night, or soon after a first start. One call at a time. @returns milliseconds to the next */
export async function checkIfDue(
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  if (!isStoreHere()) return STORE_AWAY_MS;
  if (isDamaged()) return INTERVAL_MS;
  const last = readLastCheck();
  if (last && !("error" in last) && !isDue(last.ended, now)) return INTERVAL_MS;
  await lookForDamage();
  if (isDamaged()) return INTERVAL_MS;
  const began = Date.now();
  try {
    const { summary, sums, broken, backups } = await runCheck(signal);
    for (let from = 0; from < sums.length; from += SUMS_AT_ONCE)
      await saveSums(sums.slice(from, from + SUMS_AT_ONCE));
    if (broken.length > 0) await makeAgain(broken);
    if (backups) await saveReread(backups);
    await saveReport("check", summary);
    logResult(summary, Date.now() - began);
    return INTERVAL_MS;
  } catch (error) {
    if (signal?.aborted) return INTERVAL_MS;
    if (!isStoreHere()) return STORE_AWAY_MS;
    log.error("the nightly check failed", { error });
    await saveReport("check", { error: (error as Error).message });
    return TRY_AGAIN_MS;
  }
}

async function runCheck(signal?: AbortSignal): Promise<Checked> {
  signal?.throwIfAborted();
  const { ended, stop } = runBeside<Checked>("build/node/check-process.js");
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await ended;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

function logResult(result: CheckSummary, ms: number) {
  const { missing, changed, unlisted, originals } = result;
  if (missing + changed + unlisted === 0)
    log.info("the check found every original as it was uploaded", {
      originals,
      ms,
    });
  else
    log.error(
      `originals are missing, changed or listed nowhere: run ${commandLine("check")}`,
      { ...result, ms },
    );
}

/** @returns a function that stops this, and a check that is running */
export function startNightlyChecks(): () => void {
  const stopped = new AbortController();
  const { stop } = repeat(async () => {
    try {
      return await checkIfDue(new Date(), stopped.signal);
    } catch (error) {
      log.error("scheduling the nightly check failed", { error });
      return TRY_AGAIN_MS;
    }
  }, START_MS);
  return () => {
    stopped.abort();
    stop();
  };
}

const NAMED_MAX = 20;

/** Starts a job that makes broken derivatives again. The old ones stay in place until then. */
async function makeAgain(broken: Broken[]) {
  log.warn("derivatives are missing or damaged", {
    count: broken.length,
    some: broken
      .slice(0, NAMED_MAX)
      .map(({ kind, place }) => `${kind} ${place}`),
  });
  const idOf = ({ of, key }: Picture) => `${of} ${key}`;
  const wanted = new Map<string, Picture>(
    broken
      .filter(({ canBeMade }) => canBeMade)
      .map(({ row }) => [idOf(row), row]),
  );
  await writeWhenFree((tx) => {
    for (const open of listOpenPictures(tx)) wanted.delete(idOf(open));
    if (wanted.size > 0) recordInParts(tx, [...wanted.values()]);
  });
  startDueJobs();
}

/** Saves the first checksums of originals, unless a row has one by now or names another file. */
export const saveSums = (sums: Sum[]) =>
  writeWhenFree((tx) => {
    for (const sum of sums)
      if (sum.row) saveForRow(tx, sum, sum.row);
      else saveForSite(tx, sum);
  });

function saveForRow(
  tx: Tx,
  { place, bytes, mtime_ms, sha256 }: Sum,
  { of, key: id }: NonNullable<Sum["row"]>,
) {
  const { table, key } = ROWS[of];
  // An operator may have changed a photo's file since the last sync. Then the next sync takes it over.
  const isAsSynced =
    of === "photo"
      ? sql`AND (bytes IS NULL OR (bytes = ${bytes} AND mtime_ms = ${mtime_ms}))`
      : sql``;
  tx.run(sql`
    UPDATE ${sql.identifier(table)} SET sha256 = ${sha256}
     WHERE ${sql.identifier(key)} = ${id} AND sha256 IS NULL
       AND original_file = ${path.posix.basename(place)} ${isAsSynced}`);
}

/** A picture of the site's own pages. It may be on its way out. */
function saveForSite(tx: Tx, { place, bytes, mtime_ms, sha256 }: Sum) {
  const found = getFileNow(onDisk(place));
  if (!found || !isSameFile(found, { bytes, mtime_ms }) || isLeaving(place, tx))
    return;
  const read = { bytes, mtime_ms, sha256 };
  tx.insert(siteFiles)
    .values({ path: place, ...read })
    .onConflictDoUpdate({ target: siteFiles.path, set: read })
    .run();
}

export interface CheckSummary {
  originals: number;
  missing: number;
  changed: number;
  unlisted: number;
  /** The first of those that are missing or changed, else of those that are listed nowhere. */
  some: string[];
  /** Number of broken derivatives, which are made again. */
  madeAgain: number;
}

/** What the process of the check answers. */
export interface Checked extends Pick<CheckResult, "sums" | "broken"> {
  summary: CheckSummary;
  backups: (Reread & { healed: number }) | undefined;
}

const SOME = 3;

export function summarizeResult({
  originals,
  wrong,
  broken,
  unlisted,
}: CheckResult): CheckSummary {
  const missing = wrong.filter(({ kind }) => kind === "missing").length;
  return {
    originals,
    missing,
    changed: wrong.length - missing,
    unlisted: unlisted.length,
    some: [...wrong.map(({ place }) => place), ...unlisted].slice(0, SOME),
    madeAgain: broken.filter(({ canBeMade }) => canBeMade).length,
  };
}

/** Null when there was none yet. */
export function readLastCheck() {
  const report = readReport<CheckSummary | { error: string }>("check");
  if (!report) return null;
  const ended = Date.parse(report.ended_dt);
  return {
    ...report.result,
    /** Milliseconds since 1970. */
    ended,
    /** Whether a whole night has passed without another. */
    isLate: isDue(ended, new Date(), 1),
  };
}

/** The due time of a night's check, in the process's time zone. Backups are made before. */
const DUE_AT = "04:00";

const DAY_MS = 24 * 3_600_000;

/** Whether the check of this night, or of `missed` nights ago, is due. An end in the future is a wrong clock's. */
export function isDue(ended: number, now: Date, missed = 0) {
  const time = now.getTime();
  const { time: due } = lastSlot(new Date(time - missed * DAY_MS), DUE_AT);
  return ended < due.getTime() || ended > time;
}
