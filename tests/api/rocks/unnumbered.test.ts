import { beforeEach, expect, test } from "vitest";
import { addPosts, emptyRocks, keyOfPost } from "#tests/setup/calls/rocks.ts";
import {
  get,
  setUpSite,
  site,
  statusAt,
  textAt,
} from "#tests/setup/vitest/site.ts";

setUpSite();

/** Finds whose number nobody could read. */

let well: string;
let tree: string;

beforeEach(async () => {
  emptyRocks(site);
  [well, tree] = (await addPosts(site, [
    { rock: 0, at: [50, 1], location: "By a well", date: "2026-05-01" },
    {
      ...{ rock: 0, at: [51, 2], location: "Under a tree" },
      ...{ date: "2026-05-02", pictures: 1 },
    },
    { rock: 7, location: "On a wall" },
  ])) as [string, string];
});

const readJson = async (path: string) =>
  (await get(path)).json() as Promise<unknown>;

const pageAt = async (path: string) =>
  (await textAt(path)).replace(/<!--.*?-->/gs, "");

const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)![0];

test.each(["", "/print"])(
  "/rocks/0%s shows one find as a rock of its own: the newest, or the one of the address",
  async (below) => {
    const newest = mainOf(await pageAt(`/rocks/0${below}`));
    const named = mainOf(await pageAt(`/rocks/0${below}?find=${well}`));
    const byKey = await pageAt(`/rocks/0${below}?find=${keyOfPost(well)}`);
    expect(mainOf(byKey)).toBe(named);
    for (const [html, one, other] of [
      [newest, "Under a tree", "By a well"],
      [named, "By a well", "Under a tree"],
    ] as const) {
      expect(html).toMatch(/<h1[^>]*>A rock without a number<\/h1>/);
      const [own] = html.split("Other rocks without a number");
      expect(own).toContain(one);
      expect(own).not.toContain(other);
      expect(own).not.toMatch(/Rock:? 0|Total trips|follow|feed/i);
    }
  },
);

test("the page of a find without a number leads to its own book and to the others, and is shared as itself", async () => {
  const html = await pageAt("/rocks/0");
  const main = mainOf(html);
  expect(main).toContain(`href="/rocks/0/print?find=${tree}"`);
  expect(main).toContain(`href="/rocks/0?find=${well}"`);
  const here = `${site.baseURL}/rocks/0?find=${tree}`;
  for (const part of [
    `rel="canonical" href="${here}"`,
    `property="og:url" content="${here}"`,
    `property="og:title" content="A rock without a number"`,
    `property="og:image" content="${site.baseURL}/media/rocks/0/${tree}/webp/p1.webp"`,
  ])
    expect(html).toContain(part);
  expect(html).not.toContain("/rocks/0/feed.xml");
});

test("nothing gathers finds without a number as if they were one rock's", async () => {
  for (const path of ["/rocks/0/feed.xml", "/share/rocks/0.jpg"])
    expect(await statusAt(path), path).toBe(404);
  const unknown = "00000000-0000-4000-8000-000000000000";
  for (const query of [`?find=${unknown}`, "?find=0"])
    expect(await statusAt(`/rocks/0${query}`), query).toBe(404);
  expect(await statusAt("/rocks/0?find=x")).toBe(400);
  const base = "/api/rock-posts/0";
  expect(await readJson(`${base}/route`)).toMatchObject({ stops: [] });
  expect(await readJson(`${base}/summary`)).toMatchObject({ trips: 0 });
  expect(await readJson(base)).toHaveLength(2);
});

test("a call names one find without a number by its UUID, or by the key of its pin", async () => {
  for (const find of [well, String(keyOfPost(well))]) {
    const query = `?find=${find}`;
    expect(await readJson(`/api/rock-posts/0${query}`)).toMatchObject([
      { uuid: well },
    ]);
    expect(await readJson(`/api/rock-posts/0/summary${query}`)).toMatchObject({
      find: well,
      trips: 1,
      first: "2026-05-01",
    });
  }
});

test("Track The Rocks, the feed and the sitemap have each find without a number by itself", async () => {
  const track = mainOf(await pageAt("/track-the-rocks"));
  expect(track.match(/<h2[^>]*>A rock without a number</g)).toHaveLength(2);
  const feed = await textAt("/feed.xml");
  expect(feed).toContain("<title>A rock without a number: By a well</title>");
  const sitemap = await textAt("/sitemap.xml");
  for (const find of [well, tree]) {
    const address = `/rocks/0?find=${find}`;
    expect(track).toContain(`href="${address}"`);
    expect(feed).toContain(`href="${site.baseURL}${address}"`);
    expect(sitemap).toContain(`<loc>${site.baseURL}${address}</loc>`);
  }
  expect(sitemap).not.toContain("/rocks/0<");
  expect(track + feed).not.toMatch(/Rock:? 0/);
});
