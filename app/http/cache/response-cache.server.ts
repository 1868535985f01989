import { createHash } from "node:crypto";
import type {
  IncomingMessage,
  OutgoingHttpHeaders,
  ServerResponse,
} from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { publicDataVersion } from "#domain/site/public-data.server.ts";
import { ByteCache } from "./byte-cache.ts";
import { readCacheable, type Cacheable } from "./cacheable-paths.ts";
import { namesEtag } from "./etag.server.ts";

/**
 * Caches public responses, compressed, until the public data that they are made of change. Runs after
 * remix-serve's static files and before Remix.
 */

const CACHE_BYTES_MAX = 48 * 1024 * 1024;
/** A larger response is passed on as it comes. */
const RESPONSE_BYTES_MAX = 12 * 1024 * 1024;
/** Smaller bodies don't shrink. */
const COMPRESS_BYTES_MIN = 512;

/** What Remix has rendered, as every visitor may get it. */
interface Rendered {
  headers: OutgoingHttpHeaders;
  etag: string;
  whole: Buffer;
  /** Whether later requests may get it too. */
  isLasting: boolean;
  /** Compressed once, for all who wait for it. */
  responses: Partial<Record<Encoding, Promise<CachedResponse>>>;
}

interface CachedResponse {
  headers: OutgoingHttpHeaders;
  etag: string;
  body: Buffer;
}

const encodings = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
  identity: async (body: Buffer) => body,
};
type Encoding = keyof typeof encodings;

/** By encoding and address; `version` is that of the public data before it was rendered. */
const cache = new ByteCache<CachedResponse & { version: string }>(
  CACHE_BYTES_MAX,
);
/** What is being rendered for one request, for all that ask for the same meanwhile. */
const rendering = new Map<string, Promise<Rendered | undefined>>();

type Next = (error?: unknown) => void;
/** Express has put the address here too, and Remix reads it from here. */
type ExpressRequest = IncomingMessage & { originalUrl?: string };

/** As Express calls it. */
export function answerFromCache(
  request: ExpressRequest,
  response: ServerResponse,
  next: Next,
) {
  const { method, url = "/", headers } = request;
  const cacheable =
    method === "GET" ? readCacheable(url, headers.cookie) : undefined;
  if (cacheable) answer(request, response, cacheable, next).catch(next);
  else next();
}

async function answer(
  request: ExpressRequest,
  response: ServerResponse,
  { address, reads }: Cacheable,
  next: Next,
) {
  const encoding = chooseEncoding(
    String(request.headers["accept-encoding"] ?? ""),
  );
  const key = `${encoding} ${address}`;
  // Who renders for all may go away, or what they got is not for others: then the next in line renders.
  while (!response.destroyed) {
    const version = publicDataVersion(reads);
    const cached = cache.get(key);
    if (cached?.version === version) return send(cached, request, response);
    cache.delete(key);

    const name = `${version} ${address}`;
    const others = rendering.get(name);
    const rendered = await (others ??
      renderForAll(name, address, request, response, next));
    if (!rendered && !others) return;
    if (!rendered) continue;
    const made = await encodeOnce(rendered, encoding);
    if (rendered.isLasting && publicDataVersion(reads) === version)
      cache.set(key, { ...made, version }, sizeOf(made));
    return send(made, request, response);
  }
}

async function renderForAll(
  name: string,
  address: string,
  request: ExpressRequest,
  response: ServerResponse,
  next: Next,
) {
  // Remix sees nothing that the answer must not depend on.
  request.url = request.originalUrl = address;
  const rendered = render(response, next);
  rendering.set(name, rendered);
  try {
    return await rendered;
  } finally {
    rendering.delete(name);
  }
}

const sizeOf = ({ headers, body }: CachedResponse) =>
  body.length + 2 * JSON.stringify(headers).length;

function chooseEncoding(accepted: string): Encoding {
  const takes = (name: string) =>
    accepted
      .split(",")
      .some((part) =>
        new RegExp(`^\\s*${name}\\s*(;\\s*q=(?!0(\\.0*)?\\s*$).*)?$`).test(
          part,
        ),
      );
  return takes("br") ? "br" : takes("gzip") ? "gzip" : "identity";
}

function send(
  { headers, etag, body }: CachedResponse,
  request: IncomingMessage,
  response: ServerResponse,
) {
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) response.setHeader(name, value);
  const known = request.headers["if-none-match"];
  if (known && namesEtag(known, etag.slice("W/".length))) {
    response.statusCode = 304;
    for (const name of ["Content-Type", "Content-Length", "Content-Encoding"])
      response.removeHeader(name);
    response.end();
  } else {
    response.end(body);
  }
}

/**
 * Has Remix render the response, and holds it back. Undefined if it is too large, no success or for this
 * request alone, and then it is sent, or if the client has gone away.
 */
function render(
  response: ServerResponse,
  next: Next,
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
      chunks.push(Buffer.from(chunk as string));
      size += chunk.length;
      if (size > RESPONSE_BYTES_MAX) passOn();
      return true;
    };
    response.end = (chunk?: unknown) => {
      if (typeof chunk === "string" || chunk instanceof Uint8Array)
        chunks.push(Buffer.from(chunk as string));
      if (!isForAll(response)) {
        passOn();
        return response.end();
      }
      Object.assign(response, { write, end });
      resolve(describe(response, before, Buffer.concat(chunks)));
      return response;
    };
    next();
  });
}

const cacheControl = (response: ServerResponse) =>
  String(response.getHeader("Cache-Control") ?? "");

const isForAll = (response: ServerResponse) =>
  response.statusCode === 200 &&
  !response.hasHeader("Set-Cookie") &&
  !response.hasHeader("Content-Encoding") &&
  !cacheControl(response).includes("no-store");

function describe(
  response: ServerResponse,
  before: Set<string>,
  whole: Buffer,
): Rendered {
  const isLasting = !cacheControl(response).includes("private");
  const hash = createHash("sha256").update(whole).digest("base64url");
  // Weak: the same in every encoding.
  const etag = `W/"${hash.slice(0, 22)}"`;
  const own = response
    .getHeaderNames()
    .filter((name) => !before.has(name))
    .map((name) => [name, response.getHeader(name)] as const);
  const headers: OutgoingHttpHeaders = {
    ...Object.fromEntries(own),
    ...(isLasting ? { "cache-control": "no-cache" } : {}),
    vary: [response.getHeader("vary"), "Accept-Encoding"]
      .filter(Boolean)
      .join(", "),
    etag,
  };
  return { headers, etag, whole, isLasting, responses: {} };
}

const encodeOnce = (rendered: Rendered, encoding: Encoding) =>
  (rendered.responses[encoding] ??= encode(rendered, encoding));

async function encode(
  { headers, etag, whole }: Rendered,
  wanted: Encoding,
): Promise<CachedResponse> {
  const encoding = whole.length < COMPRESS_BYTES_MIN ? "identity" : wanted;
  const encoded = await encodings[encoding](whole);
  // zlib gives a view of 16 kB, however small it is: a copy takes as much memory as it has bytes.
  const body = Buffer.allocUnsafeSlow(encoded.length);
  encoded.copy(body);
  return {
    headers: {
      ...headers,
      "content-length": body.length,
      ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
    },
    etag,
    body,
  };
}
