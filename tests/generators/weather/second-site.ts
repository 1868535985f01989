import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startSecondSite } from "../../setup/processes/second-site.ts";
import type { Site } from "../../setup/processes/site.ts";

/** While the store is away it can't see that another site has it, so it ends when the store is back. */
const ENDS_WITHIN_MS = 60_000;

/**
 * Starts a second site on the store, with a copy of the database.
 * @throws {Error} if it doesn't end with one line
 */
export async function watchSecondSite(site: Site) {
  const folder = mkdtempSync(path.join(tmpdir(), "painted-rocks-second-"));
  try {
    const copied = path.join(folder, "site.sqlite");
    site.alter(`VACUUM INTO '${copied}'`);
    const { child, ended } = await startSecondSite({
      databasePath: copied,
      mediaDir: site.mediaDir,
    });
    await Promise.race([ended, pause(ENDS_WITHIN_MS)]);
    child.kill("SIGKILL");
    const { status, lines } = await ended;
    if (status !== 1 || !lines.at(-1)?.startsWith("Another site is running on"))
      throw new Error(
        `A second site on the store must end with status 1 and one line, and not with ${status}: ${lines.join("\n")}`,
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
