import { msg } from "@lingui/core/macro";
import { once } from "node:events";
import path from "node:path";
import { inspect } from "node:util";
import { Worker } from "node:worker_threads";
import { DomainError } from "#core/errors.ts";
import type { Said } from "#core/languages/say.ts";
import { log } from "#core/log.server.ts";
import { remember } from "#core/remember.server.ts";
import type { LargeBody, LargeRead } from "./reads.server.ts";

/** Milliseconds. The longest read takes half a second; a slow disk takes longer. */
const TIME_LIMIT = 30_000;
/** The limit of the thread's heap. 100,000 rocks take half of it. */
const HEAP_MB = 128;
/** The limit for new objects, a third of Node's own. The heap then grows less before it is collected. */
const YOUNG_MB = 16;
const RETRY_AFTER = 5;
const WAITING_MAX = 20;

/** Starts when it is first needed, and stays. If it fails at a message, the next one has another thread. */
export function prepareThread<Message, Answer>(
  script: string,
  heapMb = HEAP_MB,
) {
  let thread: Worker | undefined;

  function start() {
    const started = new Worker(path.resolve(script), {
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: heapMb,
        maxYoungGenerationSizeMb: YOUNG_MB,
      },
    });
    // Without a listener, an error here would end the site.
    started.on("error", () => {});
    started.once("exit", () => {
      if (thread === started) thread = undefined;
    });
    return started;
  }

  return {
    async ask(message: Message): Promise<Answer> {
      const asked = (thread ??= start());
      // Only a thread that works keeps the process alive.
      asked.ref();
      asked.postMessage(message);
      const signal = AbortSignal.timeout(TIME_LIMIT);
      try {
        const [answer] = await once(asked, "message", { signal });
        asked.unref();
        return answer as Answer;
      } catch (error) {
        thread = undefined;
        void asked.terminate();
        throw error;
      }
    },
    end: async () => thread?.terminate(),
  };
}

const reader = remember("large reads", () => ({
  thread: prepareThread<LargeRead, LargeBody>("build/node/large-reads.js"),
  /** By read, while the reads before it run. */
  waiting: new Map<string, Promise<LargeBody>>(),
  last: Promise.resolve() as Promise<unknown>,
}));

export const endLargeReads = () => reader.thread.end();

/**
 * Keeps the main thread free. Everybody who asks before a read begins gets the same one, which is never older than the
 * request. @throws {DomainError} unavailable if the thread fails, or if too many reads wait
 */
export function readInThread(...read: LargeRead): Promise<LargeBody> {
  const key = JSON.stringify(read);
  const { waiting } = reader;
  const shared = waiting.get(key);
  if (shared) return shared;
  if (waiting.size >= WAITING_MAX)
    throw unavailable(
      msg`Too many large lists are being made at the moment. Please try again later.`,
    );
  const mine = reader.last.then(() => {
    waiting.delete(key);
    return reader.thread.ask(read).catch((error: unknown) => {
      // Some errors lose their class between threads.
      const reason = error instanceof Error ? error : inspect(error);
      log.error("a large read failed", { read: read[0], error: reason });
      throw unavailable(
        msg`This can't be read at the moment. Please try again later.`,
      );
    });
  });
  waiting.set(key, mine);
  reader.last = mine.catch(() => {});
  return mine;
}

const unavailable = (said: Said) =>
  new DomainError("unavailable", said, { retryAfter: RETRY_AFTER });
