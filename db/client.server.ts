import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
} from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import {
  drizzle,
  type BetterSQLite3Database,
} from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { remember } from "#domain/core/remember.server.ts";
import { getSettings } from "#domain/core/settings.server.ts";
import * as schema from "./schema.ts";

export type Db = BetterSQLite3Database<typeof schema> & {
  $client: Database.Database;
};
/** What a transaction hands to its function. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

const MIGRATIONS = "db/migrations";
/** How long a write waits for another process that writes. */
export const BUSY_MS = 5000;
/** Names and addresses of visitors are in it: nobody but the site's own user may read it. */
const OWNER_ONLY = 0o600;

/**
 * Kept until the process ends: on Node 24 better-sqlite3 brings it down where a database that was
 * closed is garbage collected.
 */
const opened: Database.Database[] = [];

export function connect(file: string, options?: Database.Options) {
  const client = new Database(file, options);
  opened.push(client);
  return client;
}

/** Statements of a connection that are kept compiled, those used last. */
const STATEMENTS_MAX = 300;

/**
 * The same connection for Drizzle, which compiles every query anew: that takes longer than most of them run,
 * and what was compiled is freed only when the garbage collector comes by. A text has one compiled statement.
 */
function keepStatements(client: Database.Database): Database.Database {
  const kept = new Map<string, Database.Statement>();
  const prepare = (text: string) => {
    const statement = kept.get(text) ?? client.prepare(text);
    kept.delete(text);
    kept.set(text, statement);
    if (kept.size > STATEMENTS_MAX) kept.delete(kept.keys().next().value!);
    // Drizzle asks for rows as arrays where it needs them.
    return statement.reader ? statement.raw(false) : statement;
  };
  return Object.create(client, {
    prepare: { value: prepare },
  }) as typeof client;
}

/** Opens a database file, made and migrated where needed; before a migration it is copied beside itself. */
export function openDb(file: string): Db {
  mkdirSync(path.dirname(file), { recursive: true });
  const existed = existsSync(file);
  closeSync(openSync(file, "a", OWNER_ONLY));
  restrictAccess(file);
  const client = connect(file);
  client.pragma("journal_mode = WAL");
  client.pragma("synchronous = FULL");
  client.pragma("foreign_keys = ON");
  client.pragma(`busy_timeout = ${BUSY_MS}`);
  const db = Object.assign(drizzle(keepStatements(client), { schema }), {
    $client: client,
  });
  if (existed && isBehind(client)) {
    client.pragma("wal_checkpoint(TRUNCATE)");
    copyWhole(file, `${file}.before-migration`);
  }
  migrate(db, { migrationsFolder: MIGRATIONS });
  return db;
}

/**
 * Takes everybody else's right to read away from a database and from what is kept of it beside it: its log,
 * and copies from before a migration or a restore. SQLite gives new logs the database's own rights. The
 * folder keeps its rights because the store may be in it, which nginx reads as another user.
 */
function restrictAccess(file: string) {
  const { dir, base } = path.parse(path.resolve(file));
  for (const name of readdirSync(dir))
    if (
      name.startsWith(base) &&
      /^(-wal|-shm|\.before-.+)?$/.test(name.slice(base.length))
    )
      chmodSync(path.join(dir, name), OWNER_ONLY);
}

/** A copy that is there is whole, on the disk, and has the rights of what it is a copy of. */
function copyWhole(from: string, to: string) {
  const part = `${to}.part`;
  copyFileSync(from, part);
  const copied = openSync(part, "r+");
  fsyncSync(copied);
  closeSync(copied);
  renameSync(part, to);
}

/** When the newest migration there is was made, in milliseconds since 1970. */
const newestMigration = () =>
  readMigrationFiles({ migrationsFolder: MIGRATIONS }).at(-1)?.folderMillis ??
  0;

/** When the newest migration that a database has was made; undefined where it has none. */
function lastApplied(client: Database.Database) {
  const table = client
    .prepare("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'")
    .get();
  if (!table) return undefined;
  const applied = client
    .prepare<[], { at: number | null }>(
      "SELECT max(created_at) AS at FROM __drizzle_migrations",
    )
    .get();
  return Number(applied?.at ?? 0);
}

const isBehind = (client: Database.Database) =>
  (lastApplied(client) ?? Infinity) < newestMigration();

/** Whether a database has migrations that this version of the site does not know. */
export const isNewerThanUs = (client: Database.Database) =>
  (lastApplied(client) ?? 0) > newestMigration();

/** Holds no database before the first call. */
const site = remember("database", (): { db?: Db } => ({}));

/** The site's database, opened at the first call. */
export function getDb(): Db {
  return (site.db ??= openDb(getSettings().DATABASE_PATH));
}

export function closeDb() {
  site.db?.$client.close();
  site.db = undefined;
}
