import { fork } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { log } from "#domain/core/log.server.ts";
import { commandLine, environmentOf } from "#domain/core/settings.server.ts";
import { isStoreHere } from "#domain/store/identity.server.ts";
import { saveReread } from "../backup/reread.server.ts";
import { isDamaged, lookForDamage } from "../backup/damage.server.ts";
import {
  readLastCheck,
  saveCheck,
  type CheckSummary,
  type FromCheckProcess,
} from "./report.server.ts";
import { makeAgain } from "./make-again.server.ts";
import { saveSums } from "./save-sums.server.ts";
import { isDue } from "./schedule.ts";

/** Pause before the first check, because the start has enough to do. */
const START_MS = 60_000;
const INTERVAL_MS = 15 * 60_000;
/** Pause while the store is away. */
const STORE_AWAY_MS = 15_000;
/** Pause after a failed check. */
const TRY_AGAIN_MS = 3_600_000;
/** So that the site's answers go first. */
const NICENESS = 10;

/**
 * Checks the originals if that is due: at night, or soon after the first start of a version that does. Only one call
 * may run at a time.
 * @param signal ends the check at once
 * @returns milliseconds until the next call
 */
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
    const result = await runCheck(signal);
    await saveCheck(result);
    logResult(result, Date.now() - began);
    return INTERVAL_MS;
  } catch (error) {
    if (signal?.aborted) return INTERVAL_MS;
    if (!isStoreHere()) return STORE_AWAY_MS;
    log.error("the nightly check failed", { error });
    await saveCheck({ error: (error as Error).message });
    return TRY_AGAIN_MS;
  }
}

/** Runs the check in a process of its own, saves the checksums that it finds, and replaces broken derivatives. */
async function runCheck(signal?: AbortSignal): Promise<CheckSummary> {
  const child = fork(path.resolve("build/node/check-process.js"), [], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: environmentOf([
      "DATABASE_PATH",
      "MEDIA_DIR",
      "BACKUP_DIR",
      "LOG_LEVEL",
    ]),
    signal,
    killSignal: "SIGKILL",
  });
  let result: CheckSummary | undefined;
  let saving = Promise.resolve();
  child.on("message", (message: FromCheckProcess) => {
    if (message.is === "result") result = message.result;
    else if (message.is === "backups")
      saving = saving.then(() => saveReread(message.found));
    else if (message.is === "derivatives")
      saving = saving.then(() => makeAgain(message.broken));
    else saving = saving.then(() => saveSums(message.sums));
    // It is awaited below, unless the process fails first.
    saving.catch(() => {});
  });
  child.once("spawn", () => os.setPriority(child.pid!, NICENESS));
  // `once` also throws why the process could not be started or was ended.
  const [[code], said] = await Promise.all([
    once(child, "close"),
    text(child.stderr!),
  ]);
  await saving;
  if (code === 0 && result) return result;
  throw new Error(said.trim() || `it ended with ${code}`);
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

/**
 * Checks the originals every night from now on.
 * @returns a function that stops this, and a check that is running
 */
export function startNightlyChecks(): () => void {
  const stopped = new AbortController();
  let next: NodeJS.Timeout | undefined;

  async function run() {
    let wait = TRY_AGAIN_MS;
    try {
      wait = await checkIfDue(new Date(), stopped.signal);
    } catch (error) {
      log.error("scheduling the nightly check failed", { error });
    }
    plan(wait);
  }

  function plan(wait: number) {
    if (!stopped.signal.aborted)
      next = setTimeout(() => void run(), wait).unref();
  }

  plan(START_MS);
  return () => {
    stopped.abort();
    clearTimeout(next);
  };
}
