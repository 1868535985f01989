import path from "node:path";
import { connect, getDb } from "#db/client.server.ts";
import type { SecondConnection } from "#db/copy.server.ts";
import { hasNoPassword } from "#domain/account/credentials.server.ts";
import { getSettings } from "#core/settings.server.ts";
import type { Backup } from "./answers.ts";
import { DATABASE } from "./manifest.server.ts";

/** Nobody misses the data of an empty site, which nobody has set up. */

const SIGNS = [
  "secrets WHERE name = 'password'",
  "rocks",
  "rock_posts",
  "albums",
];

const hasSigns = (db: Pick<SecondConnection, "prepare">) =>
  SIGNS.some((rows) => db.prepare(`SELECT 1 FROM ${rows} LIMIT 1`).get());

export const isSetUp = () => !hasNoPassword() || hasSigns(getDb().$client);

/** The newest of these backups whose site was set up; undefined if there is none that can be read. */
export function findSetUp(backups: Backup[]): Backup | undefined {
  const { BACKUP_DIR } = getSettings();
  return backups.find(({ name }) => {
    let db: SecondConnection | undefined;
    try {
      db = connect(path.join(path.resolve(BACKUP_DIR!), name, DATABASE), {
        readonly: true,
      });
      return hasSigns(db);
    } catch {
      return false;
    } finally {
      db?.close();
    }
  });
}
