import type {
  IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from "node:http";
import { isIP } from "node:net";
import { getSettings } from "#core/settings.server.ts";
import { FACES_WORKER } from "../content-security-policy.server.ts";
import { ADDRESS_HEADER, OVERRIDE_HEADER } from "./headers.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
const OVERRIDING = new Set(["PUT", "PATCH", "DELETE"]);
const KNOWN = new Set([...SAFE, "POST", ...OVERRIDING]);

/**
 * Makes host, address and client address reliable for everything after it.
 * @returns why the request must be refused, as the last part of `/refused/:reason`
 */
export function prepareRequest(
  request: IncomingMessage,
  response: ServerResponse,
) {
  setSecurityHeaders(request, response);
  readAbsoluteForm(request);
  readForwarded(request);

  const { headers, url = "/" } = request;
  if (!isHost(headers.host)) {
    headers.host = "localhost";
    return "host";
  }
  const path = decodedPath(url);
  if (path === undefined)
    return isCall(url) ? "undecodable-call" : "undecodable";
  if (!isReadable(url, path, headers.host)) return "address";
  if (!readOverride(request, path)) return "override";
  const { method = "GET" } = request;
  if (!KNOWN.has(method)) return "method";
  if (!SAFE.has(method) && !isFromOwnPage(headers) && !isOneClick(url))
    return "origin";
  // Checked above, once and for every address. Remix's own check does not know PUBLIC_URL.
  delete headers.origin;
  return undefined;
}

function setSecurityHeaders(
  { url = "" }: IncomingMessage,
  response: ServerResponse,
) {
  if (FACES_WORKER.address.test(url))
    response.setHeader("Content-Security-Policy", FACES_WORKER.policy);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "strict-origin-when-cross-origin");
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  response.setHeader(
    "Permissions-Policy",
    "geolocation=(self), camera=(), microphone=()",
  );
  const { PUBLIC_URL, HSTS_SUBDOMAINS } = getSettings();
  if (PUBLIC_URL.startsWith("https:"))
    response.setHeader(
      "Strict-Transport-Security",
      `max-age=31536000${HSTS_SUBDOMAINS ? "; includeSubDomains" : ""}`,
    );
}

/** Proxies send `GET http://host/path`, and every server has to accept it. That host is the one that counts. */
function readAbsoluteForm(request: IncomingMessage) {
  const [, host, address] =
    /^https?:\/\/([^/?#]*)(.*)$/i.exec(request.url ?? "") ?? [];
  if (host === undefined) return;
  request.headers.host = host;
  request.url = address!.startsWith("/") ? address : `/${address}`;
}

/** Takes the client's address and host from the proxy before the site, if there is one, or from the socket. */
function readForwarded({ headers, socket }: IncomingMessage) {
  const { TRUST_PROXY } = getSettings();
  const address = TRUST_PROXY && lastEntry(headers["x-forwarded-for"]);
  headers[ADDRESS_HEADER] =
    (address && withoutPort(address)) || socket.remoteAddress || "unknown";
  const host = TRUST_PROXY && lastEntry(headers["x-forwarded-host"]);
  if (host) headers.host = host;
  delete headers["x-forwarded-host"];
  if (!TRUST_PROXY) delete headers["x-forwarded-proto"];
}

/**
 * Gives a POST to the API the method that it names, because some networks let no other method through. It happens
 * before any rule asks for the method, so that each rule sees that one.
 * @returns false if it names a method that it can't have
 */
function readOverride(request: IncomingMessage, path: string) {
  const named = request.headers[OVERRIDE_HEADER];
  delete request.headers[OVERRIDE_HEADER];
  if (named === undefined || request.method !== "POST" || !isCall(path))
    return true;
  const method = String(named).toUpperCase();
  if (!OVERRIDING.has(method)) return false;
  request.method = method;
  return true;
}

const isCall = (path: string) => /^\/api([/?]|$)/i.test(path);

/** The entry that the nearest proxy added. Clients can write the ones before it. */
const lastEntry = (header: string | string[] | undefined) =>
  String(header ?? "")
    .split(",")
    .at(-1)
    ?.trim();

/** Some proxies add the port, which is another one for each connection. Blank for anything but an address. */
const withoutPort = (entry: string) =>
  [
    entry,
    entry.replace(/:\d+$/, ""),
    entry.replace(/^\[(.*)\](:\d+)?$/, "$1"),
  ].find((address) => isIP(address));

const isHost = (host: string | undefined): host is string =>
  /^[a-z0-9.:[\]_-]+$/i.test(host ?? "") && URL.canParse(`http://${host}`);

/** The site's own addresses have eight at most. Remix matches each route with all parts of a path, on the main thread. */
const PARTS_MAX = 16;
const SEPARATOR = /[/\\]|%2f|%5c/gi;

/** The site's own addresses have a dozen at most. Remix appends each `index` to the query again, and each time writes all of it. */
const PARAMETERS_MAX = 100;

/** The patterns of Remix's routes end there. Not even `*` and `/api/*` match the rest. */
const LINE_BREAK = /[\n\r\u2028\u2029]/;

function decodedPath(address: string) {
  try {
    return decodeURI(address).split("?", 1)[0];
  } catch {
    return undefined;
  }
}

/** Remix makes a URL of host and path, and answers 500 if it can't. */
function isReadable(address: string, path: string, host: string) {
  const [given = ""] = address.split("?", 1);
  return (
    (given.match(SEPARATOR)?.length ?? 0) <= PARTS_MAX &&
    address.split("&").length <= PARAMETERS_MAX &&
    path.startsWith("/") &&
    !LINE_BREAK.test(path) &&
    URL.canParse(`http://${host}${address}`)
  );
}

/** Mail programs post it from wherever they are. Its key alone decides. */
const isOneClick = (url: string) =>
  /^\/api\/follow\/one-click\/?(\?|$)/.test(url);

/** Its `Origin` is this site's, or it has none and the browser doesn't say that it comes from another site. */
function isFromOwnPage({ origin, host, ...headers }: IncomingHttpHeaders) {
  if (origin === undefined)
    return !/^(cross|same)-site/.test(String(headers["sec-fetch-site"]));
  if (origin === getSettings().PUBLIC_URL) return true;
  if (!URL.canParse(origin) || host === undefined) return false;
  return new URL(origin).host === host.toLowerCase();
}
