import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { msg } from "@lingui/core/macro";
import { DomainError } from "#core/errors.ts";
import { speak } from "#core/languages/catalogues.server.ts";
import { directionOf, siteLanguage } from "#core/languages/languages.server.ts";
import { saveHours } from "#domain/limits/hours-run.server.ts";
import { isDamaged, openSoundDatabase } from "#domain/backup/damage.server.ts";
import { saveReport } from "#domain/backup/reports.server.ts";
import { holdSiteLock, holdStoreLock } from "#domain/store/site-lock.server.ts";
import { letGoOfSite } from "#domain/restore/let-go.server.ts";
import {
  backupFolder,
  requireOwnFolder,
} from "#domain/backup/snapshots.server.ts";
import type { RestoreOutcome } from "#domain/restore/restore-report.server.ts";
import { sweepSent } from "#domain/restore/sent-backups.server.ts";
import { isSetUp, startBackups } from "#domain/backup/schedule.server.ts";
import { startNightlyChecks } from "#domain/check/nightly.server.ts";
import { sweepKeepsakes } from "#domain/keepsake/keepsakes.server.ts";
import { sweepFollowers } from "#domain/follow/followers.server.ts";
import { startSending } from "#domain/outbox.server.ts";
import {
  clearRestoring,
  finishSwap,
  isSwapPlanned,
} from "#domain/restore/swap.server.ts";
import {
  hasNoPassword,
  prepareSignIn,
} from "#domain/account/credentials.server.ts";
import { offerSetUp } from "#domain/account/set-up.server.ts";
import { weaknessHere } from "#domain/account/weak-password.server.ts";
import { allowReloads } from "#domain/account/sessions.server.ts";
import { prepareSecondFactor } from "#domain/account/second-factor.server.ts";
import { sweepEvents } from "#domain/account/security-events.server.ts";
import { untilWritable } from "#domain/health/health.server.ts";
import { sweepIncoming } from "#domain/uploads/incoming.server.ts";
import { sweepUploads } from "#domain/uploads/resumable.server.ts";
import { startEngine, stopEngine } from "#domain/engines/engine.server.ts";
import { isOpen, sweepJobs, startDueJobs } from "#domain/jobs/ledger.server.ts";
import { applyOriginals } from "#domain/finds/receive-find.server.ts";
import { settleOldFiles } from "#domain/store/old-files.server.ts";
import { sweepTrash } from "#domain/trash/trash.server.ts";
import { sweepTries } from "#domain/limits/tries.server.ts";
import { scriptsName } from "./files/packed-assets.server.ts";
import {
  lastOutcome,
  site,
  untilAnswered,
  type RestoreTask,
} from "./restart/child.server.ts";
import type { WaitingTexts } from "./restart/waiting-page.server.ts";
import { closeJobEvents } from "./job-events.server.ts";
import { log } from "#core/log.server.ts";
import { remember } from "#core/remember.server.ts";
import { onStop } from "#core/signals.server.ts";
import { sweepParts } from "#domain/store/write.server.ts";
import { sweepStaged } from "#domain/store/staged.server.ts";
import { isStoreHere, watchStore } from "#domain/store/identity.server.ts";
import { sweepAddresses } from "#domain/visits/rock-counts.server.ts";
import { removeScheduled } from "#domain/store/removals.server.ts";
import { getSettings, requireWholeSettings } from "#core/settings.server.ts";
import { prepareSecrets, siteNames } from "#domain/site/site-texts.server.ts";

const HOUR_MS = 3_600_000;
/** A stop takes less than 10 seconds, with running image jobs and requests. */
const STOP_PICTURES_MS = 7_000;
const STOP_MS = 9_000;

/** Starts everything behind the pages, once per process: database, sweep of the last run's leftovers, engine. */
export const startSite = () => remember("site start", start);

async function start() {
  holdSiteLock();
  await finishRestore();
  try {
    requireOwnFolder();
    await openSoundDatabase();
    requireWholeSettings();
  } catch (error) {
    if (error instanceof DomainError) end(error.message);
    throw error;
  }
  // A damaged one is only shown, with advice.
  if (!isDamaged()) await startWork();
  // The heap grows by half before a collection, not threefold, which takes a quarter less memory and is as fast. Not
  // before, because the start would collect again and again.
  setFlagsFromString("--heap-growing-percent=50");
  // Before this, a signal ends the process at once, as a crash would.
  onStop((signal) => void stop(signal));
  log.info("the site is up");
}

