import { msg } from "@lingui/core/macro";
import { statfs } from "node:fs/promises";
import { log } from "#core/log.server.ts";
import { DomainError } from "#core/errors.ts";
import { formatCount } from "#core/words.ts";
import { storeRoot } from "./disk.server.ts";

const MB = 1_048_576;
/** Bytes that stay free on a disk, so that the database and the derivatives have room. Without any, SQLite opens none. */
const RESERVE_BYTES = 64 * MB;
const RESERVE_FILES = 1000;

export async function requireRoom(bytes = 0) {
  const { bavail, bsize, files, ffree } = await statfs(storeRoot());
  // Some file systems don't count files, and report a total of 0.
  const isOutOfFiles = files > 0 && ffree < RESERVE_FILES;
  if (bavail * bsize - bytes < RESERVE_BYTES || isOutOfFiles) {
    log.warn("the store has no room, so uploads are refused", {
      free: bavail * bsize,
    });
    throw new DomainError(
      "unavailable",
      msg`There is no room for more pictures at the moment. Please try again later.`,
    );
  }
}

/** @param problem how the message begins: 'There is no room for the backup' */
export async function requireFree(
  folder: string,
  bytes: number,
  problem: string,
) {
  const { bavail, bsize } = await statfs(folder);
  const [needed, free] = [bytes + RESERVE_BYTES, bavail * bsize].map(
    (size) => `${formatCount(Math.ceil(size / MB))} MB`,
  );
  if (bavail * bsize < bytes + RESERVE_BYTES)
    throw new DomainError(
      "unavailable",
      `${problem}: it needs ${needed} with the 64 MB that stay free, and ${free} are free.`,
    );
}
