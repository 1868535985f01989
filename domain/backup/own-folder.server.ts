import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { DomainError } from "#core/errors.ts";
import { getSettings } from "#core/settings.server.ts";
import { storeRoot } from "#domain/store/disk.server.ts";

/**
 * Backups inside the store would be backed up themselves, and be lost with it.
 * @throws {DomainError} bad_input when BACKUP_DIR is inside the store, or the reverse
 */
export function requireOwnFolder() {
  const { BACKUP_DIR } = getSettings();
  if (BACKUP_DIR && isNested(BACKUP_DIR, storeRoot()))
    throw new DomainError(
      "bad_input",
      `BACKUP_DIR is ${JSON.stringify(BACKUP_DIR)}, and the store is in ${JSON.stringify(storeRoot())}; neither may be inside the other.`,
    );
}

/** Whether two folders are one, or one of them is inside the other, once links are resolved. */
function isNested(one: string, other: string) {
  const [a = "", b = ""] = [one, other].map((folder) =>
    path.join(realPath(path.resolve(folder)), path.sep),
  );
  return a.startsWith(b) || b.startsWith(a);
}

/** The folder need not exist. */
const realPath = (folder: string): string =>
  existsSync(folder)
    ? realpathSync(folder)
    : path.join(realPath(path.dirname(folder)), path.basename(folder));
