import { randomUUID } from "node:crypto";
import {
  lstatSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { onDisk, storeRoot } from "#domain/store/disk.server.ts";
import type { Random } from "../../../scripts/demo/random.ts";
import { filesBelow } from "../files.ts";
import { integer, sumOf, writeInStore } from "./filled-store.ts";

/** Flips one bit of a file, and keeps its size and times, as a bad disk does. */
export function flipBit(random: Random, place: string) {
  const file = onDisk(place);
  const { atime, mtime } = statSync(file);
  const bytes = readFileSync(file);
  const at = integer(random, 0, bytes.length - 1);
  bytes[at]! ^= 1 << integer(random, 0, 7);
  writeFileSync(file, bytes);
  utimesSync(file, atime, mtime);
}

/** Puts a file where no row names it: beside an original, or elsewhere in the store. */
function addStray(random: Random, places: string[]) {
  const folders = [
    path.posix.dirname(places[integer(random, 0, places.length - 1)]!),
    "rocks/12",
    "albums/sea",
    "albums/sea/webp",
    "catalog/lost and found",
    "bkg/original",
    "trash/99",
    "somewhere else",
  ];
  const folder = folders[integer(random, 0, folders.length - 1)]!;
  const place = `${folder === "." ? "" : `${folder}/`}${randomUUID()}.jpg`;
  writeInStore(place, "a stray");
  return place;
}

/**
 * Damages a store at random.
 * @returns the lines by which a check has to report it, sorted
 */
export function doDamage(
  random: Random,
  places: string[],
  {
    changed,
    missing,
    strays,
  }: Record<"changed" | "missing" | "strays", number>,
) {
  const left = [...places];
  const take = () => left.splice(integer(random, 0, left.length - 1), 1)[0]!;
  const lines: string[] = [];
  for (let n = 0; n < changed; n++) {
    const place = take();
    flipBit(random, place);
    lines.push(`changed  ${place}`);
  }
  for (let n = 0; n < missing; n++) {
    const place = take();
    rmSync(onDisk(place));
    lines.push(`missing  ${place}`);
  }
  for (let n = 0; n < strays; n++)
    lines.push(`not listed  ${addStray(random, places)}`);
  return lines.sort();
}

/** Every file of the store with its content and time. */
export const describeStore = () =>
  filesBelow(storeRoot()).map((place) => {
    const { mtimeMs } = lstatSync(onDisk(place));
    return [place, mtimeMs, sumOf(readFileSync(onDisk(place)))];
  });
