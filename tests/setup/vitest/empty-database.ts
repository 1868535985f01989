import { copyFileSync, rmSync } from "node:fs";

const EMPTY = ".cache/empty.sqlite";

/** Vitest calls it once, before the tests, because migrating a new database takes longer than most of them. */
export default async function makeEmptyDatabase() {
  const { openDb } = await import("#db/client.server.ts");
  for (const more of ["", "-wal", "-shm"])
    rmSync(EMPTY + more, { force: true });
  openDb(EMPTY).$client.close();
}

/** Copies the empty database to a path. */
export const copyEmptyDatabase = (file: string) => copyFileSync(EMPTY, file);
