import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { closeDb } from "#db/client.server.ts";
import { getSettings } from "#core/settings.server.ts";

/**
 * Makes a database as an earlier version left it.
 * @param last index of that version's last migration
 */
export function makeOldDatabase(last: number, sql: string) {
  closeDb();
  const migrations = `${path.dirname(getSettings().DATABASE_PATH)}/old-migrations`;
  cpSync("db/migrations", migrations, { recursive: true });
  const journal = `${migrations}/meta/_journal.json`;
  const { entries, ...rest } = JSON.parse(readFileSync(journal, "utf8")) as {
    entries: { idx: number }[];
  };
  const older = entries.filter(({ idx }) => idx <= last);
  writeFileSync(journal, JSON.stringify({ ...rest, entries: older }));
  const { DATABASE_PATH } = getSettings();
  for (const more of ["", "-wal", "-shm"])
    rmSync(DATABASE_PATH + more, { force: true });
  const client = new Database(DATABASE_PATH);
  client.pragma("foreign_keys = ON");
  migrate(drizzle(client), { migrationsFolder: migrations });
  client.exec(sql);
  client.close();
}
