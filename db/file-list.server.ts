import { rmSync } from "node:fs";
import { connect } from "./client.server.ts";

/** A file that was taken from the store. */
export interface ListedFile {
  path: string;
  /** Of the file in the store when it was taken. */
  bytes: number;
  mtime_ms: number;
  /** The checksum that it was expected to have; null when nobody knew. */
  wanted: string | null;
  /** Of what was taken, which is an earlier copy if the file in the store is damaged. */
  size: number;
  sha256: string;
}

/** A list of files that may not fit into memory. It is a database of its own, which is deleted when it is closed. */
export function openFileList(file: string) {
  rmSync(file, { force: true });
  const db = connect(file);
  db.pragma("journal_mode = OFF");
  db.pragma("synchronous = OFF");
  db.exec(
    "CREATE TABLE files (path TEXT PRIMARY KEY, bytes, mtime_ms, wanted, size, sha256, round INTEGER) WITHOUT ROWID",
  );
  // One transaction that is never committed, because each would write to the disk.
  db.exec("BEGIN");
  const find = db.prepare<[string], ListedFile>(
    "SELECT * FROM files WHERE path = ?",
  );
  const put = db.prepare(
    "INSERT OR REPLACE INTO files VALUES (@path, @bytes, @mtime_ms, @wanted, @size, @sha256, @round)",
  );
  const mark = db.prepare(
    "UPDATE files SET round = ?, wanted = ? WHERE path = ?",
  );
  const count = db.prepare<[], { files: number; bytes: number }>(
    "SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM files",
  );
  const drop = db.prepare("DELETE FROM files WHERE path = ?");
  const next = db.prepare<[string], ListedFile & { round: number }>(
    "SELECT * FROM files WHERE path > ? ORDER BY path LIMIT 1000",
  );
  return {
    find: (path: string) => find.get(path),
    put: (listed: ListedFile, round: number) =>
      void put.run({ ...listed, round }),
    /** Notes the round in which a file was last asked for, and the expectation of it then. */
    mark: (path: string, wanted: string | null, round: number) =>
      void mark.run(round, wanted, path),
    drop: (path: string) => void drop.run(path),
    count: () => count.get()!,
    /** All files by path; each may be dropped on the way. */
    *all() {
      for (
        let rows = next.all("");
        rows.length > 0;
        rows = next.all(rows.at(-1)!.path)
      )
        yield* rows;
    },
    close() {
      db.close();
      rmSync(file, { force: true });
    },
  };
}
export type FileList = ReturnType<typeof openFileList>;
