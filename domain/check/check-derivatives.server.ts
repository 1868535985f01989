import { statSync } from "node:fs";
import { open } from "node:fs/promises";
import type { SecondConnection } from "#db/copy.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { requireStoreOf } from "../store/open-site.server.ts";
import type { Wrong } from "./examine.server.ts";
import { idOf } from "./expected.server.ts";
import { inParallel, lookUntilSure } from "./looks.server.ts";
import { getMade, listMade, type MadePicture } from "./made-pictures.server.ts";
import { NOT_CHECKED } from "./with-site.server.ts";

/** A derivative that is ready, as the database says, and can't be shown. */
export interface Broken {
  kind: "missing" | "empty" | "damaged";
  place: string;
  /** The row of its picture. */
  row: MadePicture["row"];
  /** Whether it can be made again: its original is sound, and making it has not failed before. */
  canBeMade: boolean;
}

/** Pictures with broken derivatives, by `idOf`. */
type Suspects = Map<string, Broken[]>;

/**
 * Looks whether all derivatives are there, begin as a WebP and have its length, while the site may run.
 * @param wrong the originals that are missing or changed
 * @throws {DomainError} unavailable when the store is away
 */
export async function checkDerivatives(
  db: SecondConnection,
  wrong: Wrong[],
): Promise<Broken[]> {
  const first: Suspects = new Map();
  await inParallel(listMade(db), (picture) => addBroken(first, picture));
  const sure = await lookUntilSure(
    first,
    ({ size }) => size,
    (seen) => lookAgain(db, seen),
    findCommon,
  );
  requireStoreOf(db, NOT_CHECKED);
  const lost = new Set(wrong.map(({ expected }) => idOf(expected)));
  return [...sure.values()]
    .flat()
    .map((broken) => ({
      ...broken,
      canBeMade: broken.canBeMade && !lost.has(idOf(broken)),
    }))
    .sort((a, b) => (a.place < b.place ? -1 : 1));
}

/** The pictures that two looks have found broken in the same way. */
const findCommon = (now: Suspects, before: Suspects): Suspects =>
  new Map([...now].filter(([id, broken]) => isSame(broken, before.get(id))));

async function lookAgain(
  db: SecondConnection,
  seen: Suspects,
): Promise<Suspects> {
  const now: Suspects = new Map();
  for (const [broken] of seen.values()) {
    const picture = getMade(db, broken!.row);
    if (picture) await addBroken(now, picture);
  }
  return now;
}

const isSame = (now: Broken[], before: Broken[] | undefined) =>
  JSON.stringify(now) === JSON.stringify(before);

async function addBroken(suspects: Suspects, picture: MadePicture) {
  const { row, places, hasFailed } = picture;
  const broken: Broken[] = [];
  for (const place of places) {
    const kind = await examine(place);
    if (kind) broken.push({ kind, place, row, canBeMade: !hasFailed });
  }
  if (broken[0]) suspects.set(idOf(broken[0]), broken);
}

/** The fault of a derivative; undefined if it is whole. */
async function examine(place: string): Promise<Broken["kind"] | undefined> {
  try {
    const found = statSync(onDisk(place), { throwIfNoEntry: false });
    if (!found) return "missing";
    if (found.size === 0) return "empty";
    return (await readWebpLength(onDisk(place))) === found.size
      ? undefined
      : "damaged";
  } catch {
    return "damaged";
  }
}

/** The length in bytes that a WebP's header states; undefined if the file begins in another way. */
async function readWebpLength(file: string) {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(12), 0, 12, 0);
    const isWebp = /^RIFF.{4}WEBP$/s.test(buffer.toString("latin1"));
    return isWebp ? 8 + buffer.readUInt32LE(4) : undefined;
  } finally {
    await handle.close();
  }
}
