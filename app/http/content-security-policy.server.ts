import { createHash } from "node:crypto";
import { getSettings } from "#core/settings.server.ts";
import { tileOrigin } from "#core/settings/kinds.ts";

/** Allows only what comes from this site, except the map's tiles. @param scripts nonces or hashes of inline scripts that may run */
export function contentSecurityPolicy(scripts: string[]) {
  const { TILE_URL } = getSettings();
  // Vite's development server needs a socket for reloads and style elements for styles.
  const dev = import.meta.env.DEV;
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(" "),
    `style-src 'self'${dev ? " 'unsafe-inline'" : ""}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' blob: data: ${tileOrigin(TILE_URL)}`,
    `connect-src 'self' blob:${dev ? " ws:" : ""}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** It may run WASM, which no page may, but can't load or send anything. nginx says the same. */
export const FACES_WORKER = {
  address: /^\/assets\/faces\.worker-/,
  policy: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
};

/**
 * Replaces a page's nonce with the hashes of the scripts that have it, because a cached page can't have a nonce. Any other
 * script stays forbidden.
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
