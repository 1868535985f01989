import { findDamage, type Beside } from "#db/copy.server.ts";
import { DomainError } from "#domain/core/errors.ts";
import { damaged } from "../backup/damage.server.ts";
import { openSite, requireStoreOf } from "../store/site-beside.server.ts";

export const NOT_CHECKED = "nothing was checked";

/**
 * Runs something with the site's database, for reading, beside a site that may run.
 * @throws {DomainError} not_found without a database; unavailable when it is damaged or of another version, or the store is away
 */
export async function withSite<T>(run: (db: Beside) => Promise<T>): Promise<T> {
  const db = openSite();
  try {
    await requireSound(db);
    requireVersion(db);
    requireStoreOf(db, NOT_CHECKED);
    return await run(db);
  } finally {
    db.close();
  }
}

async function requireSound(db: Beside) {
  const damage = findDamage(db, "quick_check");
  if (damage) throw await damaged(damage);
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
