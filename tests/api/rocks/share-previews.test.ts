import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import sharp from "sharp";
import { isAddress, PAGES } from "#app/pages.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import {
  cookie,
  get,
  setUpSite,
  site,
  statusAt,
  textAt,
} from "#tests/setup/vitest/site.ts";

const PUBLIC = "https://rocks.example";
setUpSite({ env: { PUBLIC_URL: PUBLIC } });

const TITLES: Record<string, string> = {
  "/": "Robin's Rocks",
  "/share-your-rock": "Share Your Rock",
  "/photos": "Photo Albums",
  "/track-the-rocks": "Track The Rocks",
  "/all-rocks": "All Rocks",
  "/map": "Map",
  "/sudc": "SUDC",
  "/privacy": "Privacy",
};
const SHARED = PAGES.filter((page) => page.sitemap && isAddress(page)).map(
  ({ path }) => [path, TITLES[path]] as const,
);

const META = /<meta (?:name|property)="([^"]+)" content="([^"]*)"/g;
const metaIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(META)].map(([, name, content]) => [name!, content!]),
  );
const readMeta = async (path: string) => metaIn(await textAt(path));

const sizeOf = async (picture: Uint8Array) => {
  const { format, width, height } = await sharp(picture).metadata();
  return `${format} ${width}x${height}`;
};

test.each(SHARED)(
  "%s is shared with title, description, a picture of 1200×630 and its own address",
  async (path, title) => {
    const text = await textAt(`${path}?utm_source=x`);
    const html = text.replaceAll("&#x27;", "'");
    const meta = metaIn(html);
    const whole = path === "/" ? title : `${title} · Robin's Rocks`;
    expect(html).toContain(`<title>${whole}</title>`);
    expect(html).toContain(`<link rel="canonical" href="${PUBLIC}${path}"/>`);
    expect(meta).toMatchObject({
      "og:title": title,
      "og:url": `${PUBLIC}${path}`,
      "og:image": `${PUBLIC}/share.jpg`,
      "og:image:width": "1200",
      "og:image:height": "630",
      "twitter:card": "summary_large_image",
    });
    expect(meta.description!.length).toBeGreaterThan(20);
    expect(meta["og:description"]).toBe(meta.description);
  },
);

test("the API's description names the cookie that a sign-in sets", async () => {
  const answer = await site.fetch("/api/openapi.json");
  const { components } = (await answer.json()) as {
    components: { securitySchemes: { admin: { name: string } } };
  };
  const { name } = components.securitySchemes.admin;
  expect(name).toMatch(/^__Host-/);
  expect(name).toBe(cookie.split("=")[0]);
});

test("an album and a photo are shared by their own titles and addresses", async () => {
  const { pa_key, photos } = await addAlbum(site, {
    name: "lake",
    title: "The lake",
    desc: "In every weather.",
    photos: [{ title: "Dawn" }],
  });
  const album = `/photos?album=${pa_key}`;
  expect(await readMeta(album)).toMatchObject({
    "og:title": "The lake",
    description: "In every weather.",
    "og:url": PUBLIC + album,
  });
  const photo = await readMeta(`${album}&photo=${photos[0]}`);
  expect(photo["og:title"]).toBe("Dawn");
  const picture = await (await get("/share.jpg")).bytes();
  expect(await sizeOf(picture)).toBe("jpeg 1200x630");
});

const listEntries = async (path: string) =>
  (await textAt(path)).match(/<loc>.*(?=<\/(?:url|sitemap)>)/g)!;

test("/sitemap.xml lists the public pages, shown albums, and rocks with a shown find, and when the newest was sent", async () => {
  await addAlbum(site, { name: "hidden", show: false, photos: [{}] });
  await addPosts(site, [
    { rock: 51 },
    { rock: 51, show: false },
    { rock: 52, show: false },
  ]);
  site.alter(
    `UPDATE rock_posts SET create_dt = CASE show WHEN 1 THEN '2026-05-18T10:00:00.000Z' ELSE '2026-05-19T10:00:00.000Z' END`,
  );
  const entries = await listEntries("/sitemap.xml");
  for (const [path] of SHARED)
    expect(entries.join()).toContain(`<loc>${PUBLIC}${path}</loc>`);
  expect(entries.filter((entry) => entry.includes("album="))).toHaveLength(1);
  expect(entries.filter((entry) => entry.includes("/rocks/"))).toEqual([
    `<loc>${PUBLIC}/rocks/51</loc><lastmod>2026-05-18</lastmod>`,
  ]);
});

test("beyond 50,000 addresses /sitemap.xml is the list of its parts @soak", async () => {
  expect(await statusAt("/sitemap/2.xml")).toBe(404);
  site.alter(`WITH RECURSIVE n(rock) AS (SELECT 1001 UNION ALL SELECT rock + 1 FROM n WHERE rock < 51000)
     INSERT INTO rock_posts (rock_number, uuid, date, location, comment, show)
     SELECT rock, 'many-' || rock, '2026-01-01T00:00:00Z', '', '', 1 FROM n`);
  expect(await listEntries("/sitemap.xml")).toEqual(
    [1, 2].map((part) => `<loc>${PUBLIC}/sitemap/${part}.xml</loc>`),
  );
  const [first, second] = await Promise.all(
    [1, 2].map((part) => listEntries(`/sitemap/${part}.xml`)),
  );
  expect(first).toHaveLength(50_000);
  expect(second!.at(-1)).toContain(`<loc>${PUBLIC}/rocks/51000</loc>`);
  expect(await statusAt("/sitemap/3.xml")).toBe(404);
  site.alter("DELETE FROM rock_posts WHERE uuid LIKE 'many-%'");
});

test("/sw.js is a script, /robots.txt names the sitemap, and pages of the admin and for one visitor are kept out of search engines", async () => {
  const script = await get("/sw.js");
  expect(script.headers.get("content-type")).toContain("javascript");
  const answer = await get("/robots.txt");
  expect(answer.headers.get("content-type")).toContain("text/plain");
  const text = await answer.text();
  expect(text).toContain(`Sitemap: ${PUBLIC}/sitemap.xml`);
  for (const path of ["/admin", "/finds/", "/review", "/api/"])
    expect(text).toContain(`Disallow: ${path}\n`);
  for (const path of ["/qr?r=7", "/login", "/finds/0b5e"])
    expect((await readMeta(path)).robots).toBe("noindex");
});

test("/manifest.webmanifest has the site's name and icons that exist", async () => {
  const answer = await get("/manifest.webmanifest");
  expect(answer.headers.get("content-type")).toBe("application/manifest+json");
  const manifest = (await answer.json()) as {
    name: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest.name).toBe("Robin's Rocks");
  for (const { src, sizes } of manifest.icons)
    expect(await sizeOf(await readFile(`public${src}`))).toContain(sizes);
  expect(await textAt("/")).toContain('href="/manifest.webmanifest"');
});
