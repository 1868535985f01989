import { copyFileSync, rmSync } from "node:fs";

const EMPTY = ".cache/empty.sqlite";

/** Vitest calls it before the tests, because the migrations of a database take longer than most of them. */
export default async function makeEmptyDatabase() {
  const { openDb } = await import("#db/client.server.ts");
  for (const more of ["", "-wal", "-shm"])
    rmSync(EMPTY + more, { force: true });
  openDb(EMPTY).$client.close();
}

/** Puts an empty database in a place where there is none. */
export const putEmptyDatabase = (place: string) => copyFileSync(EMPTY, place);
