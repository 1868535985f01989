import { findDamage, type SecondConnection } from "#db/copy.server.ts";
import { damaged } from "../backup/damage.server.ts";
import { openSite, requireStoreOf } from "../store/open-site.server.ts";

export const NOT_CHECKED = "nothing was checked";

/**
 * Runs something with the site's database, for reading, beside a site that may run.
 * @throws {DomainError} not_found without a database; unavailable when it is damaged or of another version, or the store is away
 */
export async function withSite<T>(
  run: (db: SecondConnection) => Promise<T>,
): Promise<T> {
  const db = openSite();
  try {
    await requireSound(db);
    requireStoreOf(db, NOT_CHECKED);
    return await run(db);
  } finally {
    db.close();
  }
}

async function requireSound(db: SecondConnection) {
  const damage = findDamage(db, "quick_check");
  if (damage) throw await damaged(damage);
}
