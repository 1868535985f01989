import { existsSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { lockFile } from "#db/file-lock.server.ts";
import { log } from "#core/log.server.ts";
import { remember } from "#core/remember.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { onDisk, storeRoot } from "./disk.server.ts";
import { describeUnwritable } from "./owner.server.ts";

/** Two sites on one database or store would remove each other's uploads as leftovers. */

/** Locks the database for this process, through all links to it; undefined when another site or a restore has it. */
export const takeSiteLock = () => lockFile(`${realPath(databasePath())}.lock`);

const databasePath = () => path.resolve(getSettings().DATABASE_PATH);

const realPath = (file: string) =>
  existsSync(file) ? realpathSync(file) : file;

/** Makes this process the only site on its database, or ends it with one line. */
export function holdSiteLock() {
  remember("site lock", () => {
    requireWritable();
    requireOneName();
    return takeSiteLock() ?? endForAnother(databasePath());
  });
}

/** The database, its folder, and the files that SQLite and the lock have beside it. */
function requireWritable() {
  const file = databasePath();
  const beside = ["-wal", "-shm", ".lock"].map((more) => file + more);
  for (const place of [file, ...beside]) {
    // For a file that isn't there yet, its folder counts.
    const why = describeUnwritable(
      existsSync(place) ? place : path.dirname(file),
    );
    if (why !== undefined) end(why);
  }
}

/** Through two names, SQLite would write two logs for one database. */
function requireOneName() {
  const file = databasePath();
  const { nlink = 1 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (nlink > 1)
    end(
      `The database ${file} has a second name (a hard link), through which another site could damage it. Remove that name, or copy the file in its place.`,
    );
}

/** Locks the store for this process; undefined when another site or a restore has it. */
export function takeStoreLock() {
  try {
    return lockFile(onDisk(".site.lock"));
  } catch (error) {
    // A network's file system may have no locks.
    log.warn("the store can't be locked", { error });
    return { release() {} };
  }
}

/** Does the same for the store. It has to be there. */
export function holdStoreLock() {
  remember("store lock", () => takeStoreLock() ?? endForAnother(storeRoot()));
}

/** Lets another process take the database and the store. This one may use neither any more. */
export function releaseLocks() {
  for (const name of ["site lock", "store lock"])
    remember(name, () => ({ release() {} })).release();
}

const endForAnother = (what: string) =>
  end(
    `Another site is running on ${what}. Stop it first, or set another DATABASE_PATH and MEDIA_DIR.`,
  );

function end(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
