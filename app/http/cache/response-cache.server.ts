import { webcrypto } from "node:crypto";
import type {
  IncomingMessage,
  OutgoingHttpHeaders,
  ServerResponse,
} from "node:http";
import { isDamaged } from "#domain/backup/damage.server.ts";
import { publicDataVersion } from "#domain/site/public-data.server.ts";
import { createSizedCache } from "./sized-cache.ts";
import { readCacheable, type Cacheable } from "./cacheable-paths.server.ts";
import { chooseEncoding, encode, type Encoding } from "./encodings.server.ts";
import { hasSession } from "../admin-session.server.ts";
import {
  chooseLanguage,
  rememberLanguage,
} from "../request/language.server.ts";
import { matchesEtag } from "./etag.server.ts";

/** Caches public responses, compressed, until public data change. Runs after static files and before Remix. */

const CACHE_BYTES_MAX = 48 * 1024 * 1024;

const RESPONSE_BYTES_MAX = 12 * 1024 * 1024;

interface CachedResponse {
  headers: OutgoingHttpHeaders;
  etag: string;
  body: Buffer;
  /** That of the public data before the response was rendered. */
  version: string;
}

type Rendered = Pick<CachedResponse, "headers" | "body">;

/** By encoding and address. */
const cache = createSizedCache<CachedResponse>(
  CACHE_BYTES_MAX,
  ({ headers, body }) => body.length + 2 * JSON.stringify(headers).length,
);

/** Responses that are being rendered, by version, encoding and address. Several requests may wait for one. */
const rendering = new Map<string, Promise<CachedResponse | undefined>>();

type Next = (error?: unknown) => void;
/** Express keeps the address here too, and Remix reads it from here. */
type ExpressRequest = IncomingMessage & { originalUrl?: string };

export function answerFromCache(
  request: ExpressRequest,
  response: ServerResponse,
  next: Next,
) {
  const { method = "", url = "/" } = request;
  const cacheable =
    ["GET", "HEAD"].includes(method) && !isDamaged()
      ? readCacheable(url, () => languageFor(request))
      : undefined;
  if (cacheable) answer(request, response, cacheable, next).catch(next);
  else next();
}

async function answer(
  request: ExpressRequest,
  response: ServerResponse,
  { address, reads, isWritten }: Cacheable,
  next: Next,
) {
  if (await hasSession(request)) return next();
  const cookies = isWritten ? rememberLanguage(request.url ?? "") : [];
  const encoding = chooseEncoding(request);
  const key = `${encoding} ${address}`;
  // If the client that a response is rendered for goes away, or the response turns out to be for it alone,
  // the next waiting request renders.
  while (!response.destroyed) {
    const version = publicDataVersion(reads);
    const cached = cache.get(key);
    if (cached?.version === version)
      return send(cached, request, response, cookies);
    cache.delete(key);

    const name = `${version} ${key}`;
    const others = rendering.get(name);
    if (!others) {
      onlyFor(request, address);
      const rendered = renderForAll(response, next).then(
        (plain) => plain && pack(plain, encoding, version),
      );
      rendering.set(
        name,
        rendered.finally(() => rendering.delete(name)),
      );
    }
    const rendered = await rendering.get(name);
    if (rendered) {
      if (publicDataVersion(reads) === version) cache.set(key, rendered);
      return send(rendered, request, response, cookies);
    }
    if (!others) return;
  }
}

const languageFor = ({ url = "/", headers }: IncomingMessage) =>
  chooseLanguage(url, headers.cookie, headers["accept-language"]);

/** Hides everything from Remix that the response must not depend on. Node itself leaves the body out for a HEAD. */
function onlyFor(request: ExpressRequest, address: string) {
  request.url = request.originalUrl = address;
  request.method = "GET";
  delete request.headers.cookie;
}

/** Holds back what Remix renders. Undefined if the client went away, and for what isn't for all, which is sent. */
function renderForAll(response: ServerResponse, callRemix: () => void) {
  const before = new Set(response.getHeaderNames());
  const { write, end } = response;
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise<Rendered | undefined>((resolve) => {
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
      // Without those that were set for this request alone, before Remix was called.
      const names = response.getHeaderNames().filter((it) => !before.has(it));
      const headers = names.map((it) => [it, response.getHeader(it)] as const);
      resolve({ headers: Object.fromEntries(headers), body: joined(chunks) });
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

async function pack(
  { headers, body: plain }: Rendered,
  wanted: Encoding,
  version: string,
): Promise<CachedResponse> {
  // Not in the main thread, because some responses have many megabytes.
  const hash = Buffer.from(await webcrypto.subtle.digest("SHA-256", plain));
  const { body, encoding } = await encode(plain, wanted);
  return {
    headers: {
      ...headers,
      "cache-control": "no-cache",
      vary: [headers.vary, "Accept-Encoding"].filter(Boolean).join(", "),
      "content-length": body.length,
      ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
    },
    // Weak, because it is the same in every encoding.
    etag: `W/"${hash.toString("base64url").slice(0, 22)}"`,
    body,
    version,
  };
}

function send(
  { headers, etag, body }: CachedResponse,
  request: IncomingMessage,
  response: ServerResponse,
  cookies: string[],
) {
  if (cookies.length > 0) response.setHeader("Set-Cookie", cookies);
  response.setHeader("ETag", etag);
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) response.setHeader(name, value);
  const known = request.headers["if-none-match"];
  if (known && matchesEtag(known, etag.slice("W/".length))) {
    response.statusCode = 304;
    for (const name of ["Content-Type", "Content-Length", "Content-Encoding"])
      response.removeHeader(name);
    response.end();
  } else {
    response.end(body);
  }
}
