import { PAGES } from "#app/pages.ts";
import { getSettings } from "#core/settings.server.ts";

/** A part that varies is `*`, or left out at the end. */
const UNLISTED = PAGES.filter(({ sitemap }) => !sitemap).map(({ path }) =>
  path.replace(/:\w+$/, "").replace(/:\w+/g, "*"),
);

/** Each covers the paths that begin with it. */
const DISALLOWED = ["/api/", ...UNLISTED]
  .filter((path) => !UNLISTED.includes(path.slice(0, path.lastIndexOf("/"))))
  .sort();

export function loader() {
  const lines = [
    "User-agent: *",
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    `Sitemap: ${getSettings().PUBLIC_URL}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
