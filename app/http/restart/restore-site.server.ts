import { type ChildProcess, fork } from "node:child_process";
import { rm } from "node:fs/promises";
import { Server as NetServer } from "node:net";
import path from "node:path";
import { backUpBeside } from "#domain/backup/schedule.server.ts";
import type { RestoreOutcome } from "#domain/restore/restore-report.server.ts";
import {
  runBeside,
  type Beside,
  type Progress,
} from "#domain/backup/run-beside.server.ts";
import { DomainError } from "#domain/core/errors.ts";
import { log } from "#domain/core/log.server.ts";
import { getSettings } from "#domain/core/settings.server.ts";
import { closeJobEvents } from "../job-events.server.ts";
import { stopSite } from "../start.server.ts";
import {
  closeSite,
  isClosed,
  passOn,
  sayDoing,
  theServer,
  untilAnswered,
} from "./closed-site.server.ts";
import {
  ARGUMENT,
  watcher,
  type FromSite,
  type RestoreTask,
} from "./take-place.server.ts";

/** Milliseconds that requests under way may still take. A restore waits for them for 30 seconds at most. */
const PATIENCE_MS = 25_000;
/** Milliseconds in which the new site ends after a signal. */
const STOP_MS = 9_500;
/** Longer than an idle connection is kept. */
const LAST_CONNECTION_MS = 70_000;

/**
 * Closes the site, and restores a backup. Returns at once.
 * @throws {DomainError} conflict when one is being restored already, or in development
 */
export function beginRestore(task: RestoreTask) {
  if (!import.meta.env.PROD)
    throw new DomainError(
      "conflict",
      "In development, stop the site and use npm run restore.",
    );
  if (isClosed())
    throw new DomainError("conflict", "A backup is being restored already.");
  closeSite({ name: task.siteName, doing: "Finishing what is under way" });
  log.warn("the site is closed, because a backup is being restored", {
    name: task.name,
  });
  void closeAndRestore(task).catch(endForError);
}

async function closeAndRestore(task: RestoreTask) {
  const tell = watcher();
  if (!tell) watchOverSite();
  closeJobEvents();
  await untilAnswered(PATIENCE_MS);
  await stopSite();
  if (tell) handBack(task, tell);
  else await restoreAndStart(task);
}

function endForError(error: unknown): never {
  process.stderr.write(
    `The site could not be started again: ${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
}

/** Lets the first process do it, which still waits there. This one ends when its last connection has. */
function handBack(
  task: RestoreTask,
  tell: NonNullable<ReturnType<typeof watcher>>,
) {
  const server = theServer()!;
  tell({ is: "restore", task }, server);
  server.once("close", () => process.exit(0));
  setTimeout(() => process.exit(0), LAST_CONNECTION_MS).unref();
  stopListening(server);
}

/** Leaves the connections as they are. The server's own `close` would end idle ones, with requests on their way. */
const stopListening = (server: NetServer) =>
  void NetServer.prototype.close.call(server);

// ── The first process ──────────────────────────────────────────────────────────────────────────

/** What runs instead of the site: a command at first, and then the new site. */
let beside: Beside<unknown> | undefined;
let site: ChildProcess | undefined;
let isEnding = false;

/** From now on, this process only watches over others, and passes on signals. */
function watchOverSite() {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => {
      isEnding = true;
      beside?.stop();
      if (!site) process.exit(0);
      site.kill(signal);
      setTimeout(() => process.exit(0), STOP_MS);
    });
  }
  // Something of the old site may still fail. Nobody waits for it.
  for (const event of ["uncaughtException", "unhandledRejection"])
    process.on(event, (error: unknown) =>
      log.debug("something of the site that was closed has failed", { error }),
    );
}

async function restoreAndStart(task: RestoreTask) {
  const { name } = task;
  let outcome: Pick<RestoreOutcome, "error" | "lacks">;
  try {
    outcome = await restoreBeside(task);
    if (task.isSent) await rm(task.place, { force: true });
  } catch (error) {
    outcome = { error: (error as Error).message };
  }
  if (isEnding) process.exit(0);
  sayDoing("Starting the site again");
  startSite({ name, ...outcome });
}

/** @returns what the backup lacked */
async function restoreBeside({ place, backsUpFirst }: RestoreTask) {
  const { BACKUP_DIR } = getSettings();
  if (backsUpFirst && BACKUP_DIR)
    await run("Backing up the site as it is now", (onProgress) =>
      backUpBeside(path.resolve(BACKUP_DIR), onProgress),
    );
  return run("Restoring the backup", (onProgress) =>
    runBeside<{ lacks: string[] }>("build/node/restore.js", place, {
      onProgress,
    }),
  );
}

function run<T>(
  doing: string,
  start: (onProgress: (progress: Progress) => void) => Beside<T>,
) {
  sayDoing(doing);
  const started = start(({ done, of }) => sayDoing(doing, done / of));
  beside = started;
  return started.ended;
}

/** Starts the site anew in a process of its own, and hands it the socket once it can answer. */
function startSite(outcome: RestoreOutcome) {
  const server = theServer()!;
  const started = fork(path.resolve("scripts/system/serve.mjs"), [ARGUMENT], {
    stdio: ["pipe", "inherit", "inherit", "ipc"],
  });
  // If it has gone already, its end is what counts.
  started.stdin!.once("error", () => {}).end(JSON.stringify(outcome));
  site = started;
  const onExit = (code: number | null) => process.exit(code ?? 1);
  started.once("error", endForError).once("exit", onExit);
  started.on("message", (message: FromSite, socket?: NetServer) => {
    switch (message.is) {
      case "ready":
        return void started.send({ is: "listen" }, server);
      case "listening":
        passOn();
        return stopListening(server);
      case "restore":
        if (isEnding) return;
        started.off("exit", onExit);
        site = undefined;
        // It has ended with everything but its last connections.
        sayDoing("Finishing what is under way");
        NetServer.prototype.listen.call(server, socket);
        void restoreAndStart(message.task).catch(endForError);
    }
  });
}
