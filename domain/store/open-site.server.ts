import { existsSync } from "node:fs";
import {
  isBehind,
  requireKnownVersion,
  applySettingsIn,
} from "#db/client.server.ts";
import {
  openSecondConnection,
  type SecondConnection,
} from "#db/copy.server.ts";
import { DomainError } from "#core/errors.ts";
import { getSettings } from "#core/settings.server.ts";
import { storeRoot } from "./disk.server.ts";
import { storeIdIn } from "./identity.server.ts";
import { readStoreId } from "./store-id.server.ts";

/** For commands that work beside a site, which may be running. */

export function requireDatabase() {
  const { DATABASE_PATH } = getSettings();
  if (!existsSync(DATABASE_PATH))
    throw new DomainError(
      "not_found",
      `There is no site here: no database is at ${DATABASE_PATH}.`,
    );
}

/** Opens the site's database for reading. Its settings are in force from then on. */
export function openSite(): SecondConnection {
  requireDatabase();
  const db = openSecondConnection(getSettings().DATABASE_PATH);
  try {
    requireKnownVersion(db);
    if (isBehind(db))
      throw new DomainError(
        "unavailable",
        "The database is of an older version. Start the site once, which updates it.",
      );
    applySettingsIn(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A store that is away looks empty. @param consequence ends the refusal, such as "nothing was backed up" */
export function requireStoreOf(site: SecondConnection, consequence: string) {
  const id = storeIdIn(site);
  if (id !== undefined && readStoreId() !== id)
    throw new DomainError(
      "unavailable",
      `${storeRoot()} is not this site's store: ${consequence}.`,
    );
}
