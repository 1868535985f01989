import { msg } from "@lingui/core/macro";
import { statfs } from "node:fs/promises";
import { log } from "../core/log.server.ts";
import { DomainError } from "../core/errors.ts";
import { storeRoot } from "./disk.server.ts";

/** Bytes that always stay free, so that the database and the derivatives have room. */
const RESERVE_BYTES = 64 * 1024 * 1024;
const RESERVE_FILES = 1000;

const TELL_MS = 600_000;
let toldAt = -TELL_MS;

/** Logs it, but not with each upload. */
function tellFull(free: number) {
  if (performance.now() - toldAt < TELL_MS) return;
  toldAt = performance.now();
  log.warn("the store has no room, so uploads are refused", { free });
}

/** @throws {DomainError} unavailable when the store has no room for this many bytes more */
export async function requireRoom(bytes = 0) {
  const { bavail, bsize, files, ffree } = await statfs(storeRoot());
  // Some file systems don't count files, and report a total of 0.
  const isOutOfFiles = files > 0 && ffree < RESERVE_FILES;
  if (bavail * bsize - bytes < RESERVE_BYTES || isOutOfFiles) {
    tellFull(bavail * bsize);
    throw new DomainError(
      "unavailable",
      msg`There is no room for more pictures at the moment. Please try again later.`,
    );
  }
}
