import { lockFile } from "#db/file-lock.server.ts";
import { remember } from "../core/remember.server.ts";
import { getSettings } from "../core/settings.server.ts";

/** Locks the database for this process; undefined when another site or a restore has it. */
export const takeSiteLock = () =>
  lockFile(`${getSettings().DATABASE_PATH}.lock`);

/**
 * Makes this process the only site on its database, until it ends in whatever way. Two of them would take
 * each other's uploads for leftovers. When another site runs, the process ends with one line.
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
