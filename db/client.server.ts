import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
} from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import {
  drizzle,
  type BetterSQLite3Database,
} from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { LRUCache } from "lru-cache";
import { addressForm } from "#core/address-form.server.ts";
import { foldText } from "#core/fold.ts";
import { remember } from "#core/remember.server.ts";
import { DomainError } from "#core/errors.ts";
import { getSettings, applySiteSettings } from "#core/settings.server.ts";
import { isOfDamage, noteDamage } from "./damage.server.ts";
import { keepFindWords } from "./find-words.server.ts";
import * as schema from "./schema.ts";

export type Db = BetterSQLite3Database<typeof schema> & {
  $client: Database.Database;
};
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

const MIGRATIONS = "db/migrations";
/** Milliseconds that a write waits for another process, and everybody with it: SQLite runs in the main thread. */
export const BUSY_MS = 1000;
/** The database holds visitors' names and addresses, so only the site's own user may read it. */
const OWNER_ONLY = 0o600;

/** Keeps each connection: on Node 24, better-sqlite3 crashes once a closed database is garbage collected. */
const opened: Database.Database[] = [];

export function connect(file: string, options?: Database.Options) {
  const client = new Database(file, options);
  opened.push(client);
  return client;
}

const STATEMENTS_MAX = 300;

/** Compiles each SQL text once. Drizzle compiles anew for each query, which takes longer than most queries run. */
function keepStatements(client: Database.Database): Database.Database {
  const statements = new LRUCache<string, Database.Statement>({
    max: STATEMENTS_MAX,
    memoMethod: (text) =>
      noticing(client, () => watch(client, client.prepare(text))),
  });
  const prepare = (text: string) => {
    const statement = statements.memo(text);
    // Drizzle asks for rows as arrays when it needs them.
    return statement.reader ? statement.raw(false) : statement;
  };
  return Object.create(client, {
    prepare: { value: prepare },
  }) as typeof client;
}

/** Runs something with a database, and stops all writing to it if that shows that it is damaged. */
function noticing<T>(client: Database.Database, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (isOfDamage(error)) stopWriting(client, (error as Error).message);
    throw error;
  }
}

function stopWriting(client: Database.Database, reason: string) {
  if (noteDamage(reason)) client.pragma("query_only = ON");
}

/** Makes a statement notice damage, wherever it runs. */
function watch(client: Database.Database, statement: Database.Statement) {
  for (const name of ["run", "get", "all"] as const) {
    const own = statement[name].bind(statement) as (
      ...values: unknown[]
    ) => never;
    statement[name] = (...values: unknown[]) =>
      noticing(client, () => own(...values));
  }
  return statement;
}

/** Stops all writing to the site's database, because it was found to be damaged. @param reason SQLite's words */
export const stopWritingSite = (reason: string) =>
  void (site.db ? stopWriting(site.db.$client, reason) : noteDamage(reason));

/** Opens a database file. Creates it if it is missing, and migrates it after copying it beside itself. */
export function openDb(file: string): Db {
  mkdirSync(path.dirname(file), { recursive: true });
  const existed = existsSync(file);
  closeSync(openSync(file, "a", OWNER_ONLY));
  restrictAccess(file);
  const client = connect(file);
  requireKnownVersion(client);
  client.pragma("journal_mode = WAL");
  client.pragma("synchronous = FULL");
  client.pragma("foreign_keys = ON");
  client.pragma(`busy_timeout = ${BUSY_MS}`);
  client.function("address_form", { deterministic: true }, (written) =>
    addressForm(String(written)),
  );
  client.function("fold", { deterministic: true }, (text) =>
    foldText(String(text)),
  );
  const db = Object.assign(drizzle(keepStatements(client), { schema }), {
    $client: client,
  });
  if (existed && isBehind(client)) {
    client.pragma("wal_checkpoint(TRUNCATE)");
    copyFileSync(file, `${file}.before-migration`);
  }
  migrate(db, { migrationsFolder: MIGRATIONS });
  keepFindWords(client);
  return db;
}

/** Lets only the owner read a database with its logs, locks and copies. nginx may read the store beside it. */
function restrictAccess(file: string) {
  const { dir, base } = path.parse(path.resolve(file));
  for (const name of readdirSync(dir))
    if (
      name.startsWith(base) &&
      /^(-wal|-shm|\.before-.+|\.(.+-)?lock)?$/.test(name.slice(base.length))
    )
      chmodSync(path.join(dir, name), OWNER_ONLY);
}

const newestMigration = () =>
  readMigrationFiles({ migrationsFolder: MIGRATIONS }).at(-1)?.folderMillis ??
  0;

/** The time of the newest migration that a database has. Undefined if it has none. */
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

/** Whether a database lacks migrations that this version of the site makes when it starts. */
export const isBehind = (client: Database.Database) =>
  (lastApplied(client) ?? Infinity) < newestMigration();

export const isNewerThanUs = (client: Database.Database) =>
  (lastApplied(client) ?? 0) > newestMigration();

/** An older program doesn't know what a newer one has promised, such as how exactly the public may know a place. */
export function requireKnownVersion(client: Database.Database) {
  if (isNewerThanUs(client))
    throw new DomainError(
      "unavailable",
      `The database ${client.name} is of a newer version of the site. Update the site, or restore a backup of this version.`,
    );
}

const site = remember(
  "database",
  (): { db?: Db; isClosedForGood?: boolean } => ({}),
);

/** The site's database, opened at the first call. Its settings are in force from then on. */
export function getDb(): Db {
  if (site.isClosedForGood) throw new Error("The database is closed.");
  return site.db ?? hold(openDb(getSettings().DATABASE_PATH));
}

function hold(db: Db) {
  applySettingsIn(db.$client);
  return (site.db = db);
}

/** Kilobytes that a thread's connection keeps. It reads whole tables once, so more would not make it faster. */
const THREAD_CACHE_KB = 2000;

/** Reads the site's database from now on without writing it. For a thread beside the site, which has it open. */
export function readOnly() {
  const client = connect(getSettings().DATABASE_PATH, {
    readonly: true,
    fileMustExist: true,
  });
  client.pragma(`cache_size = -${THREAD_CACHE_KB}`);
  hold(
    Object.assign(drizzle(keepStatements(client), { schema }), {
      $client: client,
    }),
  );
}

/** Reads and writes another file as the site's database from now on. For a process that works on a copy. */
export function switchDb(file: string) {
  closeDb();
  hold(openDb(file));
}

/** Closes the site's database. Later uses in this process fail. */
export function closeDbForGood() {
  closeDb();
  site.isClosedForGood = true;
}

export function closeDb() {
  site.db?.$client.close();
  site.db = undefined;
}

export function applySettingsIn(client: Database.Database) {
  const rows = client
    .prepare<[], [string, string]>(
      "SELECT name, value FROM settings ORDER BY name",
    )
    .raw()
    .all();
  applySiteSettings(Object.fromEntries(rows));
}
