import { connect } from "./client.server.ts";

/** Reads a database that stands beside the site's own connection, as it is: nothing is migrated. */
export function openBeside(file: string) {
  const client = connect(file, { fileMustExist: true });
  client.pragma("busy_timeout = 5000");
  return client;
}
export type Beside = ReturnType<typeof openBeside>;

/** Writes a copy of a database as it is at this moment, whoever writes to it meanwhile; none may be there yet. */
export const copyDatabase = (from: Beside, to: string) =>
  void from.prepare("VACUUM INTO ?").run(to);

/** What is wrong with a database file, in SQLite's own words; undefined where nothing is. */
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
 * Whether no other process has a database open. What stands in its write-ahead log goes into the file
 * itself, which then is the whole of it.
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
