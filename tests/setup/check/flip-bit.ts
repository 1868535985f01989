import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { onDisk } from "#domain/store/disk.server.ts";
import type { Random } from "../../../scripts/demo/random.ts";
import { integer } from "./filled-store.ts";

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
