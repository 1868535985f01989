import { createHash } from "node:crypto";
import { getSettings } from "#domain/core/settings.server.ts";

/** Everything from here alone, but for the map's tiles; of scripts in the page only those allowed by name. */
export function contentSecurityPolicy(scripts: string[]) {
  const { TILE_URL } = getSettings();
  // {s} stands for a letter or a number before the host's name.
  const tiles = new URL(
    TILE_URL.replace("{s}", "tile-subdomain"),
  ).origin.replace("tile-subdomain", "*");
  // Vite's development server reloads through a socket and styles through elements.
  const dev = import.meta.env.DEV;
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(" "),
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

/**
 * A page that many get can't have a nonce: gives it without, and the hashes of those scripts that carry it.
 * One that came into the page otherwise has none, and stays shut out.
 */
export function hashScripts(html: string, nonce: string) {
  const mark = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const [, attributes = "", script = ""] of html.matchAll(
    /<script([^>]*)>(.*?)<\/script>/gs,
  ))
    if (attributes.includes(mark) && script !== "")
      hashes.add(
        `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
      );
  return { html: html.replaceAll(mark, ""), hashes: [...hashes] };
}
