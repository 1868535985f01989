import { connect } from "./client.server.ts";

/** Opens another database for reading, beside the site's own connection. Migrates nothing. */
export function openBeside(file: string) {
  const client = connect(file, { fileMustExist: true });
  client.pragma("busy_timeout = 5000");
  return client;
}
export type Beside = ReturnType<typeof openBeside>;

/** Writes a consistent copy of a database, even while others write to it. The target must not exist. */
export const copyDatabase = (from: Beside, to: string) =>
  void from.prepare("VACUUM INTO ?").run(to);

/** Returns what is wrong with a database file, in SQLite's words, or undefined if it is sound. */
export function findDamage(db: Beside): string | undefined {
  const [found] = db
    .prepare<[], { integrity_check: string }>("PRAGMA integrity_check(1)")
    .all();
  if (found?.integrity_check !== "ok") return found?.integrity_check;
  const [orphan] = db
    .prepare<[], { table: string; parent: string }>("PRAGMA foreign_key_check")
    .all();
  return (
    orphan && `a row of ${orphan.table} points to no row of ${orphan.parent}`
  );
}

/**
 * Whether no other process has a database open. Moves what its write-ahead log holds into the file, so that the
 * file alone is the whole database.
 */
export function foldIfUnused(file: string) {
  const db = openBeside(file);
  try {
    db.pragma("busy_timeout = 0");
    db.pragma("journal_mode = DELETE");
    return true;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith("SQLITE_BUSY"))
      return false;
    throw error;
  } finally {
    db.close();
  }
}
