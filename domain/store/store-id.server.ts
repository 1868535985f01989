import {
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { isAbsent, onDisk } from "./disk.server.ts";
import { ROOTS } from "./parse-paths.ts";

/** The id that the store itself holds. `identity.server.ts` compares it with the database's. */

const STORE_ID = ".store-id";

/** Undefined when the store has no id. @throws when its file can't be read */
export function readStoreId(): string | undefined {
  try {
    return readFileSync(onDisk(STORE_ID), "utf8").trim() || undefined;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Whether a job's store is away. What the job finds meanwhile, such as a missing original, can't be trusted. */
export function isStoreAway({ store }: { store?: string }) {
  try {
    return store !== undefined && readStoreId() !== store;
  } catch {
    return true;
  }
}

/** @param folder within the store, where a restore prepares another store */
export function writeStoreId(id: string, folder = "") {
  const file = onDisk(path.join(folder, STORE_ID));
  const part = `${file}.part`;
  writeFileSync(part, `${id}\n`, { flush: true });
  renameSync(part, file);
  syncNow(path.dirname(file));
}

function syncNow(folder: string) {
  const handle = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

export const holdsOriginals = () =>
  ROOTS.some((root) => {
    try {
      return readdirSync(onDisk(root)).length > 0;
    } catch (error) {
      if (isAbsent(error)) return false;
      throw error;
    }
  });
