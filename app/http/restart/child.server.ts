import { readFileSync } from "node:fs";
import { Server as NetServer } from "node:net";
import type { RequestListener, Server, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { RestoreOutcome } from "#domain/restore/restore-report.server.ts";
import { remember } from "#core/remember.server.ts";
import { endWithParent } from "#core/signals.server.ts";
import {
  answerWaiting,
  type Waiting,
  type WaitingTexts,
} from "./waiting-page.server.ts";

/** The site as the child of another process, which starts it again when it has restored a backup. */

/** The restore that the parent runs once the site has ended. */
export interface RestoreTask {
  name: string;
  place: string;
  /** Whether it is a file that was sent for this, and is removed afterwards. */
  isSent?: true;
  /** The folder of a backup of the present state, which is made first. */
  backupDir?: string;
  texts: WaitingTexts;
}

export const AFTER_RESTORE = "--after-restore";

const STANDARD_INPUT = 0;

/**
 * The restore before this start, if there was one. It comes by standard input, because an argument ends at 128 kB, and a
 * backup may lack more names than that.
 */
export const lastOutcome = () =>
  remember("last outcome", () =>
    process.argv.includes(AFTER_RESTORE)
      ? (JSON.parse(readFileSync(STANDARD_INPUT, "utf8")) as RestoreOutcome)
      : undefined,
  );

/** Has the site's server listen once the parent has let go of the port. Without a parent, it listens at once. */
export function prepareServer(server: Server) {
  site.server = server;
  if (!process.send) return;
  remember("end with parent", () => {
    endWithParent(() => process.kill(process.pid, "SIGKILL"));
    process.channel?.unref();
  });
  server.listen = (...given: unknown[]) => {
    process.once("message", () => {
      // From now on the socket keeps this process alive.
      process.channel?.unref();
      NetServer.prototype.listen.apply(server, given as [number]);
    });
    process.channel?.ref();
    process.send!("ready");
    return server;
  };
}

/** What both bundles know of the site. While a backup is restored, it is closed: every request gets the page that waits. */
export const site = remember(
  "running site",
  (): {
    waiting?: Waiting;
    running: Set<ServerResponse>;
    /** Undefined in development, which has another server. */
    server?: Server;
  } => ({ running: new Set() }),
);

export const unlessClosed =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    if (site.waiting) return answerWaiting(site.waiting, request, response);
    site.running.add(response);
    response.once("close", () => site.running.delete(response));
    listener(request, response);
  };

const RECHECK_MS = 20;

/** Time limit for answers that were cut to tidy up. */
const TIDY_MS = 5000;

/** Waits until all that was being answered is answered. Cuts what takes longer than `patienceMs`. */
export async function untilAnswered(patienceMs: number) {
  await untilNoneRuns(patienceMs);
  for (const response of site.running) response.socket?.destroy();
  await untilNoneRuns(TIDY_MS);
}

async function untilNoneRuns(limitMs: number) {
  const end = performance.now() + limitMs;
  while (site.running.size > 0 && performance.now() < end)
    await wait(RECHECK_MS);
}
