import Database from "better-sqlite3";

/** Holds a database's write lock, as another process would, until the returned function is called. */
export function holdLock(file: string) {
  const other = new Database(file);
  other.exec("BEGIN IMMEDIATE");
  return () => {
    other.exec("COMMIT");
    other.close();
  };
}
