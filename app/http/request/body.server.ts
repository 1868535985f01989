import { setTimeout as wait } from "node:timers/promises";
import { DomainError } from "#domain/core/errors.ts";

/** How long a refusal waits for the rest of what it refuses. */
const WAIT_MS = 10_000;
/** What a refused sender may still send before the connection is cut. */
const DRAIN_BYTES_MAX = 256 * 1_048_576;
const DRAIN_MS = 60_000;

export type BodyReader = Pick<
  ReadableStreamDefaultReader<Uint8Array>,
  "read" | "cancel"
>;

/** How long a sender may send nothing. */
const SILENCE_MS = 30_000;

/**
 * Reads a body, once at a time: Remix's stream may stand still if a second read begins before the first has
 * ended. A read throws {DomainError} timed_out when nothing has come for `silenceMs`.
 */
export function readerOf(
  body: ReadableStream<Uint8Array>,
  silenceMs = SILENCE_MS,
): BodyReader {
  const reader = body.getReader();
  let reading: ReturnType<BodyReader["read"]> | undefined;
  return {
    read: () => {
      reading ??= reader.read().finally(() => {
        reading = undefined;
      });
      return unlessSilent(reading, silenceMs);
    },
    cancel: (reason) => reader.cancel(reason),
  };
}

async function unlessSilent<T>(read: Promise<T>, silenceMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const seconds = Math.ceil(silenceMs / 1000);
      reject(
        new DomainError(
          "timed_out",
          `Nothing has come for ${seconds} seconds. Please send it again.`,
        ),
      );
    }, silenceMs);
  });
  try {
    return await Promise.race([read, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads the rest of a refused body and drops it: a client reads the answer when it has sent all, and
 * what is left unread would stand before its next request. A slow sender is answered meanwhile.
 */
export async function drain(reader: BodyReader) {
  await Promise.race([
    dropAll(reader),
    wait(WAIT_MS, undefined, { ref: false }),
  ]);
}

async function dropAll(reader: BodyReader) {
  const until = Date.now() + DRAIN_MS;
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.byteLength;
      if (size > DRAIN_BYTES_MAX || Date.now() > until)
        return await reader.cancel();
    }
  } catch {
    // The sender is gone: there is nobody left to answer.
  }
}

const TEXT_BYTES_MAX = 1_000_000;

/**
 * A request's body, small enough to be held in memory.
 * @throws {DomainError} too_large past a megabyte
 */
export async function readBody(request: Request): Promise<Buffer<ArrayBuffer>> {
  const reader = request.body ? readerOf(request.body) : undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > TEXT_BYTES_MAX) {
      await drain(reader);
      throw new DomainError("too_large", "That is too much text.");
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

/**
 * A form of text fields alone.
 * @throws {DomainError} too_large, or bad_input if the body is no such form
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  const body = await readBody(request);
  const form = await new Response(body, { headers: { "Content-Type": type } })
    .formData()
    .catch((cause: unknown) => {
      throw new DomainError("bad_input", "This address takes a form.", {
        cause,
      });
    });
  for (const [name, value] of form)
    if (typeof value !== "string")
      throw new DomainError("bad_input", "This address takes no files.", {
        fields: { [name]: "must be text" },
      });
  return form;
}
