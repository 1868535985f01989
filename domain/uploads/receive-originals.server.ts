import { randomBytes } from "node:crypto";
import type { Tx } from "#db/client.server.ts";
import { untilFree, write } from "#db/write.server.ts";
import { DomainError } from "#core/errors.ts";
import type { Said } from "#core/languages/say.ts";
import { Refusal, refusalOf } from "../images/refusals.server.ts";
import { requireArrived, requireStore } from "../store/identity.server.ts";
import { derivativeOfFind, findFolder, originalIn } from "../store/paths.ts";
import {
  moveAllNow,
  moveInto,
  syncAbove,
  writeWhole,
} from "../store/write.server.ts";
import { checkPicture } from "./check-picture.server.ts";
import {
  removeMarked,
  removeUnnamed,
  writeMark,
  type ReceivedFile,
} from "./incoming.server.ts";

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

interface Arrival {
  file: ReceivedFile;
  extension: string;
  original: Original;
  /** Its small derivative; undefined if it has a copy. */
  sm?: Buffer;
}

interface Destination {
  move(id: string, arrivals: Arrival[]): Promise<string[]>;
  /** The form's field, which says why pictures are refused. */
  field: "image" | "images" | "files";
  /** Whether a smaller copy of it was taken. Then its first bytes are enough, and a job says what it thinks of it. */
  hasCopy?: boolean;
}

/**
 * Moves received pictures to their places and writes their rows in one transaction: all of it or nothing.
 * @param id of the incoming folder that the pictures are in. Removing it is up to the caller
 * @throws {DomainError} with a line for each refused picture; unavailable without the store; and the errors of `save`
 */
export async function receiveOriginals<T>(
  id: string,
  files: ReceivedFile[],
  destination: Destination,
  save: (tx: Tx, originals: Original[], places: string[]) => T,
): Promise<T> {
  const arrivals = await checkAll(files, destination);
  const originals = arrivals.map(({ original }) => original);
  let places: string[] = [];
  try {
    places = await destination.move(id, arrivals);
    await untilFree();
    return write((tx) => {
      const saved = save(tx, originals, places);
      // A store that went away meanwhile may have taken the files with it: then no row stays.
      requireArrived(places);
      return saved;
    });
  } catch (error) {
    await removeMarked(id);
    await removeUnnamed(places);
    throw error;
  }
}

/** Checks all files at once. A refusal has a line for each picture that is refused, beginning with its name. */
async function checkAll(
  files: ReceivedFile[],
  { field, hasCopy }: Destination,
): Promise<Arrival[]> {
  const arrivals: Arrival[] = [];
  const refused: { line: Said[]; why: Refusal }[] = [];
  await Promise.all(
    files.map(async (file, index) => {
      try {
        arrivals[index] = await checkOne(file, hasCopy);
      } catch (why) {
        if (!(why instanceof Refusal)) throw why;
        const named = refusalOf(file.name, why);
        refused[index] = {
          line: [file.name, ": ", named.said.error],
          why: named,
        };
      }
    }),
  );
  const [first, ...others] = Object.values(refused);
  if (!first) return arrivals;
  const lines = [first.line, ...others.map(({ line }) => ["\n", ...line])];
  throw new DomainError(
    first.why.kind,
    files.length === 1 ? first.why.said.error : lines,
    { fields: { [field]: lines } },
  );
}

async function checkOne(
  file: ReceivedFile,
  hasCopy?: boolean,
): Promise<Arrival> {
  const { extension, sha256, sm } = await checkPicture(file.path, {
    hasCopy,
    blurs: file.blurs,
  });
  const current_name = randomBytes(6).toString("hex");
  const original_file = `${current_name}.${extension}`;
  const original = {
    original_name: file.name,
    ...{ current_name, original_file, sha256 },
  };
  return { file, extension, original, sm };
}

/** To places of their own, of which a mark tells the sweep. @param more places in the same folder of a new find */
async function moveMarked(
  id: string,
  arrivals: Arrival[],
  placeOf: (originalFile: string) => string,
  { folder, more = [] }: { folder?: string; more?: string[] } = {},
) {
  const moves = arrivals.map(({ file, original }) => ({
    from: file.path,
    to: placeOf(original.original_file),
  }));
  const places = moves.map(({ to }) => to);
  await writeMark(id, { places: [...places, ...more], folder });
  await moveInto(moves);
  return places;
}

/** For one picture that replaces another, or comes to others. */
export const toPlace = (
  placeOf: (originalFile: string) => string,
  { hasCopy }: Pick<Destination, "hasCopy"> = {},
): Destination => ({
  field: "image",
  hasCopy,
  move: (id, arrivals) => moveMarked(id, arrivals, placeOf),
});

/** To the folder of a new find, with their small derivatives. */
export const toNewFind = (rockNumber: number, uuid: string): Destination => {
  const folder = findFolder(rockNumber, uuid);
  return {
    field: "images",
    async move(id, arrivals) {
      const placeOf = (file: string) => originalIn(folder, file);
      const small = arrivals.map(({ original }) =>
        derivativeOfFind(folder, "sm", original.current_name),
      );
      const places = await moveMarked(id, arrivals, placeOf, {
        folder,
        more: small,
      });
      for (const [index, { sm }] of arrivals.entries())
        await writeWhole(small[index]!, sm!);
      await syncAbove([`${folder}/sm`]);
      return places;
    },
  };
};

/**
 * Beside the files of a folder that an operator fills too. All move at once, so that the folder is either still there or
 * deleted with all of them. They need no mark, because what is in such a folder counts without rows.
 */
export const toSharedFolder = (
  folder: string,
  check: () => void,
  placeOf: (clientName: string, extension: string) => string,
): Destination => ({
  field: "files",
  async move(_id, arrivals) {
    check();
    requireStore();
    const places = moveAllNow(
      arrivals.map(({ file }) => file.path),
      folder,
      (index) =>
        placeOf(arrivals[index]!.file.name, arrivals[index]!.extension),
      requireArrived,
    );
    await syncAbove(places);
    return places;
  },
});
