import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { format } from "node:util";
import { randomUUID } from "node:crypto";
import { log } from "#domain/core/log.server.ts";
import { getSettings } from "#domain/core/settings.server.ts";
import { holdSiteLock } from "#domain/operations/site-lock.server.ts";
import {
  ADDRESS_HEADER,
  REQUEST_ID_HEADER,
} from "#app/http/request/headers.ts";
import { countRequest } from "#app/http/request/metrics.server.ts";
import { isOwnOrigin } from "#app/http/request/own-origin.server.ts";
import { answerWithPicture } from "#app/http/files/public-pictures.server.ts";
import { answerFromCache } from "#app/http/cache/response-cache.server.ts";
import { logEvent } from "#app/http/request/security-events.server.ts";

/**
 * Loaded before remix-serve, for what it offers no place for: settings checked first, JSON logs, and
 * for every request, before anything else sees it, the client's address, headers of safety on assets
 * too, and the refusal of what comes from a foreign origin.
 */

const settings = getSettings();
holdSiteLock();

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
const KNOWN = new Set([...SAFE, "POST", "PUT", "PATCH", "DELETE"]);
/** Five photographs of 25 MB at 1 Mbit/s take some 17 minutes. */
const REQUEST_MS = 30 * 60_000;
/** Longer than proxies and browsers keep a connection, so that none sends into one just closed. */
const KEEP_ALIVE_MS = 65_000;
const HEADERS_MS = 70_000;
const CLOSE_IDLE_MS = 200;

const known = new Set<Server>();

subscribe("http.server.request.start", (message) => {
  const { request, response, server } = message as {
    request: IncomingMessage;
    response: ServerResponse;
    server: Server;
  };
  if (!known.has(server)) {
    known.add(server);
    server.requestTimeout = REQUEST_MS;
    server.headersTimeout = HEADERS_MS;
    server.keepAliveTimeout = KEEP_ALIVE_MS;
  }
  const refusal = prepare(request, response);
  logAtEnd(request, response);
  if (refusal) {
    // Remix would answer 500; an address of our own says what is wrong.
    request.url = `/refused/${refusal}`;
    request.method = "GET";
  }
});

/** At a stop a connection is closed when its last answer is out: remix-serve closes those idle by then. */
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.once(signal, () =>
    setInterval(() => {
      for (const server of known) server.closeIdleConnections();
    }, CLOSE_IDLE_MS).unref(),
  );

function prepare(request: IncomingMessage, response: ServerResponse) {
  const { headers } = request;
  readAbsoluteForm(request);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "strict-origin-when-cross-origin");
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  response.setHeader(
    "Permissions-Policy",
    "geolocation=(self), camera=(), microphone=()",
  );
  if (settings.PUBLIC_URL.startsWith("https:"))
    response.setHeader(
      "Strict-Transport-Security",
      "max-age=31536000; includeSubDomains",
    );

  const forwarded = settings.TRUST_PROXY
    ? String(headers["x-forwarded-for"] ?? "")
        .split(",")
        .at(-1)
        ?.trim()
    : "";
  headers[ADDRESS_HEADER] =
    forwarded || request.socket.remoteAddress || "unknown";
  if (settings.TRUST_PROXY) {
    const host = String(headers["x-forwarded-host"] ?? "")
      .split(",")
      .at(-1)
      ?.trim();
    if (host) headers.host = host;
  } else {
    delete headers["x-forwarded-proto"];
  }
  delete headers["x-forwarded-host"];

  if (
    !/^[a-z0-9.:[\]_-]+$/i.test(headers.host ?? "") ||
    !URL.canParse(`http://${headers.host}`)
  ) {
    headers.host = "localhost";
    return "host";
  }
  if (!canBeRead(request.url ?? "/", headers.host!)) return "address";
  const method = request.method ?? "GET";
  if (!KNOWN.has(method)) return "method";
  if (
    !SAFE.has(method) &&
    !isOwnOrigin(
      { ...headers, "sec-fetch-site": one(headers["sec-fetch-site"]) },
      settings.PUBLIC_URL,
    )
  )
    return "origin";
  // Checked here, once and for every address; Remix's own check knows no PUBLIC_URL.
  delete headers.origin;
  return undefined;
}

/** `GET http://host/path`: what a proxy is asked, and every server has to take. Its host is the one that counts. */
function readAbsoluteForm(request: IncomingMessage) {
  const [, host, address] =
    /^https?:\/\/([^/?#]*)(.*)$/i.exec(request.url ?? "") ?? [];
  if (host === undefined) return;
  request.headers.host = host;
  request.url = address!.startsWith("/") ? address : `/${address}`;
}

/** Remix builds an address of the host and the path, and answers 500 if it can't. */
function canBeRead(path: string, host: string) {
  try {
    decodeURI(path);
    return path.startsWith("/") && URL.canParse(`http://${host}${path}`);
  } catch {
    return false;
  }
}

const one = (value: string | string[] | undefined) =>
  Array.isArray(value) ? value[0] : value;

function logAtEnd(request: IncomingMessage, response: ServerResponse) {
  const began = process.hrtime.bigint();
  const id = randomUUID();
  const { method = "GET", url = "" } = request;
  // Addresses may carry what is nobody's business in a log: the query is left out.
  const path = url.split("?")[0]!;
  const address = String(request.headers[ADDRESS_HEADER]);
  request.headers[REQUEST_ID_HEADER] = id;
  response.setHeader("X-Request-Id", id);
  response.on("close", () => {
    const status = response.writableFinished ? response.statusCode : 499;
    const ms = Number((process.hrtime.bigint() - began) / 1_000_000n);
    log.info("request", { id, method, path, status, ms });
    logEvent({ id, address, method, path, status });
    countRequest(method, path, status, ms);
  });
}

// remix-serve logs requests as text through morgan, for which the lines above stand in. Its place, after
// the files and before Remix, is that of the answers that can do without it.
const fromServe = createRequire(
  path.resolve("node_modules/@remix-run/serve/dist/cli.js"),
);
const morgan = fromServe.resolve("morgan");
fromServe("morgan");
fromServe.cache[morgan]!.exports = () => answerBeforeRemix;

const answerBeforeRemix: typeof answerFromCache = (request, response, next) =>
  answerWithPicture(request, response, (error) =>
    error ? next(error) : answerFromCache(request, response, next),
  );

/* eslint-disable no-console -- what libraries print goes the same way as our own lines */
const asLine =
  (write: (message: string) => void) =>
  (...parts: unknown[]) => {
    const message = format(...parts);
    if (message !== "" && message !== "undefined") write(message);
  };
console.log = console.info = asLine(log.info);
console.warn = asLine(log.warn);
console.error = asLine(log.error);
