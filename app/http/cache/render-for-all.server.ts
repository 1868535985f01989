import { webcrypto } from "node:crypto";
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";

/** A larger response is sent as it comes, and not cached. */
const RESPONSE_BYTES_MAX = 12 * 1024 * 1024;

/** Pages as Remix has rendered them, for every visitor. */
export interface Rendered {
  headers: OutgoingHttpHeaders;
  etag: string;
  body: Buffer;
}

/**
 * Lets Remix render the response and holds it back.
 * @returns undefined if the client went away, or if the response is too large, not a success or meant for
 * this request alone. In the latter cases it has been sent.
 */
export function renderForAll(
  response: ServerResponse,
  callRemix: () => void,
): Promise<Rendered | undefined> {
  const before = new Set(response.getHeaderNames());
  const { write, end } = response;
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const passOn = () => {
      Object.assign(response, { write, end });
      resolve(undefined);
      for (const chunk of chunks.splice(0)) response.write(chunk);
    };
    response.once("close", () => resolve(undefined));
    response.write = (chunk: Uint8Array | string) => {
      chunks.push(bufferOf(chunk));
      size += chunk.length;
      if (size > RESPONSE_BYTES_MAX) passOn();
      return true;
    };
    response.end = (chunk?: unknown) => {
      if (typeof chunk === "string" || chunk instanceof Uint8Array)
        chunks.push(bufferOf(chunk));
      if (!isForAll(response)) {
        passOn();
        return response.end();
      }
      Object.assign(response, { write, end });
      resolve(describe(response, before, joined(chunks)));
      return response;
    };
    callRemix();
  });
}

/** Doesn't copy bytes, because some responses have many megabytes, and nobody changes what was written. */
const bufferOf = (chunk: Uint8Array | string) =>
  typeof chunk === "string"
    ? Buffer.from(chunk)
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);

const joined = (chunks: Buffer[]) =>
  chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);

const isForAll = (response: ServerResponse) =>
  response.statusCode === 200 &&
  !response.hasHeader("Set-Cookie") &&
  !response.hasHeader("Content-Encoding") &&
  !/private|no-store/.test(String(response.getHeader("Cache-Control")));

/** @param before the headers that were set for this request alone, before Remix was called */
async function describe(
  response: ServerResponse,
  before: Set<string>,
  body: Buffer,
): Promise<Rendered> {
  // Not in the main thread, because some responses have many megabytes.
  const hash = Buffer.from(await webcrypto.subtle.digest("SHA-256", body));
  // Weak, because it is the same in every encoding.
  const etag = `W/"${hash.toString("base64url").slice(0, 22)}"`;
  const own = response
    .getHeaderNames()
    .filter((name) => !before.has(name))
    .map((name) => [name, response.getHeader(name)] as const);
  const headers: OutgoingHttpHeaders = {
    ...Object.fromEntries(own),
    "cache-control": "no-cache",
    vary: [response.getHeader("vary"), "Accept-Encoding"]
      .filter(Boolean)
      .join(", "),
    etag,
  };
  return { headers, etag, body };
}
