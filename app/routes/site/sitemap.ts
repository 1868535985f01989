import type { LoaderFunctionArgs } from "@remix-run/node";
import { albumAddress } from "#app/components/albums/addresses.ts";
import { isAddress, PAGES } from "#app/pages.ts";
import { listAlbums } from "#domain/albums/albums.server.ts";
import { listFoundRocks } from "#domain/finds/journeys.server.ts";
import { getSettings } from "#domain/core/settings.server.ts";

/** How many addresses one file may list. */
const PART = 50_000;

/** Lists every page for search engines: in one file, or in parts with the first file as their index. */
export function loader({ params }: LoaderFunctionArgs) {
  const pages = listPages();
  if (params.part !== undefined) {
    const [, part = "0"] = /^([1-9]\d{0,3})\.xml$/.exec(params.part) ?? [];
    const end = Number(part) * PART;
    const listed = pages.slice(Math.max(end - PART, 0), end);
    return listed.length > 0
      ? answer("urlset", "url", listed)
      : new Response("Not found", { status: 404 });
  }
  if (pages.length <= PART) return answer("urlset", "url", pages);
  const parts = Array.from(
    { length: Math.ceil(pages.length / PART) },
    (_, index) => ({ path: `/sitemap/${index + 1}.xml` }),
  );
  return answer("sitemapindex", "sitemap", parts);
}

interface Listed {
  path: string;
  /** The day of its last change, YYYY-MM-DD. */
  day?: string;
}

function listPages(): Listed[] {
  const albums = listAlbums({ all: false }).filter(
    ({ first_image_name }) => first_image_name,
  );
  return [
    ...PAGES.filter((page) => page.sitemap && isAddress(page)),
    ...albums.map(({ pa_key }) => ({ path: albumAddress(pa_key) })),
    ...listFoundRocks().map(({ rock_number, day }) => ({
      path: `/rocks/${rock_number}`,
      day,
    })),
  ];
}

function answer(list: string, entry: string, pages: Listed[]) {
  const { PUBLIC_URL } = getSettings();
  const entries = pages.map(
    ({ path, day }) =>
      `<${entry}><loc>${PUBLIC_URL}${path}</loc>${day ? `<lastmod>${day}</lastmod>` : ""}</${entry}>`,
  );
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</${list}>
`,
    { headers: { "Content-Type": "application/xml; charset=utf-8" } },
  );
}
