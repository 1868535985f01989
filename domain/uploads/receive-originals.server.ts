import { randomBytes } from "node:crypto";
import type { Tx } from "#db/client.server.ts";
import { untilFree, write } from "#db/write.server.ts";
import { DomainError } from "../core/errors.ts";
import { inspectImage } from "../images/inspect.server.ts";
import { onDisk } from "../store/disk.server.ts";
import { requireArrived, requireStore } from "../store/identity.server.ts";
import { findFolder, incomingFolder } from "../store/paths.ts";
import {
  makeFolder,
  moveAllNow,
  moveInto,
  moveWithin,
  removeFromStore,
  syncAbove,
  syncTree,
} from "../store/write.server.ts";
import {
  hasFind,
  markFile,
  markFind,
  type ReceivedFile,
} from "./incoming.server.ts";

/** A picture on its way from an upload to its place among the originals. */
export interface Original {
  /** The client's name for it. */
  original_name: string;
  /** The server's own, without extension. */
  current_name: string;
  /** The same with its extension. */
  original_file: string;
  /** Hex. */
  sha256: string;
}

interface Arrival extends Original {
  file: ReceivedFile;
  extension: string;
}

/** How originals get from their incoming folder to their places. */
interface Destination {
  /** Marks and moves them. @returns their places, in the same order; nothing is left there when it fails */
  move(id: string, arrivals: Arrival[]): Promise<string[]>;
  /** Takes them away again, because their rows were not written. */
  undo(places: string[]): Promise<void>;
  /** Whether a refusal names its file, because there may be many. */
  namesFiles?: boolean;
}

/**
 * Moves received pictures to their places and writes their rows in one transaction: all of it or nothing.
 * @param id of the incoming folder that the pictures are in. Removing it is up to the caller
 * @param save writes the rows
 * @throws {DomainError} not_an_image, too_large, unavailable when the store is away, and what `save` throws
 */
export async function receiveOriginals<T>(
  id: string,
  files: ReceivedFile[],
  destination: Destination,
  save: (tx: Tx, originals: Original[], places: string[]) => T,
): Promise<T> {
  const arrivals = await inspectAll(files, destination.namesFiles);
  const originals = arrivals.map(
    ({ file: _file, extension: _extension, ...original }) => original,
  );
  const places = await destination.move(id, arrivals);
  try {
    await untilFree();
    return write((tx) => {
      const saved = save(tx, originals, places);
      // A store that went away meanwhile may have taken the files with it: then no row stays.
      requireArrived(places);
      return saved;
    });
  } catch (error) {
    await destination.undo(places);
    throw error;
  }
}

/** Inspects all files at once. If several are refused, names the first. */
async function inspectAll(files: ReceivedFile[], namesFiles?: boolean) {
  const inspected = await Promise.allSettled(
    files.map((file) => inspect(file, namesFiles)),
  );
  return inspected.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}

async function inspect(
  file: ReceivedFile,
  namesFiles?: boolean,
): Promise<Arrival> {
  try {
    const { extension, sha256 } = await inspectImage(onDisk(file.path));
    const current_name = randomBytes(6).toString("hex");
    const original_file = `${current_name}.${extension}`;
    return {
      original_name: file.name,
      current_name,
      original_file,
      sha256,
      file,
      extension,
    };
  } catch (error) {
    if (!namesFiles || !(error instanceof DomainError)) throw error;
    const message = `${file.name}: ${error.message}`;
    throw new DomainError(error.kind, message, { fields: { files: message } });
  }
}

/** To a place of its own: for one picture that replaces another, or comes to others. */
export const toPlace = (
  placeOf: (originalFile: string) => string,
): Destination => ({
  async move(id, arrivals) {
    const places: string[] = [];
    for (const { file, original_file } of arrivals) {
      const place = placeOf(original_file);
      await markFile(id, place);
      await moveInto(file.path, place);
      places.push(place);
    }
    return places;
  },
  async undo(places) {
    for (const place of places) await removeFromStore(place);
  },
});

/** To the folder of a new find, which is named as the incoming folder is. It arrives in one step. */
export const toNewFind = (rockNumber: number, uuid: string): Destination => {
  const folder = findFolder(rockNumber, uuid);
  return {
    async move(id, arrivals) {
      const incoming = incomingFolder(id);
      await makeFolder(`${incoming}/post/original`);
      for (const { file, original_file } of arrivals)
        await moveWithin(
          file.path,
          `${incoming}/post/original/${original_file}`,
        );
      await markFind(uuid, rockNumber);
      await moveInto(`${incoming}/post`, folder);
      // Not before: while the store is away for a moment, an empty incoming folder may be in its place.
      await syncTree(folder);
      return arrivals.map(
        ({ original_file }) => `${folder}/original/${original_file}`,
      );
    },
    async undo() {
      if (!hasFind(uuid)) await removeFromStore(folder);
    },
  };
};

/**
 * Beside the other files of a folder that an operator fills too. All move at once, so that the folder is either
 * still there or deleted with all of them. They need no mark: what is in such a folder counts without rows.
 * @param check refuses when the folder has been deleted
 * @param placeOf gives a free place when a file's turn comes
 */
export const toSharedFolder = (
  folder: string,
  check: () => void,
  placeOf: (clientName: string, extension: string) => string,
): Destination => ({
  namesFiles: true,
  async move(_id, arrivals) {
    check();
    requireStore();
    const places = moveAllNow(
      arrivals.map(({ file }) => file.path),
      folder,
      (index) =>
        placeOf(arrivals[index]!.original_name, arrivals[index]!.extension),
      requireArrived,
    );
    await syncAbove(places);
    return places;
  },
  async undo(places) {
    for (const place of places) await removeFromStore(place);
  },
});
