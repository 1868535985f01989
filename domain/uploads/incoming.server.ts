import { randomUUID } from "node:crypto";
import type { Blur } from "#core/blurs.ts";
import { log } from "#core/log.server.ts";
import { INCOMING, incomingFolder } from "../store/paths.ts";
import { isStoreHere } from "../store/identity.server.ts";
import { isNamed, isNamedInTrash } from "../store/named-files.server.ts";
import { logRemoved } from "../store/removals.server.ts";
import { walk } from "../store/scan.server.ts";
import {
  isThere,
  listNames,
  orAbsent,
  readText,
} from "../store/disk.server.ts";
import {
  makeFolder,
  removeFile,
  removeFromStore,
  removeWithoutFiles,
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
    // The upload itself has ended, well or badly.
    if (!isToSweep) await removeReceived(id);
    receiving.delete(id);
  }
}

/** Removes what an upload has brought, and frees its room. The sweep removes anything that can't be removed now. */
export const removeReceived = (id: string) =>
  removeFromStore(incomingFolder(id)).catch((error: unknown) =>
    log.warn("an upload's folder could not be removed", { error }),
  );

/** Whether files are in their places, where they had to stay if the store was away, or may be: it still is. */
async function mayHaveMoved(id: string) {
  const mark = await readMark(id);
  return mark?.places.some(isThere) || !isStoreHere();
}

interface Mark {
  /** The places of all its files. */
  places: string[];
  /** The folder that it has made for them, for a new find. */
  folder?: string;
}

/** As earlier versions wrote it: the place of the first original, and that place again, or the folder of a new find. */
interface OldMark {
  original: string;
  whole: string;
}

const markOf = (id: string) => `${incomingFolder(id)}/moving`;

/** Also syncs the folders above, because a power cut must not take the mark and leave the files. */
export async function writeMark(id: string, mark: Mark) {
  await writeWhole(markOf(id), Buffer.from(JSON.stringify(mark)));
  await syncAbove([markOf(id)]);
}

async function readMark(id: string): Promise<Mark | undefined> {
  const text = await orAbsent(readText(markOf(id)));
  if (!text) return undefined;
  const mark = JSON.parse(text) as Mark | OldMark;
  if ("places" in mark) return mark;
  const { original, whole } = mark;
  if (whole === original) return { places: [original] };
  const places: string[] = [];
  for await (const place of walk(whole)) places.push(place);
  return { places, folder: whole };
}

/** Removes those of an upload's files that have reached their places, and that no row names. */
export async function removeMarked(id: string) {
  const { places = [], folder } = (await readMark(id)) ?? {};
  await removeUnnamed(places);
  if (folder) await removeWithoutFiles(folder);
}

/** Asks rows and trash about each file: its upload may have ended well, and only its mark been left. */
export async function removeUnnamed(places: string[]) {
  const left = places.filter(
    (place) => isThere(place) && !isNamed(place) && !isNamedInTrash(place),
  );
  for (const place of left) await removeFile(place);
  if (left.length > 0) logRemoved(left);
}

/** Removes leftovers of interrupted uploads, in their folders and in their places without a row. */
export async function sweepIncoming() {
  for (const id of await listNames(INCOMING)) {
    if (receiving.has(id)) continue;
    await removeMarked(id);
    await removeFromStore(incomingFolder(id));
  }
}

export const makeIncoming = (id: string) => makeFolder(incomingFolder(id));

/** The places that uploads are filling before their rows are written. */
export async function listArriving() {
  const marks = await Promise.all((await listNames(INCOMING)).map(readMark));
  return marks.flatMap((mark) => mark?.places ?? []);
}
