import { getSettings } from "#domain/settings.server.ts";

/** Everything from here alone, but for the map's tiles; scripts only with this page's nonce. */
export function contentSecurityPolicy(nonce: string) {
  const { TILE_URL } = getSettings();
  // {s} stands for a letter or a number before the host's name.
  const tiles = new URL(
    TILE_URL.replace("{s}", "tile-subdomain"),
  ).origin.replace("tile-subdomain", "*");
  // Vite's development server reloads through a socket and styles through elements.
  const dev = import.meta.env.DEV;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self'${dev ? " 'unsafe-inline'" : ""}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' blob: data: ${tiles}`,
    `connect-src 'self'${dev ? " ws:" : ""}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
