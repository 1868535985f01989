import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { getDb } from "#db/client.server.ts";
import { rockPosts } from "#db/schema.ts";
import type { Blur } from "#core/blurs.ts";
import { log } from "#core/log.server.ts";
import { INCOMING, incomingFolder, findFolder } from "../store/paths.ts";
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

/**
 * Files on their way into the store. Each upload has a folder of its own, named by an id. Before files move from
 * there to their places, a mark in the folder says where they go. From it a restarted site knows what to remove if
 * the rows were never written.
 */

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

/** Runs an upload with a folder of its own, and removes the folder afterwards. */
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
    // The sweep removes anything that can't be removed now. The upload itself has ended, well or badly.
    if (!isToSweep)
      await removeFromStore(incomingFolder(id)).catch((error: unknown) =>
        log.warn("an upload's folder could not be removed", { error }),
      );
    receiving.delete(id);
  }
}

/** Whether files are in their places, where they had to stay if the store was away, or may be: it still is. */
async function mayHaveMoved(id: string) {
  for await (const { place } of readMarks(id)) if (isThere(place)) return true;
  return !isStoreHere();
}

const FIND_MARK = "moving-to-";
const FILE_MARK = "moving-file";

export const markFind = (uuid: string, rockNumber: number) =>
  writeMark(uuid, `${FIND_MARK}${rockNumber}`, "");

export const markFile = (id: string, place: string) =>
  writeMark(id, FILE_MARK, place);

/** Also syncs the folders above, because a power cut must not take the mark and leave the files. */
async function writeMark(id: string, name: string, text: string) {
  const mark = `${incomingFolder(id)}/${name}`;
  await writeWhole(mark, Buffer.from(text));
  await syncAbove([mark]);
}

export const makeIncoming = (id: string) => makeFolder(incomingFolder(id));

export async function* readMarks(id: string) {
  const folder = incomingFolder(id);
  for (const name of await listNames(folder)) {
    const number = name.startsWith(FIND_MARK) && name.slice(FIND_MARK.length);
    if (number) yield { place: findFolder(Number(number), id), isFind: true };
    if (name !== FILE_MARK) continue;
    const place = await orAbsent(readText(`${folder}/${name}`));
    if (place) yield { place, isFind: false };
  }
}

/** The places, folders among them, that uploads are filling before their rows are written. */
export async function listArriving() {
  const places: string[] = [];
  for (const id of await listNames(INCOMING))
    for await (const { place } of readMarks(id)) places.push(place);
  return places;
}

export const hasFind = (uuid: string) =>
  getDb().select().from(rockPosts).where(eq(rockPosts.uuid, uuid)).get() !==
  undefined;
