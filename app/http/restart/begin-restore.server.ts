import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { msg } from "@lingui/core/macro";
import { DomainError } from "#core/errors.ts";
import { log } from "#core/log.server.ts";
import { speak } from "#core/languages/catalogues.server.ts";
import { directionOf, siteLanguage } from "#core/languages/languages.server.ts";
import { isDamaged } from "#domain/backup/damage.server.ts";
import { isSetUp } from "#domain/backup/schedule.server.ts";
import { backupFolder } from "#domain/backup/snapshots.server.ts";
import { siteNames } from "#domain/site/site-texts.server.ts";
import { closeJobEvents } from "../job-events.server.ts";
import { stopSite } from "../start.server.ts";
import { site, untilAnswered, type RestoreTask } from "./child.server.ts";
import type { WaitingTexts } from "./waiting-page.server.ts";

/** Milliseconds that requests under way may still take. A restore waits for them for 30 seconds at most. */
const PATIENCE_MS = 25_000;
/** Milliseconds in which the last answers reach those who wait for them. */
const LAST_ANSWERS_MS = 500;

/**
 * Closes the site and asks its parent to restore a backup. Returns at once.
 * @throws {DomainError} conflict when one is being restored already, or when nobody could start the site again
 */
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
  await untilAnswered(PATIENCE_MS);
  await stopSite();
  process.send!(task);
  const server = site.server!;
  server.close();
  await Promise.race([once(server, "close"), wait(LAST_ANSWERS_MS)]);
  process.exit(0);
}
