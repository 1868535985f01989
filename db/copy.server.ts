import { connect } from "./client.server.ts";

/** Opens a database for reading, beside the connection of the site itself. Migrates nothing. */
export function openSecondConnection(file: string) {
  const client = connect(file, { fileMustExist: true });
  client.pragma("busy_timeout = 5000");
  return client;
}
export type SecondConnection = ReturnType<typeof openSecondConnection>;

/** Writes a consistent copy of a database, even while others write to it. The target must not exist. */
export const copyDatabase = (from: SecondConnection, to: string) =>
  void from.prepare("VACUUM INTO ?").run(to);

/** The faults of a database file, in SQLite's words. `quick_check` leaves out indexes, which a copy builds anew. */
export function findDamage(
  db: SecondConnection,
  check: "integrity_check" | "quick_check" = "integrity_check",
): string | undefined {
  const found = db.pragma(`${check}(1)`, { simple: true }) as string;
  if (found !== "ok") return found;
  const [orphan] = db
    .prepare<[], { table: string; parent: string }>("PRAGMA foreign_key_check")
    .all();
  return (
    orphan && `a row of ${orphan.table} points to no row of ${orphan.parent}`
  );
}

/** Whether no other process has a database open. Moves its write-ahead log into the file, which is then all of it. */
export function foldIfUnused(file: string) {
  const db = openSecondConnection(file);
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
