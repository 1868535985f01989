/** What the preload sets on every request, over whatever a client may have sent under these names. */
export const ADDRESS_HEADER = "x-site-client-address";
export const REQUEST_ID_HEADER = "x-site-request-id";

/** The client's address, as the socket or, behind a trusted proxy, its last entry says. */
export const clientAddress = (request: Request) =>
  request.headers.get(ADDRESS_HEADER) ?? "unknown";

/** The name under which a request stands in the log. */
export const requestId = (request: Request) =>
  request.headers.get(REQUEST_ID_HEADER) ?? undefined;
