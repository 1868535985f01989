import { albumAddress } from "#app/components/albums/addresses.ts";
import { listAlbums } from "#domain/albums.server.ts";
import { getSettings } from "#domain/settings.server.ts";

const PAGES = [
  "/",
  "/share-your-rock",
  "/photos",
  "/track-the-rocks",
  "/all-rocks",
  "/map",
  "/sudc",
  "/privacy",
];

/** Every page that a search engine may list. */
export function loader() {
  const albums = listAlbums({ all: false }).filter(
    ({ first_image_name }) => first_image_name,
  );
  const addresses = [
    ...PAGES,
    ...albums.map(({ pa_key }) => albumAddress(pa_key)),
  ].map((path) => `<url><loc>${getSettings().PUBLIC_URL}${path}</loc></url>`);
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.join("\n")}
</urlset>
`,
    { headers: { "Content-Type": "application/xml; charset=utf-8" } },
  );
}
