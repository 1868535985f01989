import { getDb } from "#db/client.server.ts";
import { DomainError } from "../core/errors.ts";
import { getSettings } from "../core/settings.server.ts";
import {
  addressKey,
  countTry,
  EVERYWHERE,
  requireWithin,
} from "./rate-limits.server.ts";

type Db = Parameters<typeof requireWithin>[0];

/** How many finds may be sent. */

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
