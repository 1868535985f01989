import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runBeside, type Beside } from "#core/run-beside.server.ts";
import { onStop } from "#core/signals.server.ts";
import type { RestoreOutcome } from "#domain/restore/restore-report.server.ts";
import { AFTER_RESTORE, type RestoreTask } from "./child.server.ts";
import { answerWaiting, type Waiting } from "./waiting-page.server.ts";

/** Starts the site in a process of its own, so that nothing of it is left in memory when a backup is restored. */

const STOP_MS = 9_500;
/** How often it tries to listen while the site is still letting go of the port, and how long it waits in between. */
const TRIES = 100;
const TRY_AGAIN_MS = 20;

let site: ChildProcess | undefined;
let beside: Beside<unknown> | undefined;
let isEnding = false;
let at: { port: number; host: string };

/** @param address where everybody is answered while the site is away */
export function serve(address: { port: number; host: string }) {
  at = address;
  onStop((signal) => {
    isEnding = true;
    beside?.stop();
    if (!site) process.exit(0);
    site.kill(signal);
    setTimeout(() => process.exit(0), STOP_MS).unref();
  });
  startSite();
}

/** @param after how the restore has ended, and the server that waits until the site can answer */
function startSite(after?: { outcome: RestoreOutcome; waiting: Server }) {
  const child = fork(
    path.resolve("scripts/system/site.mjs"),
    after ? [AFTER_RESTORE] : [],
    { stdio: [after ? "pipe" : "ignore", "inherit", "inherit", "ipc"] },
  );
  site = child;
  // If it has gone already, its end counts.
  if (after)
    child.stdin!.once("error", () => {}).end(JSON.stringify(after.outcome));
  let task: RestoreTask | undefined;
  child.on("message", (message: "ready" | RestoreTask) => {
    if (message !== "ready") return void (task = message);
    after?.waiting.close();
    after?.waiting.closeIdleConnections();
    // Its socket is closed in the next turn.
    setImmediate(() => child.connected && child.send("listen"));
  });
  child.once("exit", (code) => {
    site = undefined;
    if (isEnding) process.exit(code ?? 0);
    if (!task) process.exit(code ?? 1);
    void restoreAndStart(task).catch(endForError);
  });
}

function endForError(error: unknown): never {
  process.stderr.write(
    `The site could not be started again: ${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
}

async function restoreAndStart(task: RestoreTask) {
  const waiting: Waiting = { texts: task.texts, step: "restore" };
  const server = await listen(waiting);
  const outcome: RestoreOutcome = { name: task.name };
  try {
    const { backupDir, place } = task;
    if (backupDir !== undefined)
      await run(waiting, "backUp", "build/node/backup.js", backupDir);
    const restored = await run<Pick<RestoreOutcome, "lacks" | "boxes_kept">>(
      waiting,
      "restore",
      "build/node/restore.js",
      place,
    );
    Object.assign(outcome, restored);
    if (task.isSent) await rm(task.place, { force: true });
  } catch (error) {
    outcome.error = (error as Error).message;
  }
  if (isEnding) process.exit(0);
  waiting.step = "start";
  waiting.part = undefined;
  startSite({ outcome, waiting: server });
}

async function listen(waiting: Waiting): Promise<Server> {
  const server = createServer((request, response) =>
    answerWaiting(waiting, request, response),
  );
  for (let tries = 1; ; tries++) {
    server.listen(at);
    try {
      await once(server, "listening");
      return server;
    } catch (error) {
      if (tries === TRIES) throw error;
      await wait(TRY_AGAIN_MS);
    }
  }
}

function run<T>(
  waiting: Waiting,
  step: Waiting["step"],
  script: string,
  place: string,
): Promise<T> {
  Object.assign(waiting, { step, part: undefined });
  const started = runBeside<T>(script, {
    place,
    onMessage: ({ done, of }: { done: number; of: number }) =>
      void (waiting.part = done / of),
  });
  beside = started;
  return started.ended;
}
