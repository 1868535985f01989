import { accessSync, constants, existsSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { codeOf } from "#core/error-code.ts";

/**
 * Why the site's user can't write a file or folder, and the command that mends it, in one line. If it is missing, the
 * folder counts in which it would be made. Undefined if it can be written.
 */
export const whyNotWritable = (place: string) =>
  whyNot(nearestThere(path.resolve(place)), constants.W_OK, "write there");

/** The same of reading a folder. A missing one is no matter of owners. */
export const whyNotReadable = (folder: string) =>
  existsSync(folder)
    ? whyNot(folder, constants.R_OK | constants.X_OK, "read it")
    : undefined;

function whyNot(there: string, mode: number, what: string) {
  try {
    accessSync(there, mode);
    return undefined;
  } catch (error) {
    if (codeOf(error) === "EROFS")
      return `${there} is on a file system that is mounted read-only. Mount it writable.`;
    const { uid, gid } = os.userInfo();
    const owner = statSync(there).uid;
    return owner === uid
      ? `${there} is protected from its own user, so the site can't ${what}. Run: chmod -R u+rwX ${there}`
      : `${there} belongs to ${nameOf(owner)}, and the site runs as ${nameOf(uid)}, who can't ${what}. Run: sudo chown -R ${uid}:${gid} ${there}`;
  }
}

const nearestThere = (place: string): string =>
  existsSync(place) ? place : nearestThere(path.dirname(place));

const nameOf = (uid: number) => (uid === 0 ? "root" : `user ${uid}`);
