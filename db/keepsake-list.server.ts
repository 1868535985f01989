import { connect } from "./client.server.ts";

export interface KeepsakeEntry {
  /** Within the zip. */
  path: string;
  /** Of a page; null for a file of the store. */
  content: string | Uint8Array | null;
  /** Where a file of the store is on the disk; null for a page. */
  file: string | null;
  bytes: number;
  mtime_ms: number;
}

/**
 * The files of a keepsake in the making, which may not fit into memory. Added files survive a kill, so that no
 * page is made twice.
 */
export function openKeepsakeList(file: string) {
  const db = connect(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = NORMAL");
  db.exec(
    `CREATE TABLE IF NOT EXISTS entries (
       path TEXT PRIMARY KEY, content, file TEXT, bytes INTEGER, mtime_ms INTEGER
     ) WITHOUT ROWID`,
  );
  const put = db.prepare<[KeepsakeEntry]>(
    "INSERT OR REPLACE INTO entries VALUES (@path, @content, @file, @bytes, @mtime_ms)",
  );
  const has = db.prepare<[string]>("SELECT 1 FROM entries WHERE path = ?");
  const next = db.prepare<[string], KeepsakeEntry>(
    "SELECT * FROM entries WHERE path > ? ORDER BY path LIMIT 1",
  );
  const sums = db.prepare<[], { files: number; bytes: number; pages: number }>(
    `SELECT count(*) AS files, coalesce(sum(bytes), 0) AS bytes,
            count(*) FILTER (WHERE path LIKE '%.html') AS pages FROM entries`,
  );
  return {
    /** Adds a page with its pictures, all or none of them. */
    add: db.transaction((entries: KeepsakeEntry[]) => {
      for (const entry of entries) put.run(entry);
    }),
    has: (path: string) => has.get(path) !== undefined,
    count: () => sums.get()!,
    /** All files by path. */
    *all() {
      for (let entry = next.get(""); entry; entry = next.get(entry.path))
        yield entry;
    },
    close: () => void db.close(),
  };
}
export type KeepsakeList = ReturnType<typeof openKeepsakeList>;
