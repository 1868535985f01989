import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  databaseFile,
  RESTORED,
  restoredDatabase,
} from "#domain/restore/swap.server.ts";
import { onDisk, storeRoot } from "#domain/store/disk.server.ts";

export const PARTS = ["rocks", "catalog", "albums"];

/** Makes an old site and, beside it, a new one that was already checked. */
export async function prepareSwap() {
  await rm(storeRoot(), { recursive: true, force: true });
  await write(databaseFile(), "old");
  await write(`${databaseFile()}-wal`, "old");
  for (const part of PARTS) {
    await write(onDisk(`${part}/file`), "old");
    await write(onDisk(`${RESTORED}/${part}/file`), "new");
  }
  await write(onDisk("logo.webp"), "old");
  await write(restoredDatabase(), "new");
}

export async function write(file: string, text: string) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}
