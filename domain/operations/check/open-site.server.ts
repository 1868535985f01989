import { existsSync } from "node:fs";
import { openBeside, type Beside } from "#db/copy.server.ts";
import { DomainError } from "#domain/core/errors.ts";
import { getSettings } from "#domain/core/settings.server.ts";
import { storeRoot } from "#domain/store/disk.server.ts";
import { storeIdIn } from "#domain/store/identity.server.ts";
import { readStoreId } from "#domain/store/store-id.server.ts";

/**
 * Runs something with the site's database, for reading, beside a site that may run.
 * @throws {DomainError} not_found without a database; unavailable when it is of an older version, or the store is away
 */
export async function withSite<T>(run: (db: Beside) => Promise<T>): Promise<T> {
  const { DATABASE_PATH } = getSettings();
  if (!existsSync(DATABASE_PATH))
    throw new DomainError(
      "not_found",
      `There is nothing to check: no database is at ${DATABASE_PATH}.`,
    );
  const db = openBeside(DATABASE_PATH);
  try {
    requireVersion(db);
    requireStoreOf(db);
    return await run(db);
  } finally {
    db.close();
  }
}

function requireVersion(db: Beside) {
  if (
    !db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'site_files'").get()
  )
    throw new DomainError(
      "unavailable",
      "The database is of an older version. Start the site once, which updates it.",
    );
}

/** In a store that is away everything seems to be missing. @throws {DomainError} unavailable */
export function requireStoreOf(db: Beside) {
  const id = storeIdIn(db);
  if (id !== undefined && readStoreId() !== id)
    throw new DomainError(
      "unavailable",
      `${storeRoot()} is not this site's store: nothing was checked.`,
    );
}
