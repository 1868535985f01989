/**
 * Whether a request that may change something comes from a page of this site: its `Origin` is
 * `publicUrl`'s, or its host is the one the request was sent to. Without an `Origin` it is let
 * through, unless the browser says that it comes from elsewhere.
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
