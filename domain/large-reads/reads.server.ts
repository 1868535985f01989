import { getDb } from "#db/client.server.ts";
import { isOfDamage } from "#db/damage.server.ts";
import {
  listPins,
  writePins,
  listFoundRocks,
} from "../finds/journeys.server.ts";
import { packPins } from "../finds/packed-pins.ts";
import { rockAddress } from "../rocks/rock-address.ts";
import { writeCatalogue } from "../rocks/rocks.server.ts";
import { listAlbums } from "../albums/albums.server.ts";
import { getSettings } from "#core/settings.server.ts";

function findDamage() {
  try {
    const { $client } = getDb();
    const said = $client.pragma("quick_check(1)", { simple: true }) as string;
    return said === "ok" ? undefined : said;
  } catch (error) {
    if (isOfDamage(error)) return (error as Error).message;
    throw error;
  }
}

/** They take hundreds of milliseconds with 100,000 rocks, so only the thread of large reads makes them. */
export const LARGE_READS = {
  pins: writePins,
  packedPins: () => packPins(listPins()),
  catalogue: writeCatalogue,
  sitemap: writeSitemap,
  damage: findDamage,
} satisfies Record<
  string,
  (...args: never[]) => string | Uint8Array<ArrayBuffer> | undefined
>;

type LargeReads = typeof LARGE_READS;
export type LargeRead = {
  [Name in keyof LargeReads]: [Name, ...Parameters<LargeReads[Name]>];
}[keyof LargeReads];
export type LargeBody = Uint8Array<ArrayBuffer> | undefined;

/** Number of addresses that one file may list. */
const PART = 50_000;

/**
 * One file, or parts with the first file as their index.
 * @param own the paths of the pages that don't depend on the database
 * @param part from 1; undefined for the first file
 */
function writeSitemap(own: string[], part?: number): string | undefined {
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
    ...listFoundRocks().map(({ day, ...rock }) => ({
      path: rockAddress(rock),
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