function end(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

async function startWork() {
  await refuseWeakPassword();
  await untilWritable();
  prepareSecrets();
  await prepareSignIn();
  // After a failed restore, the person at set-up still has the link.
  if (lastOutcome()?.error === undefined) offerSetUp();
  prepareSecondFactor();
  if (scriptsName) allowReloads(scriptsName);
  if (isStoreHere()) {
    holdStoreLock();
    // Remains of a restore that was killed before it had a plan.
    await clearRestoring();
  }
  await sweepNow();
  await startEngine();
  const stopWatching = watchStore(() => {
    holdStoreLock();
    void sweepNow().then(startDueJobs);
  });
  const hourly = setInterval(() => void sweepNow(), HOUR_MS).unref();
  const stops = [
    startBackups(),
    startNightlyChecks(),
    startSending(),
    stopWatching,
    () => clearInterval(hourly),
    saveHours,
  ];
  remember("stop plans", () => () => stops.forEach((stop) => stop()));
  const outcome = lastOutcome();
  if (outcome) await noteRestore(outcome);
}

async function noteRestore(outcome: RestoreOutcome) {
  if (outcome.error === undefined)
    log.info("a backup was restored", { ...outcome });
  else log.error("a backup could not be restored", { ...outcome });
  try {
    await saveReport("restore", outcome);
  } catch (error) {
    log.warn("the report of the restore could not be saved", { error });
  }
}

async function finishRestore() {
  try {
    if (await finishSwap())
      log.warn("a restore that had been cut short was finished");
  } catch (error) {
    if (!(await isSwapPlanned())) return;
    end(
      `A restore was cut short and can't be finished: ${(error as Error).message}`,
    );
  }
}

async function refuseWeakPassword() {
  const { ADMIN_PASSWORD } = getSettings();
  if (ADMIN_PASSWORD === undefined) return;
  const why = await weaknessHere(ADMIN_PASSWORD);
  if (why === undefined) return;
  end(
    `ADMIN_PASSWORD is set to something it can't be: ${why}; it takes at least 8 characters that nobody guesses, such as four words that don't belong together.`,
  );
}

let lastSweep = Promise.resolve();

const sweepNow = () => (lastSweep = sweep());

/** Finishes or removes leftovers of crashes and vanished senders. If one sweep fails, the others still run. */
async function sweep() {
  if (isDamaged()) return;
  const ofStore = [
    settleOldFiles,
    removeScheduled,
    sweepIncoming,
    sweepParts,
    () => sweepStaged(isOpen),
    sweepKeepsakes,
    () => sweepSent(!hasNoPassword()),
    () => applyOriginals(),
    sweepUploads,
    sweepTrash,
  ];
  const ofDatabase = [
    sweepTries,
    sweepEvents,
    sweepFollowers,
    sweepAddresses,
    sweepJobs,
  ];
  for (const run of [
    saveHours,
    ...(isStoreHere() ? ofStore : []),
    ...ofDatabase,
  ])
    try {
      await untilWritable();
      await run();
    } catch (error) {
      log.error("a sweep was cut short", { error });
    }
}

/** Ends streams and engine. The server closes at the same signal, and the process ends when both are done. */
async function stop(signal: string) {
  log.info("stopping", { signal });
  // Nobody has been answered yet, and nobody would close the server.
  if (!site.server) process.exit(0);
  setTimeout(() => {
    log.warn("stopped before everything had ended");
    process.exit(0);
  }, STOP_MS).unref();
  closeJobEvents();
  stopPlans();
  await stopEngine(STOP_PICTURES_MS);
}

const stopPlans = () => remember("stop plans", () => () => {})();

/** Milliseconds that requests under way may still take. A restore waits for them for 30 seconds at most. */
const PATIENCE_MS = 25_000;
/** Milliseconds in which the last answers reach those who wait for them. */
const LAST_ANSWERS_MS = 500;
/** Milliseconds in which the page that began a restore is loaded again. Soon after, nobody listens for a moment. */
const RELOAD_MS = 1_000;

/** Returns at once. @throws {DomainError} conflict if one is under way, or nobody could start the site again */
export function beginRestore(
  task: Pick<RestoreTask, "name" | "place" | "isSent">,
) {
  if (!import.meta.env.PROD || !process.send)
    throw new DomainError(
      "conflict",
      "This site can't start itself again. Stop it, and use npm run restore.",
    );
  if (site.waiting)
    throw new DomainError("conflict", "A backup is being restored already.");
  const texts = writeTexts();
  // The files of a damaged database stay beside the restored ones.
  const backupDir = isDamaged() || !isSetUp() ? undefined : backupFolder();
  site.waiting = { texts, step: "finish" };
  log.warn("the site is closed, because a backup is being restored", {
    name: task.name,
  });
  void stepBack({ ...task, texts, backupDir }).catch((error: unknown) => {
    log.error("the site could not be closed", { error });
    process.exit(1);
  });
}

function writeTexts(): WaitingTexts {
  const name = siteNames().site_name;
  const language = siteLanguage();
  const i18n = speak(language);
  return {
    language,
    direction: directionOf(language),
    name,
    heading: i18n._(msg`Back in a moment`),
    reason: i18n._(
      msg`${name} is being brought back from a backup. This page comes back by itself when that is done.`,
    ),
    finds: i18n._(
      msg`A find that you have sent from here is kept on your phone until it has arrived.`,
    ),
    steps: {
      finish: i18n._(msg`Finishing what is under way`),
      backUp: i18n._(msg`Backing up the site as it is now`),
      restore: i18n._(msg`Restoring the backup`),
      start: i18n._(msg`Starting the site again`),
    },
  };
}

async function stepBack(task: RestoreTask) {
  closeJobEvents();
  await Promise.all([untilAnswered(PATIENCE_MS), wait(RELOAD_MS)]);
  stopPlans();
  await stopEngine(STOP_PICTURES_MS);
  await lastSweep;
  await letGoOfSite();
  process.send!(task);
  const server = site.server!;
  server.close();
  await Promise.race([once(server, "close"), wait(LAST_ANSWERS_MS)]);
  process.exit(0);
}
