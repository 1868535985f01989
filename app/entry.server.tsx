import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import type { EntryContext } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { NonceContext } from "#app/http/nonce.ts";
import {
  contentSecurityPolicy,
  hashScripts,
} from "#app/http/content-security-policy.server.ts";
import { ServerLanguage } from "#app/components/language/page-language.tsx";
import { speak } from "#core/languages/catalogues.server.ts";
import {
  languageOf,
  rememberLanguage,
} from "./http/request/language.server.ts";
import { isCacheable } from "./http/cache/cacheable-paths.server.ts";
import { requestId } from "./http/request/headers.ts";
import { keeping } from "#core/keeping.server.ts";
import { startSite } from "#app/http/start.server.ts";
import { log } from "#core/log.server.ts";
import { isDamaged } from "#domain/backup/damage.server.ts";

if (keeping.day === undefined) await startSite();

const RENDER_MS = 10_000;

/** Milliseconds. Our data have no promises, but Remix's timer for them would keep a process alive that is to stop. */
export const streamTimeout = 0;

/** Renders a page as a whole, because no page streams and a whole page can be compressed and cached. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const nonce = randomBytes(16).toString("base64url");
  let failed = false;
  // Others are answered between reading a page's data and rendering it. Either may take 30 ms on a large site.
  await setImmediate();
  const rendered = await new Promise<string>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <ServerLanguage.Provider value={speak(languageOf(request))}>
          <RemixServer
            context={context}
            url={request.url}
            nonce={nonce}
            abortDelay={RENDER_MS}
          />
        </ServerLanguage.Provider>
      </NonceContext.Provider>,
      {
        nonce,
        onAllReady() {
          const body = new PassThrough();
          text(body).then(resolve, reject);
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          failed = true;
          log.error("a page failed to render", { error });
        },
      },
    );
    setTimeout(abort, RENDER_MS + 1000).unref();
  }).then(paintFirst);
  headers.set("Content-Type", "text/html; charset=utf-8");
  const { pathname, search } = new URL(request.url);
  const isForAll = isCacheable(pathname, request.headers.get("cookie"));
  const { html, hashes } = isForAll
    ? hashScripts(rendered, nonce)
    : { html: rendered, hashes: [`'nonce-${nonce}'`] };
  headers.append("Vary", "Accept-Language, Cookie");
  // The cache does it for each visitor.
  if (!isForAll)
    for (const cookie of rememberLanguage(search))
      headers.append("Set-Cookie", cookie);
  headers.set("Content-Security-Policy", contentSecurityPolicy(hashes));
  headers.set("X-Frame-Options", "DENY");
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-cache");
  const isFault = failed || status === 500;
  return new Response(html, {
    status: isFault ? (isDamaged() ? 503 : 500) : status,
    headers,
  });
}

/** Lets styles and pictures come before the scripts that Remix preloads. In development React would warn of the attribute. */
const paintFirst = (html: string) =>
  import.meta.env.PROD
    ? html.replaceAll(
        '<link rel="modulepreload"',
        '<link rel="modulepreload" fetchpriority="low"',
      )
    : html;

export function handleError(error: unknown, { request }: { request: Request }) {
  if (!request.signal.aborted && !isOfSender(error))
    log.error("a request failed", { id: requestId(request), error });
}

/** Remix also reports what only the sender did wrong: a method that a page doesn't take, or `?_data=`. */
const isOfSender = (error: unknown) =>
  isRouteErrorResponse(error)
    ? error.status < 500
    : error instanceof Error && error.message.includes("?_data requests");
