import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import sharp from "sharp";
import { addAlbum } from "../setup/albums.ts";
import { startSite, type Site } from "../setup/site.ts";

const PUBLIC = "https://rocks.example";
let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { PUBLIC_URL: PUBLIC } });
});
afterAll(() => site.stop());

const get = (path: string) =>
  fetch(`${site.baseURL}${path}`, { headers: { Accept: "text/html" } });

const PAGES = [
  ["/", "Robin’s Rocks"],
  ["/share-your-rock", "Share Your Rock"],
  ["/photos", "Photo Albums"],
  ["/track-the-rocks", "Track The Rocks"],
  ["/all-rocks", "All Rocks"],
  ["/map", "Map"],
  ["/sudc", "SUDC"],
  ["/privacy", "Privacy"],
] as const;

const readMeta = (html: string) =>
  Object.fromEntries(
    [
      ...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g),
    ].map(([, name, content]) => [name!, content!]),
  );

test.each(PAGES)(
  "%s is shared with title, description, a picture of 1200×630 and its own address",
  async (path, title) => {
    const html = await (await get(`${path}?utm_source=x`)).text();
    const meta = readMeta(html);
    expect(html).toContain(
      path === "/"
        ? "<title>Robin’s Rocks</title>"
        : `<title>${title} · Robin’s Rocks</title>`,
    );
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

test("the picture is a JPEG of that size", async () => {
  const answer = await fetch(`${site.baseURL}/share.jpg`);
  const { format, width, height } = await sharp(
    Buffer.from(await answer.arrayBuffer()),
  ).metadata();
  expect([format, width, height]).toEqual(["jpeg", 1200, 630]);
});

test("an album and a photo are shared by their own titles and addresses", async () => {
  const { pa_key, photos } = await addAlbum(site, {
    name: "lake",
    title: "The lake",
    desc: "In every weather.",
    photos: [{ title: "Dawn" }],
  });
  const album = readMeta(await (await get(`/photos?album=${pa_key}`)).text());
  expect(album).toMatchObject({
    "og:title": "The lake",
    description: "In every weather.",
    "og:url": `${PUBLIC}/photos?album=${pa_key}`,
  });
  const photo = readMeta(
    await (await get(`/photos?album=${pa_key}&photo=${photos[0]}`)).text(),
  );
  expect(photo).toMatchObject({ "og:title": "Dawn" });
});

test.each(["/qr?r=7", "/login", "/finds/0b5e"])(
  "%s is kept out of search engines",
  async (path) => {
    expect(readMeta(await (await get(path)).text()).robots).toBe("noindex");
  },
);

test("/sitemap.xml lists the public pages and shown albums, from PUBLIC_URL", async () => {
  await addAlbum(site, { name: "hidden", show: false, photos: [{}] });
  const answer = await get("/sitemap.xml");
  expect(answer.headers.get("content-type")).toContain("xml");
  const places = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)];
  const addresses = places.map(([, address]) => address);
  expect(addresses).toEqual(
    expect.arrayContaining(PAGES.map(([path]) => `${PUBLIC}${path}`)),
  );
  expect(
    addresses.filter((address) => address!.includes("album=")),
  ).toHaveLength(1);
});

test("/robots.txt names the sitemap, and keeps the admin's and finders' pages out", async () => {
  const answer = await get("/robots.txt");
  expect(answer.headers.get("content-type")).toContain("text/plain");
  const text = await answer.text();
  expect(text).toContain(`Sitemap: ${PUBLIC}/sitemap.xml`);
  for (const path of ["/admin", "/finds/", "/api/"])
    expect(text).toContain(`Disallow: ${path}\n`);
});

test("/manifest.webmanifest has the site's name and icons that exist", async () => {
  const answer = await get("/manifest.webmanifest");
  expect(answer.headers.get("content-type")).toBe("application/manifest+json");
  const manifest = (await answer.json()) as {
    name: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest.name).toBe("Robin’s Rocks");
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sharp(
      await readFile(`public${src}`),
    ).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  expect(await (await get("/")).text()).toContain(
    'href="/manifest.webmanifest"',
  );
});

test("/sw.js is a script", async () => {
  const answer = await fetch(`${site.baseURL}/sw.js`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("javascript");
});
