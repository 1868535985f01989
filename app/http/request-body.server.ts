import { setTimeout as wait } from "node:timers/promises";
import { DomainError } from "#domain/errors.ts";

/** How long a refusal waits for the rest of what it refuses. */
const WAIT_MS = 10_000;
/** What a refused sender may still send before the connection is cut. */
const DRAIN_BYTES_MAX = 256 * 1_048_576;
const DRAIN_MS = 60_000;

/**
 * Reads the rest of a refused body and drops it: a client reads the answer when it has sent all, and
 * what is left unread would stand before its next request. A slow sender is answered meanwhile.
 */
export async function drain(reader: ReadableStreamDefaultReader<Uint8Array>) {
  await Promise.race([
    dropAll(reader),
    wait(WAIT_MS, undefined, { ref: false }),
  ]);
}

async function dropAll(reader: ReadableStreamDefaultReader<Uint8Array>) {
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
  const reader = request.body?.getReader();
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

/** @throws {DomainError} too_large, or bad_input where the body is no form */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  const body = await readBody(request);
  try {
    return await new Response(body, {
      headers: { "Content-Type": type },
    }).formData();
  } catch (error) {
    throw new DomainError("bad_input", "This address takes a form.", {
      cause: error,
    });
  }
}
