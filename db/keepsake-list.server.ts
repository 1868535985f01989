import { connect } from "./client.server.ts";

export interface KeepsakeEntry {
  /** Within the zip. */
  path: string;
  /** Of a page; null for a file on the disk. */
  content: string | null;
  /** A file's path on the disk; null for a page. */
  file: string | null;
  bytes: number;
  mtime_ms: number;
}

/** A page of the site, and the path of its file within the zip. */
export interface WantedPage {
  path: string;
  address: string;
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
     ) WITHOUT ROWID;
     CREATE TABLE IF NOT EXISTS wanted (
       is_book INTEGER, path TEXT, address TEXT, PRIMARY KEY (is_book, path)
     ) WITHOUT ROWID`,
  );
  const put = db.prepare<[KeepsakeEntry]>(
    "INSERT OR REPLACE INTO entries VALUES (@path, @content, @file, @bytes, @mtime_ms)",
  );
  const want = db.prepare<[WantedPage]>(
    `INSERT OR IGNORE INTO wanted SELECT @address LIKE '%/print', @path, @address
      WHERE NOT EXISTS (SELECT 1 FROM entries WHERE path = @path)`,
  );
  const forget = db.prepare<[string]>("DELETE FROM wanted WHERE path = ?");
  // Books lead to no further pages. After all others it is known how many there are.
  const wanted = db.prepare<[], WantedPage>(
    "SELECT path, address FROM wanted ORDER BY is_book, path LIMIT 1",
  );
  const next = db.prepare<[string], KeepsakeEntry>(
    "SELECT * FROM entries WHERE path > ? ORDER BY path LIMIT 1",
  );
  const sums = db.prepare<
    [],
    { files: number; bytes: number; pages: number; wanted: number }
  >(
    `SELECT count(*) AS files, coalesce(sum(bytes), 0) AS bytes,
            count(*) FILTER (WHERE path LIKE '%.html') AS pages,
            (SELECT count(*) FROM wanted) AS wanted FROM entries`,
  );
  return {
    want: (page: WantedPage) => void want.run(page),
    /** Adds a page with its files, and wants those that it leads to: all or nothing. */
    add: db.transaction(
      (entries: KeepsakeEntry[], pages: WantedPage[] = []) => {
        for (const entry of entries) {
          put.run(entry);
          forget.run(entry.path);
        }
        for (const page of pages) want.run(page);
      },
    ),
    /** The next page to be made; undefined when all are. */
    nextWanted: () => wanted.get(),
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
