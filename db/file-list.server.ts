import { rmSync } from "node:fs";
import { connect } from "./client.server.ts";

export interface ListedFile {
  path: string;
  bytes: number;
  mtime_ms: number;
  sha256: string;
}

/** A list of files that may not fit into memory. It is a database of its own, which is deleted when it is closed. */
export function openFileList(file: string) {
  rmSync(file, { force: true });
  const db = connect(file);
  db.pragma("journal_mode = OFF");
  db.pragma("synchronous = OFF");
  db.exec(
    "CREATE TABLE files (path TEXT PRIMARY KEY, bytes, mtime_ms, sha256, round INTEGER) WITHOUT ROWID",
  );
  const find = db.prepare<[string], ListedFile>(
    "SELECT path, bytes, mtime_ms, sha256 FROM files WHERE path = ?",
  );
  const put = db.prepare(
    "INSERT OR REPLACE INTO files VALUES (@path, @bytes, @mtime_ms, @sha256, @round)",
  );
  const mark = db.prepare("UPDATE files SET round = ? WHERE path = ?");
  const drop = db.prepare("DELETE FROM files WHERE path = ?");
  const next = db.prepare<[string], ListedFile & { round: number }>(
    "SELECT * FROM files WHERE path > ? ORDER BY path LIMIT 1",
  );
  return {
    find: (path: string) => find.get(path),
    put: (listed: ListedFile, round: number) =>
      void put.run({ ...listed, round }),
    /** Notes in which round a file was last asked for. */
    mark: (path: string, round: number) => void mark.run(round, path),
    drop: (path: string) => void drop.run(path),
    /** All files by path; each may be dropped on the way. */
    *all() {
      for (let row = next.get(""); row; row = next.get(row.path)) yield row;
    },
    close() {
      db.close();
      rmSync(file, { force: true });
    },
  };
}
export type FileList = ReturnType<typeof openFileList>;
