import { accessSync, constants, existsSync, statSync } from "node:fs";
import path from "node:path";
import { codeOf } from "#core/error-code.ts";

/**
 * One line for a file or folder that the site's user can't write, such as a folder that Docker has made for a bind mount:
 * what it is, whose it is, and the command that mends it. Undefined if it can be written.
 * @param place full path; what isn't there yet is judged by the nearest folder above it
 */
export function describeUnwritable(place: string): string | undefined {
  let found = place;
  while (!existsSync(found) && path.dirname(found) !== found)
    found = path.dirname(found);
  const { uid, gid } = process.getuid
    ? { uid: process.getuid(), gid: process.getgid!() }
    : {};
  try {
    const folder = statSync(found).isDirectory() ? constants.X_OK : 0;
    accessSync(found, constants.W_OK | folder);
    return undefined;
  } catch (error) {
    if (codeOf(error) === "EROFS")
      return `${found} can't be written: it is on a disk that is mounted read-only. Mount it so that it can be written.`;
    if (uid === undefined)
      return `${found} can't be written by the site's user.`;
    const toMake = found === place ? "" : `mkdir -p ${quote(place)} && sudo `;
    return `${found} belongs to ${nameOf(ownerOf(found))}, and the site runs as ${nameOf(uid)}, who can't write there. This mends it: sudo ${toMake}chown -R ${uid}:${gid} ${quote(place)}`;
  }
}

function ownerOf(found: string) {
  try {
    return statSync(found).uid;
  } catch {
    return undefined;
  }
}

const nameOf = (uid: number | undefined) =>
  uid === undefined ? "another user" : uid === 0 ? "root" : `user ${uid}`;

/** As a shell takes it. */
const quote = (place: string) =>
  /^[\w./-]+$/.test(place) ? place : `'${place.replaceAll("'", `'\\''`)}'`;
