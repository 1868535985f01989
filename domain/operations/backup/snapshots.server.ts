import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { MANIFEST } from "./manifest.server.ts";

/** A snapshot is a folder that is a whole backup on its own, named by the time when it was begun, in UTC. */

/** What the name of a snapshot begins with while it is being made. */
export const MAKING = ".making-";

const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

export interface Snapshot {
  name: string;
  path: string;
  /** Milliseconds since 1970. */
  begun: number;
}

/** @param begun milliseconds since 1970 */
export const snapshotName = (begun: number) =>
  new Date(begun).toISOString().replace(/[-:]|\.\d+/g, "");

/** When a snapshot was begun, as its name says, in milliseconds since 1970; undefined for every other name. */
function parseName(name: string) {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  const begun = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${second}Z`,
  );
  return Number.isNaN(begun) ? undefined : begun;
}

/**
 * The finished snapshots in a folder, newest first. They include those dated in the future, which somebody's wrong
 * clock has left: `isPast` sorts them out.
 */
export async function listSnapshots(folder: string): Promise<Snapshot[]> {
  const found: Snapshot[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const begun = parseName(name);
    const full = path.join(folder, name);
    // The manifest is written last, and copied last or not at all when somebody copies half of a snapshot.
    if (begun !== undefined && (await isFile(path.join(full, MANIFEST))))
      found.push({ name, path: full, begun });
  }
  return found.sort((a, b) => b.begun - a.begun);
}

const isFile = async (file: string) =>
  (await stat(file).catch(() => undefined))?.isFile() ?? false;

export const isPast = ({ begun }: Snapshot) => begun <= Date.now();
