import type { Database } from "better-sqlite3";
import { applySiteSettings } from "#core/settings.server.ts";

/** Puts the settings that are in the site's database in force. One of an older version may have none. */
export function applySettingsIn(client: Database) {
  const table = client
    .prepare("SELECT 1 FROM sqlite_master WHERE name = 'settings'")
    .get();
  const rows = table
    ? client
        .prepare<[], { name: string; value: string }>(
          "SELECT name, value FROM settings ORDER BY name",
        )
        .all()
    : [];
  applySiteSettings(
    Object.fromEntries(rows.map(({ name, value }) => [name, value])),
  );
}
