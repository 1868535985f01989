import type { IncomingMessage, ServerResponse } from "node:http";
import { isDamaged } from "#domain/backup/damage.server.ts";
import { publicDataVersion } from "#domain/site/public-data.server.ts";
import { createSizedCache } from "./sized-cache.ts";
import { readCacheable, type Cacheable } from "./cacheable-paths.server.ts";
import {
  chooseEncoding,
  encode,
  type EncodedResponse,
  type Encoding,
} from "./encodings.server.ts";
import { hasSession } from "../admin-session.server.ts";
import {
  chooseLanguage,
  rememberLanguage,
} from "../request/language.server.ts";
import { matchesEtag } from "./etag.server.ts";
import { renderForAll, type Rendered } from "./render-for-all.server.ts";

/**
 * Caches public responses, compressed, until public data changes. Runs after remix-serve's static files and
 * before Remix.
 */

const CACHE_BYTES_MAX = 48 * 1024 * 1024;

/** `version` is that of the public data before the response was rendered. */
type CachedResponse = EncodedResponse & { version: string };

/** By encoding and address. */
const cache = createSizedCache<CachedResponse>(
  CACHE_BYTES_MAX,
  ({ headers, body }) => body.length + 2 * JSON.stringify(headers).length,
);

/** A response that several requests wait for, with its encodings, each made once. */
interface Shared {
  rendered: Promise<Rendered | undefined>;
  encoded: Partial<Record<Encoding, Promise<EncodedResponse>>>;
}

/** Renderings in progress, by version and address. */
const rendering = new Map<string, Shared>();

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

    const name = `${version} ${address}`;
    const others = rendering.get(name);
    const shared =
      others ?? startRendering(name, address, request, response, next);
    const rendered = await shared.rendered;
    if (!rendered && !others) return;
    if (!rendered) continue;
    const encoded = await (shared.encoded[encoding] ??= encode(
      rendered,
      encoding,
    ));
    if (publicDataVersion(reads) === version)
      cache.set(key, { ...encoded, version });
    return send(encoded, request, response, cookies);
  }
}

const languageFor = ({ url = "/", headers }: IncomingMessage) =>
  chooseLanguage({
    address: url,
    cookie: headers.cookie,
    acceptLanguage: headers["accept-language"],
  });

function startRendering(
  name: string,
  address: string,
  request: ExpressRequest,
  response: ServerResponse,
  next: Next,
): Shared {
  // Remix must not see anything that the response must not depend on. Node itself leaves the body out for a HEAD.
  request.url = request.originalUrl = address;
  request.method = "GET";
  delete request.headers.cookie;
  const rendered = renderForAll(response, next).finally(() =>
    rendering.delete(name),
  );
  const shared: Shared = { rendered, encoded: {} };
  rendering.set(name, shared);
  return shared;
}

function send(
  { headers, etag, body }: EncodedResponse,
  request: IncomingMessage,
  response: ServerResponse,
  cookies: string[],
) {
  if (cookies.length > 0) response.setHeader("Set-Cookie", cookies);
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
