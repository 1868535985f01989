import Negotiator from "negotiator";

/** Headers that the preload sets on every request, replacing a client's own under these names. */
export const ADDRESS_HEADER = "x-site-client-address";
export const REQUEST_ID_HEADER = "x-site-request-id";
/** Method and address of a request that the preload refuses, and for which `/refused/:reason` answers. */
export const REFUSED_HEADER = "x-site-refused";

/** The method that a POST is to be treated as. */
export const OVERRIDE_HEADER = "x-http-method-override";

/** The client's address: the socket's or, behind a trusted proxy, the one that the proxy names. */
export const clientAddress = (request: Request) =>
  request.headers.get(ADDRESS_HEADER) ?? "unknown";

export const requestId = (request: Request) =>
  request.headers.get(REQUEST_ID_HEADER) ?? undefined;

export const bearerOf = (request: Request) =>
  /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];

/** Whether a client asks for a page rather than for data. One that takes anything gets data. */
export function prefersHtml({ headers }: Request) {
  const accept = headers.get("accept") ?? undefined;
  const preferred = new Negotiator({ headers: { accept } }).mediaType([
    "application/json",
    "text/html",
  ]);
  return preferred === "text/html";
}
