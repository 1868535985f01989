import { access, constants } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { getDb, withoutWaiting } from "#db/client.server.ts";
import { isQueueReachable } from "./jobs/engine.server.ts";
import { requireRoom, storeRoot } from "./media-store.server.ts";
import { requireStore } from "./store-identity.server.ts";

type Part = "ok" | "down";

export interface Health {
  status: "ok" | "degraded" | "down";
  database: Part;
  media: Part;
  queue: Part;
}

/** Whether database and store can be written, and whether the queue takes jobs. */
export async function readHealth(): Promise<Health> {
  const database = (await canWriteDatabase()) ? "ok" : "down";
  const media = (await canWriteStore()) ? "ok" : "down";
  const queue = (await isQueueReachable()) ? "ok" : "down";
  const isDown = database === "down" || media === "down";
  return {
    status: isDown ? "down" : queue === "ok" ? "ok" : "degraded",
    database,
    media,
    queue,
  };
}

async function canWriteStore() {
  try {
    requireStore();
    await requireRoom();
    await access(storeRoot(), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const CHECK_AGAIN_MS = 1_000;
const TRIES = 5;
const TRY_AGAIN_MS = 200;

let checked: { at: number; canWrite: Promise<boolean> } | undefined;

/** Writes for real, because only that shows a full disk; at most once a second, whoever asks. */
function canWriteDatabase(): Promise<boolean> {
  if (!checked || Date.now() - checked.at > CHECK_AGAIN_MS)
    checked = { at: Date.now(), canWrite: writeToDatabase() };
  return checked.canWrite;
}

async function writeToDatabase() {
  for (let tries = 1; ; tries++)
    try {
      noteCheck();
      return true;
    } catch (error) {
      const isBusy = /BUSY/.test((error as { code?: string }).code ?? "");
      if (!isBusy || tries === TRIES) return false;
      await wait(TRY_AGAIN_MS);
    }
}

/** Does not wait for another process' lock, because the site answers nobody meanwhile. */
const noteCheck = () =>
  withoutWaiting(getDb().$client, (client) =>
    client
      .prepare(
        `INSERT INTO secrets (name, value) VALUES ('health-check', ?)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      )
      .run(new Date().toISOString()),
  );
