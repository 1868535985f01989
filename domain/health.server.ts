import { access, constants } from "node:fs/promises";
import { getDb } from "#db/client.server.ts";
import { requireRoom, storeRoot } from "./media-store.server.ts";

type Part = "ok" | "down";

export interface Health {
  status: "ok" | "degraded" | "down";
  database: Part;
  media: Part;
  queue: Part;
}

/** Whether database and store can be written. The embedded queue lives and dies with the site. */
export async function readHealth(): Promise<Health> {
  const database = canWriteDatabase() ? "ok" : "down";
  const media = await requireRoom()
    .then(() => access(storeRoot(), constants.W_OK))
    .then(
      (): Part => "ok",
      (): Part => "down",
    );
  return {
    status: database === "ok" && media === "ok" ? "ok" : "down",
    database,
    media,
    queue: "ok",
  };
}

function canWriteDatabase() {
  try {
    // Takes the write lock and gives it back: nothing is written, but a read-only file says so.
    getDb().$client.exec("BEGIN IMMEDIATE; ROLLBACK");
    return true;
  } catch {
    return false;
  }
}
