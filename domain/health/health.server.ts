import { statfsSync } from "node:fs";
import { access, constants } from "node:fs/promises";
import path from "node:path";
import { databaseDamage } from "#db/damage.server.ts";
import { isLocked, withoutWaiting } from "#db/write.server.ts";
import { isQueueReachable } from "../engines/engine.server.ts";
import { requireRoom } from "../store/room.server.ts";
import { storeRoot } from "../store/disk.server.ts";
import { getSettings } from "#core/settings.server.ts";
import type { Health } from "./answers.ts";
import { requireStore } from "../store/identity.server.ts";

/** For `app`, which may not import `db`. */
export { untilFree as untilWritable } from "#db/write.server.ts";

/** A store that is full is no reason to stop the site, which goes on showing what it has. */
export async function readHealth(): Promise<Health> {
  const isSound = databaseDamage() === undefined;
  const database = isSound && canWriteDatabase() ? "ok" : "down";
  const media = await readStore();
  const queue = (await isQueueReachable()) ? "ok" : "down";
  const isDown = database === "down" || media === "down";
  const isWhole = media === "ok" && queue === "ok";
  return {
    status: isDown ? "down" : isWhole ? "ok" : "degraded",
    database,
    media,
    queue,
  };
}

async function readStore(): Promise<Health["media"]> {
  try {
    requireStore();
    await access(storeRoot(), constants.W_OK);
  } catch {
    return "down";
  }
  try {
    // For the largest upload that may come.
    await requireRoom(getSettings().UPLOAD_MAX_MB * 1_048_576);
    return "ok";
  } catch {
    return "full";
  }
}

const CHECK_AGAIN_MS = 1_000;

let checked = { at: 0, canWrite: true };

/** Probes with a real write, at most once a second; only that reveals a full disk. */
function canWriteDatabase() {
  if (Date.now() - checked.at > CHECK_AGAIN_MS)
    checked = { at: Date.now(), canWrite: writeToDatabase() };
  return checked.canWrite;
}

/** Bytes. With less, the write-ahead log can't grow, and the rest is used up soon. */
const DATABASE_ROOM_MIN = 1_048_576;

function writeToDatabase() {
  try {
    const folder = path.dirname(path.resolve(getSettings().DATABASE_PATH));
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < DATABASE_ROOM_MIN) return false;
    // Rewrites a number of the file's header unchanged. The site doesn't use it.
    withoutWaiting(({ $client }) =>
      $client.pragma(
        `user_version = ${String($client.pragma("user_version", { simple: true }))}`,
      ),
    );
    return true;
  } catch (error) {
    // If another process is writing, the database can be written.
    return isLocked(error);
  }
}
