import { startNightlyBackups } from "#domain/backup/nightly.server.ts";
import { finishSwap } from "#domain/backup/swap.server.ts";
import { prepareSignIn } from "#domain/admin-sessions.server.ts";
import { sweepUploads } from "#domain/finds.server.ts";
import { startEngine, stopEngine } from "#domain/jobs/engine.server.ts";
import { sweepJobs } from "#domain/jobs/ledger.server.ts";
import { makeMissingPins } from "#domain/jobs/missing-pins.server.ts";
import { finishMoves } from "#domain/journey-admin.server.ts";
import { sweepLimits } from "#domain/limits.server.ts";
import { closeJobEvents } from "./job-events.server.ts";
import { log } from "#domain/log.server.ts";
import { sweepParts } from "#domain/media-store.server.ts";
import { forgetAddresses } from "#domain/rock-counts.server.ts";
import { removeForgotten } from "#domain/removals.server.ts";

const HOUR_MS = 3_600_000;
/** A stop is over within 10 seconds, running pictures and requests included. */
const STOP_PICTURES_MS = 7_000;
const STOP_MS = 9_000;

// Kept across hot reloads in development, where modules are evaluated again.
const kept = globalThis as { siteStarted?: Promise<void> };

/** Brings the site up behind its pages: database, leftovers of the last run, engine. Once a process. */
export const startSite = () => (kept.siteStarted ??= start());

async function start() {
  if (await finishSwap())
    log.warn("a restore that had been cut short was finished");
  await prepareSignIn();
  await sweep(0);
  startEngine();
  const stopBackups = startNightlyBackups();
  setInterval(() => void sweep(HOUR_MS), HOUR_MS).unref();
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => {
      stopBackups();
      void stop(signal);
    });
  log.info("the site is up");
}

/** Finishes or takes away what a crash, or a sender who went away, has left. */
async function sweep(untouchedForMs: number) {
  try {
    await sweepUploads(untouchedForMs);
    await sweepParts();
    await finishMoves();
    await removeForgotten();
    sweepLimits();
    forgetAddresses();
    sweepJobs();
    makeMissingPins();
  } catch (error) {
    log.error("the sweep was cut short", { error });
  }
}

/** remix-serve closes the server at the same signal; the process ends when both are done. */
async function stop(signal: string) {
  log.info("stopping", { signal });
  setTimeout(() => {
    log.warn("stopped before everything had ended");
    process.exit(0);
  }, STOP_MS).unref();
  closeJobEvents();
  await stopEngine(STOP_PICTURES_MS);
}
