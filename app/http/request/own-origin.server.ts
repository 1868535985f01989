/**
 * Whether a request that may change something comes from a page of this site. Its `Origin` has to be
 * `publicUrl`, or to have the host that the request was sent to. A request without `Origin` passes unless the
 * browser says that it comes from another site.
 */
export function isOwnOrigin(
  headers: { origin?: string; host?: string; "sec-fetch-site"?: string },
  publicUrl: string,
): boolean {
  const { origin, host } = headers;
  if (origin === undefined) {
    const site = headers["sec-fetch-site"];
    return site !== "cross-site" && site !== "same-site";
  }
  if (origin === publicUrl) return true;
  if (!URL.canParse(origin) || host === undefined) return false;
  return new URL(origin).host === host.toLowerCase();
}
