import { msg } from "@lingui/core/macro";
import { setTimeout as wait } from "node:timers/promises";
import { DomainError } from "#core/errors.ts";

/** How long a refusal waits for the rest of the body. */
const WAIT_MS = 10_000;
/** Bytes that a refused sender may still send before the connection is cut. */
const DRAIN_BYTES_MAX = 256 * 1_048_576;
const DRAIN_MS = 60_000;

export type BodyReader = Pick<
  ReadableStreamDefaultReader<Uint8Array>,
  "read" | "cancel"
>;

const SILENCE_MS = 30_000;

/** Reads one chunk at a time: Remix's stream may hang if two reads overlap. @throws {DomainError} timed_out */
export function openBody(
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
          msg`Nothing has come for ${seconds} seconds. Please send it again.`,
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

/** Drops the rest of a refused body, because a client reads the response only after it has sent everything. */
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
    // The sender is gone, so nobody is left to answer.
  }
}

/** Of a body in JSON, or a form without files, unless its call takes longer texts. */
const BODY_BYTES_MAX = 65_536;

/** @throws {DomainError} too_large over `bytesMax` */
export async function readBody(
  request: Request,
  bytesMax = BODY_BYTES_MAX,
): Promise<Buffer<ArrayBuffer>> {
  const reader = request.body ? openBody(request.body) : undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > bytesMax) {
      await drain(reader);
      throw new DomainError("too_large", msg`That is too much text.`);
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

/** Of text fields only. @throws {DomainError} too_large over `bytesMax`, or bad_input if the body is not such a form */
export async function readForm(
  request: Request,
  bytesMax?: number,
): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  const body = await readBody(request, bytesMax);
  const form = await new Response(body, { headers: { "Content-Type": type } })
    .formData()
    .catch((cause: unknown) => {
      throw new DomainError("bad_input", msg`This address takes a form.`, {
        cause,
      });
    });
  for (const [name, value] of form)
    if (typeof value !== "string")
      throw new DomainError("bad_input", msg`This address takes no files.`, {
        fields: { [name]: msg`must be text` },
      });
  return form;
}
