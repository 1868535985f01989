import { getDb } from "#db/client.server.ts";
import { DomainError } from "../core/errors.ts";
import { IMAGES_MAX } from "../core/schemas.ts";
import { getSettings, type Limit } from "../core/settings.server.ts";
import {
  addressKey,
  countTry,
  EVERYWHERE,
  requireWithin,
} from "../limits/rate-limits.server.ts";

type Db = Parameters<typeof requireWithin>[0];

/** How many finds, and pictures of finds, may be sent. */

/** @throws {DomainError} too_many if this address, or everybody together, has sent enough for now */
export function requireUploadAllowed(address: string, db: Db = getDb()) {
  const { UPLOAD_LIMITS, UPLOAD_LIMIT_TOTAL } = getSettings();
  requireWithin(db, "upload", addressKey(address), UPLOAD_LIMITS);
  requireWithin(db, "upload", EVERYWHERE, UPLOAD_LIMIT_TOTAL);
}

const COUNTED = new Set([
  "bad_input",
  "not_an_image",
  "too_large",
  "timed_out",
]);

/**
 * Counts an upload that was refused because of what it brought, so that nobody can have files checked
 * without end.
 * @throws {DomainError} too_many when this address has no try left; then nothing is counted
 */
export function countRefusal(address: string, error: unknown) {
  if (!(error instanceof DomainError) || !COUNTED.has(error.kind)) return;
  const { UPLOAD_LIMITS } = getSettings();
  if (UPLOAD_LIMITS.length === 0) return;
  requireWithin(getDb(), "upload", addressKey(address), UPLOAD_LIMITS);
  countTry(getDb(), "upload", addressKey(address));
}

/** A find has so many resumable uploads at most: each image's preview and its original. */
const UPLOADS_OF_FIND = 2 * IMAGES_MAX;

const forUploads = (limits: Limit[]) =>
  limits.map(({ count, ms }) => ({ count: count * UPLOADS_OF_FIND, ms }));

/**
 * Counts a resumable upload that is about to begin. Nobody may begin more of them than the finds that they may send
 * can have.
 * @throws {DomainError} too_many; then nothing is counted
 */
export function countResumable(address: string, db: Db) {
  const { UPLOAD_LIMITS, UPLOAD_LIMIT_TOTAL } = getSettings();
  const key = addressKey(address);
  requireWithin(db, "resumable upload", key, forUploads(UPLOAD_LIMITS));
  requireWithin(
    db,
    "resumable upload",
    EVERYWHERE,
    forUploads(UPLOAD_LIMIT_TOTAL),
  );
  countTry(db, "resumable upload", key);
  countTry(db, "resumable upload", EVERYWHERE);
}
