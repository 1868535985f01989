import { readFileSync } from "node:fs";
import { Server as NetServer } from "node:net";
import type { Server } from "node:http";
import type { RestoreOutcome } from "#domain/restore/restore-report.server.ts";
import { remember } from "#domain/core/remember.server.ts";
import { noteServer } from "./closed-site.server.ts";

/**
 * After a restore, a new process is the site, so that nothing of the old one is left in memory. The first process stays
 * and watches over it, because whoever has started the site knows that one. It hands its socket over, so that no
 * connection is refused.
 */

/** What the process before is asked to restore. */
export interface RestoreTask {
  name: string;
  place: string;
  /** Whether it is a file that was sent for this, and is removed afterwards. */
  isSent?: true;
  /** Whether a backup of the present state is made first. */
  backsUpFirst: boolean;
  /** The site's name. */
  siteName: string;
}

/** What this process tells the one that watches over it. */
export type FromSite =
  { is: "ready" } | { is: "listening" } | { is: "restore"; task: RestoreTask };

/** Says that a process takes the place of another one. */
export const ARGUMENT = "--takes-place";

const takesPlace = () => process.argv.includes(ARGUMENT);

/**
 * How the restore before this process has ended; undefined if there was none. The process before writes it to this
 * one's standard input, because an argument ends at 128 kB, and a backup may lack more names than that.
 */
export const lastOutcome = () =>
  remember("last outcome", () =>
    takesPlace()
      ? (JSON.parse(readFileSync(STANDARD_INPUT, "utf8")) as RestoreOutcome)
      : undefined,
  );

const STANDARD_INPUT = 0;

/** The process that watches over this one; undefined if nobody does. */
export const watcher = () =>
  takesPlace()
    ? (message: FromSite, socket?: NetServer) =>
        void process.send?.(message, socket)
    : undefined;

/** Has the site's server listen on the socket of the process before, if there was one. */
export function prepareServer(server: Server) {
  noteServer(server);
  const tell = watcher();
  if (!tell) return;
  remember("end with watcher", endWithWatcher);
  server.listen = (...given: unknown[]) => {
    const onListen = given.find((one) => typeof one === "function");
    process.once("message", (_message, socket: NetServer) => {
      NetServer.prototype.listen.call(server, socket, () => {
        // From now on the socket keeps this process alive.
        process.channel?.unref();
        tell({ is: "listening" });
        (onListen as (() => void) | undefined)?.();
      });
    });
    // Until it has the socket, nothing else may.
    process.channel?.ref();
    tell({ is: "ready" });
    return server;
  };
}

function endWithWatcher() {
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  // Ctrl+C reaches both processes, so the signal comes twice.
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {});
  process.channel?.unref();
}
