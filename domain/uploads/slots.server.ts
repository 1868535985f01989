import { msg } from "@lingui/core/macro";
import { DomainError } from "#core/errors.ts";
import { addressKey } from "../limits/tries.server.ts";
import { requireRoom } from "../store/room.server.ts";
import { getSettings } from "#core/settings.server.ts";

/** Seconds after which an upload that found no slot should try again. */
const RETRY_AFTER = 10;

const running = new Map<string, number>();
let total = 0;
/** The disk is asked again for room after this many bytes of an upload. */
const RECHECK_BYTES = 1_048_576;

/**
 * Nothing is reserved for others that run, so that nobody is kept out by uploads that bring no bytes.
 * @param bytes how much the upload brings at most
 * @param receive is given a function to call, and to wait for, with the number of bytes that have arrived
 * @throws {DomainError} too_many or unavailable if too many uploads run; unavailable without room
 */
export async function withUploadSlot<T>(
  { address, bytes }: { address: string; bytes: number },
  receive: (arrived: (bytes: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  const { each, all } = getSettings().UPLOAD_PARALLEL;
  const key = addressKey(address);
  const own = running.get(key) ?? 0;
  if (own >= each)
    throw new DomainError(
      "too_many",
      msg`Too much is being sent from your network at once. Please try again in a moment.`,
      { retryAfter: RETRY_AFTER },
    );
  if (total >= all)
    throw new DomainError(
      "unavailable",
      msg`Too many people are sending pictures at the moment. Please try again shortly.`,
      { retryAfter: RETRY_AFTER },
    );

  let unchecked = 0;
  const arrived = async (more: number) => {
    unchecked += more;
    if (unchecked < RECHECK_BYTES) return;
    unchecked = 0;
    await requireRoom();
  };
  running.set(key, own + 1);
  total += 1;
  try {
    await requireRoom(bytes);
    return await receive(arrived);
  } finally {
    total -= 1;
    const others = running.get(key)! - 1;
    if (others === 0) running.delete(key);
    else running.set(key, others);
  }
}
