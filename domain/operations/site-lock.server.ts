import { lockFile } from "#db/file-lock.server.ts";
import { remember } from "../core/remember.server.ts";
import { getSettings } from "../core/settings.server.ts";

/** Locks the database for this process; undefined when another site or a restore has it. */
export const takeSiteLock = () =>
  lockFile(`${getSettings().DATABASE_PATH}.lock`);

/**
 * Makes this process the only site on its database until it ends. Two sites would remove each other's uploads as
 * leftovers. If another site runs, the process ends with one line.
 */
export function holdSiteLock() {
  remember("site lock", () => takeSiteLock() ?? endForAnotherSite());
}

function endForAnotherSite(): never {
  process.stderr.write(
    `Another site is running on ${getSettings().DATABASE_PATH}. Stop it first, or set another DATABASE_PATH and MEDIA_DIR.\n`,
  );
  process.exit(1);
}
