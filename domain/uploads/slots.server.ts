import { DomainError } from "../core/errors.ts";
import { addressKey } from "../limits/rate-limits.server.ts";
import { requireRoom } from "../store/room.server.ts";
import { getSettings } from "../core/settings.server.ts";

/** Seconds after which an upload that found no slot may try again. */
const RETRY_AFTER = 10;

/** Running uploads by `addressKey`. */
const running = new Map<string, number>();
let total = 0;
/** Bytes that running uploads may still bring. */
let reserved = 0;

/**
 * Runs an upload as one of a few at once, with room reserved for all that it may bring.
 * @param bytes how much the upload brings at most
 * @param receive gets a function to call with the bytes of each part that has arrived
 * @throws {DomainError} too_many or unavailable when there are too many uploads, from this address or in
 * all; unavailable when the store has no room for this one
 */
export async function withUploadSlot<T>(
  { address, bytes }: { address: string; bytes: number },
  receive: (arrived: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  const { each, all } = getSettings().UPLOAD_PARALLEL;
  const key = addressKey(address);
  const own = running.get(key) ?? 0;
  if (own >= each)
    throw new DomainError(
      "too_many",
      "Too much is being sent from your network at once. Please try again in a moment.",
      { retryAfter: RETRY_AFTER },
    );
  if (total >= all)
    throw new DomainError(
      "unavailable",
      "Too many people are sending pictures at the moment. Please try again shortly.",
      { retryAfter: RETRY_AFTER },
    );

  let left = bytes;
  const release = (arrived: number) => {
    const released = Math.min(left, arrived);
    left -= released;
    reserved -= released;
  };
  running.set(key, own + 1);
  total += 1;
  reserved += bytes;
  try {
    await requireRoom(reserved);
    return await receive(release);
  } finally {
    release(left);
    total -= 1;
    const others = running.get(key)! - 1;
    if (others === 0) running.delete(key);
    else running.set(key, others);
  }
}
