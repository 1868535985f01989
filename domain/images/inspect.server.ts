import { DomainError, type ErrorKind } from "../core/errors.ts";
import {
  prepareThreads,
  ThreadTimeout,
  type ThreadOptions,
} from "../core/run-in-threads.server.ts";
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
/** The limit of a thread's heap. Files need little, because they are read 256 KiB at a time. */
const HEAP_MB = 64;

/**
 * Gives a check of images that runs in threads, so that no file can keep visitors waiting. If a check crashes or
 * reaches the time limit, only its own file is refused.
 */
export function prepareInspection(options: Partial<ThreadOptions> = {}) {
  const run = prepareThreads<string, FromInspectThread>({
    script: "build/node/inspect-image.js",
    threads: THREADS_MAX,
    heapMb: HEAP_MB,
    timeLimit: TIME_LIMIT,
    ...options,
  });
  return async (file: string): Promise<InspectedImage> => {
    const answer = await run(file).catch((error: unknown) => {
      throw error instanceof ThreadTimeout ? refuse("slow") : error;
    });
    if ("found" in answer)
      return { ...answer.found, extension: extensions[answer.found.format] };
    if ("error" in answer) throw answer.error;
    const { kind, message } = answer.refusal;
    throw new DomainError(kind, message);
  };
}

/**
 * Reads what an image file is from its header, walks through its container to the end, and computes its checksum.
 * @param file absolute path
 * @throws {DomainError} not_an_image if it isn't one, is damaged or was cut off; too_large if it has too many pixels
 */
export const inspectImage = prepareInspection();
