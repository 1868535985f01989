import { beforeEach, expect, test } from "vitest";
import { addPosts, addRocks, emptyRocks } from "#tests/setup/calls/rocks.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();
beforeEach(() => emptyRocks(site));

const get = (path: string, headers: Record<string, string> = {}) =>
  site.fetch(path, { headers });

test("/feed.xml is an Atom feed of the newest shown finds, with their pictures", async () => {
  const [newest, , hidden] = await addPosts(site, [
    { rock: 3, date: "2026-05-02", pictures: 1 },
    { rock: 4, date: "2026-05-01" },
    { rock: 5, show: false },
  ]);
  expect(await (await get("/sudc")).text()).toContain('href="/feed.xml"');
  const answer = await get("/feed.xml");
  const xml = await answer.text();
  expect(answer.headers.get("content-type")).toMatch(/^application\/atom\+xml/);
  expect(xml).toContain(`<id>urn:uuid:${newest}</id>`);
  expect(xml).toContain(`${site.baseURL}/media/rocks/3/${newest}/webp/p1.webp`);
  expect(xml).not.toContain(hidden);
  expect(xml.indexOf("Rock 3")).toBeLessThan(xml.indexOf("Rock 4"));
  expect(
    (await get("/feed.xml", { "If-None-Match": answer.headers.get("etag")! }))
      .status,
  ).toBe(304);
});

test("/rocks/N/feed.xml is an Atom feed of one rock's shown finds, which its page names", async () => {
  const [newest, , , hidden] = await addPosts(site, [
    { rock: 3, date: "2026-05-02", location: "B & B", pictures: 1 },
    { rock: 3, date: "2026-05-01" },
    { rock: 4, date: "2026-05-03" },
    { rock: 3, show: false },
  ]);
  addRocks(site, [[9]]);
  const page = await (await get("/rocks/3")).text();
  expect(page).toMatch(
    /<link rel="alternate" type="application\/atom\+xml"[^>]+href="\/rocks\/3\/feed.xml"/,
  );
  expect(page).toContain('<a href="/rocks/3/feed.xml"');
  const answer = await get("/rocks/3/feed.xml");
  const xml = await answer.text();
  expect(answer.headers.get("content-type")).toMatch(/^application\/atom\+xml/);
  const own = `${site.baseURL}/rocks/3/feed.xml`;
  expect(xml).toContain(`<id>${own}</id>`);
  expect(xml).toContain(`rel="self" type="application/atom+xml" href="${own}"`);
  expect(xml.match(/<entry>/g)).toHaveLength(2);
  expect(xml).toContain(`<id>urn:uuid:${newest}</id>`);
  expect(xml).toContain("<title>Rock 3: B &amp; B</title>");
  expect(xml).toContain(
    `rel="enclosure" type="image/webp" href="${site.baseURL}/media/rocks/3/${newest}/webp/p1.webp"`,
  );
  expect(xml).toContain("<updated>2026-05-02T00:00:00Z</updated>");
  expect(xml).not.toContain(hidden);
  const etag = answer.headers.get("etag")!;
  for (const [path, status] of [
    ["/rocks/3/feed.xml", 304],
    ["/rocks/9/feed.xml", 200],
    ["/rocks/8/feed.xml", 404],
    ["/rocks/x/feed.xml", 404],
  ] as const)
    expect([path, (await get(path, { "If-None-Match": etag })).status]).toEqual(
      [path, status],
    );
  expect(await (await get("/rocks/9/feed.xml")).text()).not.toContain(
    "<entry>",
  );
});

test("a feed says in which language a comment is, if that is known", async () => {
  const [german, unknown] = await addPosts(site, [
    { rock: 3, comment: "Am Hafen.", pictures: 1 },
    { rock: 4 },
  ]);
  site.alter(`UPDATE rock_posts SET lang = 'de' WHERE uuid = '${german}'`);
  const xml = await (await get("/feed.xml")).text();
  const entryOf = (uuid = "") =>
    xml.split("<entry>").find((entry) => entry.includes(uuid));
  expect(xml).toContain('xml:lang="en">\n  <id>');
  expect(entryOf(german)).toContain('<content type="html" xml:lang="de">');
  expect(entryOf(german)).toContain("17 May 2026&quot; lang=&quot;en&quot;");
  expect(entryOf(unknown)).toContain('<content type="html">');
});
