/** Set by the preload on every request, over whatever the client may have sent under that name. */
export const ADDRESS_HEADER = "x-site-client-address";

/** The client's address, as the socket or, behind a trusted proxy, its last entry says. */
export const clientAddress = (request: Request) =>
  request.headers.get(ADDRESS_HEADER) ?? "unknown";
