import { readFileSync } from "node:fs";
import { Server as NetServer } from "node:net";
import type { Server } from "node:http";
import type { RestoreOutcome } from "#domain/restore/restore-report.server.ts";
import { remember } from "#core/remember.server.ts";
import { noteServer } from "./closed-site.server.ts";
import type { WaitingTexts } from "./waiting-page.server.ts";

/** The site as the child of another process, which starts it again when it has restored a backup. */

/** The restore that the parent runs once the site has ended. */
export interface RestoreTask {
  name: string;
  place: string;
  /** Whether it is a file that was sent for this, and is removed afterwards. */
  isSent?: true;
  /** The folder of a backup of the present state, which is made first. */
  backupDir?: string;
  /** The settings in force that the commands need. */
  env: NodeJS.ProcessEnv;
  texts: WaitingTexts;
}

/** Says that the site starts after a restore. */
export const AFTER_RESTORE = "--after-restore";

const STANDARD_INPUT = 0;

/**
 * Result of the restore before this start; undefined if there was none. The parent writes it to the standard input,
 * because an argument ends at 128 kB, and a backup may lack more names than that.
 */
export const lastOutcome = () =>
  remember("last outcome", () =>
    process.argv.includes(AFTER_RESTORE)
      ? (JSON.parse(readFileSync(STANDARD_INPUT, "utf8")) as RestoreOutcome)
      : undefined,
  );

/** Has the site's server listen once the parent has let go of the port. Without a parent, it listens at once. */
export function prepareServer(server: Server) {
  noteServer(server);
  if (!process.send) return;
  remember("end with parent", endWithParent);
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

function endWithParent() {
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  // Ctrl+C reaches both processes, so the signal comes twice.
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {});
  process.channel?.unref();
}
