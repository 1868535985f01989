/** What the preload sets on every request, over whatever a client may have sent under these names. */
export const ADDRESS_HEADER = "x-site-client-address";
export const REQUEST_ID_HEADER = "x-site-request-id";

/** The client's address, as the socket or, behind a trusted proxy, its last entry says. */
export const clientAddress = (request: Request) =>
  request.headers.get(ADDRESS_HEADER) ?? "unknown";
