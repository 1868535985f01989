import { opendir, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { log } from "#core/log.server.ts";
import { storeRoot } from "./disk.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { isStoreHere } from "./identity.server.ts";

const COUNT_AGAIN_MS = 15 * 60_000;

let counted: { bytes: number | null; until: number } = {
  bytes: null,
  until: 0,
};
let isCounting = false;

/** Bytes. Those of the store are null until they were counted in the background; its disk is null while it is away. */
export async function readStorage() {
  if (performance.now() >= counted.until) void countStore();
  const disk = isStoreHere() ? await statfs(storeRoot()) : undefined;
  const database = getSettings().DATABASE_PATH;
  const files = await Promise.all([
    sizeOf(database),
    sizeOf(`${database}-wal`),
  ]);
  return {
    media: counted.bytes,
    database: files.reduce((sum, size) => sum + size, 0),
    disk: disk
      ? { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize }
      : null,
  };
}

async function countStore() {
  if (isCounting) return;
  isCounting = true;
  try {
    if (!isStoreHere()) return;
    const bytes = await sizeBelow(storeRoot());
    counted = { bytes, until: performance.now() + COUNT_AGAIN_MS };
  } catch (error) {
    log.warn("the store could not be counted", { error });
  } finally {
    isCounting = false;
  }
}

/** Bytes of the files below a folder. Looks at one after the other, so that the site's own work goes first. */
export async function sizeBelow(folder: string): Promise<number> {
  let sum = 0;
  for await (const entry of await opendir(folder)) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) sum += await sizeBelow(full).catch(() => 0);
    else if (entry.isFile()) sum += await sizeOf(full);
  }
  return sum;
}

const sizeOf = async (file: string) =>
  (await stat(file).catch(() => undefined))?.size ?? 0;
