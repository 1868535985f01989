import { readChecksum } from "#domain/images/checksum.server.ts";
import {
  getFileNow,
  isAbsent,
  isSameFile,
  onDisk,
  type FileState,
} from "#domain/store/disk.server.ts";
import type { Expected } from "./expected.server.ts";

/** An original that is missing or has changed. */
export interface Wrong {
  kind: "missing" | "changed";
  /** Path in the store, where the file is or should be. */
  place: string;
  expected: Expected;
}

/** The first checksum of an original. */
export interface Sum extends FileState {
  /** Undefined for a picture of the site's own pages. */
  row: Expected["row"];
  place: string;
  sha256: string;
}

interface Examined {
  wrong?: Wrong;
  sum?: Sum;
  /** There is no checksum to compare it with. */
  isUnread?: boolean;
}

/** Looks at an original where it is, and compares it with its checksum. */
export async function examine(
  expected: Expected,
  { takesSums }: { takesSums: boolean },
): Promise<Examined> {
  const { place } = expected;
  try {
    const state = getFileNow(onDisk(place));
    if (state) return await compare(expected, place, state, takesSums);
  } catch (error) {
    if (!isAbsent(error))
      // Nobody can read it: a damaged disk, or something else at its place.
      return { wrong: { kind: "changed", place, expected } };
  }
  return { wrong: { kind: "missing", place, expected } };
}

async function compare(
  expected: Expected,
  place: string,
  state: FileState,
  takesSums: boolean,
): Promise<Examined> {
  const { row, sha256, isOfSite, read } = expected;
  const isReplaced = isOfSite && !(read && isSameFile(read, state));
  if (sha256 !== null && !isReplaced)
    return (await readChecksum(onDisk(place))) === sha256
      ? {}
      : { wrong: { kind: "changed", place, expected } };
  // Only a row can keep a checksum, and things in the trash have none.
  if (!takesSums || !(row ?? isOfSite)) return { isUnread: true };
  const sum = {
    row,
    place,
    sha256: await readChecksum(onDisk(place)),
    ...state,
  };
  return { sum };
}
