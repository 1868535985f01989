import { access, constants } from "node:fs/promises";
import { isLocked, withoutWaiting } from "#db/lock.server.ts";
import { isQueueReachable } from "./jobs/engine.server.ts";
import { requireRoom, storeRoot } from "./media-store.server.ts";

type Part = "ok" | "down";

export interface Health {
  status: "ok" | "degraded" | "down";
  database: Part;
  media: Part;
  queue: Part;
}

/** Whether database and store can be written, and whether the queue takes jobs. */
export async function readHealth(): Promise<Health> {
  const database = canWriteDatabase() ? "ok" : "down";
  const media = await requireRoom()
    .then(() => access(storeRoot(), constants.W_OK))
    .then(
      (): Part => "ok",
      (): Part => "down",
    );
  const queue = (await isQueueReachable()) ? "ok" : "down";
  const isDown = database === "down" || media === "down";
  return {
    status: isDown ? "down" : queue === "ok" ? "ok" : "degraded",
    database,
    media,
    queue,
  };
}

function canWriteDatabase() {
  try {
    // Takes the write lock and gives it back: nothing is written, but a read-only file says so.
    withoutWaiting((db) => db.$client.exec("BEGIN IMMEDIATE; ROLLBACK"));
    return true;
  } catch (error) {
    // Somebody else is writing, so it can be written.
    return isLocked(error);
  }
}
