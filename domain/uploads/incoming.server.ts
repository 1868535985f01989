import { randomUUID } from "node:crypto";
import type { Blur } from "#core/blurs.ts";
import { log } from "#core/log.server.ts";
import { INCOMING, incomingFolder } from "../store/paths.ts";
import { isStoreHere } from "../store/identity.server.ts";
import {
  isThere,
  listNames,
  orAbsent,
  readText,
} from "../store/disk.server.ts";
import {
  makeFolder,
  removeFromStore,
  syncAbove,
  writeWhole,
} from "../store/write.server.ts";

/** Files on their way into the store. Each upload has a folder of its own. A mark in it says where they go. */

/** A file that an upload has brought into its incoming folder, synced. */
export interface ReceivedFile {
  /** The client's name for it, which is shown and never used as a path. */
  name: string;
  /** Relative to the store's root. */
  path: string;
  blurs?: Blur[];
}

/** The uploads that this process is receiving. A lock keeps other processes from using this store. */
const receiving = new Set<string>();

export const isReceiving = (id: string) => receiving.has(id);

export async function withIncoming<T>(
  run: (id: string) => Promise<T>,
): Promise<T> {
  const id = randomUUID();
  receiving.add(id);
  let isToSweep = false;
  try {
    return await run(id);
  } catch (error) {
    isToSweep = await mayHaveMoved(id);
    throw error;
  } finally {
    if (!isToSweep) await removeIncoming(id);
    receiving.delete(id);
  }
}

/** The sweep removes anything that can't be removed now. The upload itself has ended, well or badly. */
export const removeIncoming = (id: string) =>
  removeFromStore(incomingFolder(id)).catch((error: unknown) =>
    log.warn("an upload's folder could not be removed", { error }),
  );

/** Whether files are in their places, where they had to stay if the store was away, or may be: it still is. */
async function mayHaveMoved(id: string) {
  const mark = await readMark(id);
  return (mark !== undefined && isThere(mark.whole)) || !isStoreHere();
}

interface Mark {
  /** The place of the first original. */
  original: string;
  /** Removed if no row has that: the original itself, or the folder of a new find. */
  whole: string;
}

const markOf = (id: string) => `${incomingFolder(id)}/moving`;

/** Also syncs the folders above, because a power cut must not take the mark and leave the files. */
export async function writeMark(id: string, mark: Mark) {
  await writeWhole(markOf(id), Buffer.from(JSON.stringify(mark)));
  await syncAbove([markOf(id)]);
}

export async function readMark(id: string) {
  const text = await orAbsent(readText(markOf(id)));
  return text ? (JSON.parse(text) as Mark) : undefined;
}

export const makeIncoming = (id: string) => makeFolder(incomingFolder(id));

/** The places, folders among them, that uploads are filling before their rows are written. */
export async function listArriving() {
  const marks = await Promise.all((await listNames(INCOMING)).map(readMark));
  return marks.flatMap((mark) => mark?.whole ?? []);
}
