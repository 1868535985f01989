import { DomainError } from "#core/errors.ts";
import { log } from "#core/log.server.ts";
import { remember } from "#core/remember.server.ts";
import { prepareThreads } from "#core/run-in-threads.server.ts";
import type { LargeBody, LargeRead } from "./reads.server.ts";

/** Milliseconds. The longest read takes half a second; a slow disk takes longer. */
const TIME_LIMIT = 30_000;
/** The limit of the thread's heap. 100,000 rocks take half of it. */
const HEAP_MB = 128;
/** Seconds after which a failed read may be tried again. */
const RETRY_AFTER = 5;
/** Number of different reads that may wait. */
const WAITING_MAX = 20;

const reader = remember("large reads", () => ({
  run: prepareThreads<LargeRead, LargeBody>({
    script: "build/node/large-reads.js",
    heapMb: HEAP_MB,
    timeLimit: TIME_LIMIT,
  }),
  /** By read, while the reads before it run. */
  waiting: new Map<string, Promise<LargeBody>>(),
  last: Promise.resolve() as Promise<unknown>,
}));

/**
 * Makes a large response in a thread, so that the site's main thread answers others meanwhile. Everybody who asks
 * before a read begins gets the same one. So what it returns is never older than the request.
 * @throws {DomainError} unavailable if the thread fails, or if too many reads wait
 */
export function readInThread(...read: LargeRead): Promise<LargeBody> {
  const key = JSON.stringify(read);
  const { waiting } = reader;
  const shared = waiting.get(key);
  if (shared) return shared;
  if (waiting.size >= WAITING_MAX)
    throw unavailable("Too many large lists are being made at the moment.");
  const mine = reader.last.then(() => {
    waiting.delete(key);
    return reader.run(read).catch((error: unknown) => {
      log.error("a large read failed", { read: read[0], error });
      throw unavailable("This can't be read at the moment.");
    });
  });
  waiting.set(key, mine);
  reader.last = mine.catch(() => {});
  return mine;
}

const unavailable = (message: string) =>
  new DomainError("unavailable", `${message} Please try again later.`, {
    retryAfter: RETRY_AFTER,
  });
