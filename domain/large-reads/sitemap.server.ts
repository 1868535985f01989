import { listAlbums } from "../albums/albums.server.ts";
import { getSettings } from "#core/settings.server.ts";
import { listFoundRocks } from "../finds/journeys.server.ts";

/** Number of addresses that one file may list. */
const PART = 50_000;

/**
 * Lists every page for search engines: in one file, or in parts with the first file as their index.
 * @param own the paths of the pages that don't depend on the database
 * @param part from 1; undefined for the first file
 * @returns undefined if there is no such part
 */
export function writeSitemap(own: string[], part?: number): string | undefined {
  const pages = listPages(own);
  if (part !== undefined) {
    const listed = pages.slice((part - 1) * PART, part * PART);
    return listed.length > 0 ? write("urlset", "url", listed) : undefined;
  }
  if (pages.length <= PART) return write("urlset", "url", pages);
  const parts = Array.from(
    { length: Math.ceil(pages.length / PART) },
    (_, index) => ({ path: `/sitemap/${index + 1}.xml` }),
  );
  return write("sitemapindex", "sitemap", parts);
}

interface Listed {
  path: string;
  /** The day of its last change, YYYY-MM-DD. */
  day?: string;
}

function listPages(own: string[]): Listed[] {
  const albums = listAlbums().filter(
    ({ first_image_name }) => first_image_name,
  );
  return [
    ...own.map((path) => ({ path })),
    ...albums.map(({ pa_key }) => ({ path: `/photos?album=${pa_key}` })),
    ...listFoundRocks().map(({ rock_number, day }) => ({
      path: `/rocks/${rock_number}`,
      day,
    })),
  ];
}

function write(list: string, entry: string, pages: Listed[]) {
  const { PUBLIC_URL } = getSettings();
  const entries = pages.map(
    ({ path, day }) =>
      `<${entry}><loc>${PUBLIC_URL}${path}</loc>${day ? `<lastmod>${day}</lastmod>` : ""}</${entry}>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</${list}>
`;
}
