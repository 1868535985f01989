import { DomainError } from "#core/errors.ts";
import { getSettings } from "#core/settings.server.ts";
import {
  addressKey,
  EVERYWHERE,
  requireWithin,
  takeTry,
  type Limits,
} from "./tries.server.ts";

const SCOPE = "upload";

/** Limits of one address, and of everybody together. */
export function uploadLimits(address: string): Limits {
  const { UPLOAD_LIMITS, UPLOAD_LIMIT_TOTAL } = getSettings();
  return new Map([
    [addressKey(address), UPLOAD_LIMITS],
    [EVERYWHERE, UPLOAD_LIMIT_TOTAL],
  ]);
}

export const requireUploadAllowed = (address: string) =>
  requireWithin(SCOPE, uploadLimits(address));

/** Counts a find. @throws {DomainError} too_many */
export const countUpload = (address: string) =>
  takeTry(SCOPE, uploadLimits(address));

const COUNTED = new Set([
  "bad_input",
  "not_an_image",
  "too_large",
  "timed_out",
]);

/**
 * Counts an upload that was refused because of its content, so that nobody can have files checked
 * without end.
 * @throws {DomainError} too_many when this address has no try left
 */
export function countRefusal(address: string, error: unknown) {
  if (!(error instanceof DomainError) || !COUNTED.has(error.kind)) return;
  const own = addressKey(address);
  takeTry(SCOPE, new Map([[own, getSettings().UPLOAD_LIMITS]]));
}
