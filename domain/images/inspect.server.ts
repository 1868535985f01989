import path from "node:path";
import { Worker } from "node:worker_threads";
import { DomainError, type ErrorKind } from "../core/errors.ts";
import { extensions, type Found } from "./container.server.ts";
import { refuse } from "./refusals.server.ts";

/** What an image file is. Width and height are as stored, before any orientation. */
export interface InspectedImage extends Found {
  /** Without a dot. */
  extension: string;
  /** Of the whole file, hex. */
  sha256: string;
}

type FoundByThread = Omit<InspectedImage, "extension">;

export type FromInspectThread =
  | { found: FoundByThread }
  | { refusal: { kind: ErrorKind; message: string } }
  | { error: unknown };

/** How many images are checked at the same time. The others wait. */
const THREADS_MAX = 2;
/** Milliseconds. A check of 200 MB from a slow disk takes some seconds. */
const TIME_LIMIT = 20_000;
/** The limit of a thread's heap. Files need little of it, because they are read 256 KiB at a time. */
const HEAP_MB = 64;

export interface InspectOptions {
  /** Path of the thread's built script. */
  script?: string;
  /** Milliseconds that a check may take. */
  timeLimit?: number;
}

/**
 * Checks images in threads, so that no file can keep visitors waiting. A thread starts when it is first
 * needed and stays. If it crashes or reaches the time limit, only its own file is refused.
 */
export function prepareInspection({
  script = "build/node/inspect-image.js",
  timeLimit = TIME_LIMIT,
}: InspectOptions = {}) {
  const waiting: (() => void)[] = [];
  const idle: Worker[] = [];
  let busy = 0;

  function start() {
    const thread = new Worker(path.resolve(script), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    // Without a listener, an error here would end the site. The check that runs has a listener of its own.
    thread.on("error", () => {});
    thread.once("exit", () => {
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
    });
    return thread;
  }

  const inThread = (file: string) =>
    new Promise<FoundByThread>((resolve, reject) => {
      const thread = idle.pop() ?? start();
      // Only a thread that works keeps the process alive. It is released again below.
      thread.ref();
      const deadline = setTimeout(() => {
        void thread.terminate();
        end(() => reject(refuse("slow")));
      }, timeLimit);
      const end = (settle: () => void) => {
        clearTimeout(deadline);
        thread
          .off("message", onMessage)
          .off("error", onError)
          .off("exit", onExit);
        settle();
      };
      const onMessage = (message: FromInspectThread) =>
        end(() => {
          thread.unref();
          idle.push(thread);
          if ("found" in message) resolve(message.found);
          else if ("refusal" in message) {
            const { kind, message: text } = message.refusal;
            reject(new DomainError(kind, text));
          } else reject(message.error);
        });
      const onError = (error: Error) => end(() => reject(error));
      const onExit = (code: number) =>
        end(() => reject(new Error(`The image check ended with ${code}.`)));
      thread.on("message", onMessage).on("error", onError).on("exit", onExit);
      thread.postMessage(file);
    });

  return async (file: string): Promise<InspectedImage> => {
    if (busy === THREADS_MAX)
      await new Promise<void>((resolve) => waiting.push(resolve));
    else busy++;
    try {
      const found = await inThread(file);
      return { ...found, extension: extensions[found.format] };
    } finally {
      // The next check takes over this one's place.
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  };
}

/**
 * Reads what an image file is from its header, walks through its container to the end, and computes its checksum.
 * @param file absolute path
 * @throws {DomainError} not_an_image if it is none, is damaged or was cut off; too_large if it has too many pixels
 */
export const inspectImage = prepareInspection();
