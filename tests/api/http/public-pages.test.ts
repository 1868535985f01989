import { beforeEach, expect, test } from "vitest";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { addPosts, addRocks, emptyRocks } from "#tests/setup/calls/rocks.ts";
import {
  get,
  setUpSite,
  site,
  statusAt,
  textAt,
} from "#tests/setup/vitest/site.ts";

setUpSite();

/** What the public pages say, as a browser gets it before any script. */

const getHtml = async (path: string) =>
  (await textAt(path)).replace(/<!--.*?-->/gs, "");

/** The words of a page, or of the parts of it that match. */
async function read(path: string, part = /<main.*<\/main>/gs) {
  const html = await getHtml(path);
  return (html.match(part) ?? []).map((found) =>
    found
      .replace(/<(style|script|noscript)\b.*?<\/\1>/gs, " ")
      .replace(/<[^>]*>/g, " ")
      .replace(/&#x27;|&#39;/g, "'")
      .replace(/&amp;/g, "&")
      .replace(/\s+/g, " ")
      .trim(),
  );
}

async function expectWords(path: string, ...words: string[]) {
  const [text] = await read(path);
  for (const word of words) expect(text).toContain(word);
}

const keepText = (key: string, value: string) =>
  site.alter(`INSERT OR REPLACE INTO site_texts VALUES ('${key}', '${value}')`);

beforeEach(() => {
  emptyRocks(site);
  site.alter(
    "DELETE FROM site_texts; DELETE FROM photos; DELETE FROM albums; DELETE FROM rock_counts",
  );
});

test("the navigation bar has the logo, which leads home, and six items in their order, of which it marks the one whose path is exactly the page's", async () => {
  const items = [
    ["/", "Home"],
    ["/share-your-rock", "Share Your Rock"],
    ["/photos", "Photos"],
    ["/track-the-rocks", "Track The Rocks"],
    ["/map", "Map"],
    ["/sudc", "SUDC"],
  ] as const;
  const [nav = ""] = /<nav.*?<\/nav>/s.exec(await getHtml("/sudc")) ?? [];
  expect(nav).toMatch(/<a[^>]* href="\/"[^>]*><img[^>]* src="\/logo\.webp/);
  const links = [...nav.matchAll(/<li[^>]*><a[^>]* href="([^"]*)"/g)];
  expect(links.map(([, href]) => href)).toEqual(items.map(([path]) => path));
  const marked = /<a[^>]*aria-current="page"[^>]*>.*?<\/a>/gs;
  for (const [path, ...label] of [...items, ["/all-rocks"] as const])
    expect(await read(path, marked), path).toEqual(label);
});

test("the home page tells the long story: birth, death at about two and a half, adventure and rocks, why the site was made", async () => {
  const html = await getHtml("/");
  expect(html).toContain('src="/media/bkg/home_bkg.webp"');
  await expectWords(
    "/",
    "was born early in the morning",
    "two and a half years old",
    "Small adventures",
    "every good stone",
    "Why we made this site",
  );
  expect(html).toMatch(/<a[^>]* href="\/sudc"[^>]*>sudden/);
});

test("the footer links to the social group in a new tab once there is one, and to privacy", async () => {
  const footer = async () =>
    /<footer.*<\/footer>/s.exec(await getHtml("/"))![0];
  const before = await footer();
  expect(before).toContain('href="/privacy"');
  expect(before).not.toContain("social group");
  keepText("social_url", "https://group.example/rocks");
  expect(await footer()).toMatch(
    /<a[^>]* href="https:\/\/group\.example\/rocks"[^>]* target="_blank"/,
  );
});

test("Share Your Rock has hero, heading, the memorial's name, instructions, the free-rock callout and ways to send", async () => {
  const html = await getHtml("/share-your-rock");
  expect(html).toContain('src="/media/bkg/rock_bkg.webp"');
  expect(html).toContain('href="mailto:hello@example.org');
  await expectWords(
    "/share-your-rock",
    "Share Your Rock",
    "Robin's Rocks",
    "Take it somewhere new",
    "Photograph it there",
    "Leave it, and share it",
    "anywhere in the world, for free",
    "Request a free rock",
    "How to send it",
    "our social group",
  );
});

test("the SUDC page tells what is known with its sources named, and has a donate link to the foundation", async () => {
  const html = await getHtml("/sudc");
  const what = "Sudden Unexplained Death in Childhood";
  await expectWords("/sudc", what, "Sources");
  for (const source of ["sudc.org/facts-statistics", "wonder.cdc.gov/mcd.html"])
    expect(html).toContain(`href="https://${source}"`);
  expect(html).toMatch(
    /<a[^>]* href="https:\/\/[^"]*"[^>]* target="_blank"[^>]*>(<[^>]*>)*Donate/,
  );
});

test("Photo Albums shows covers with titles: display name, else name; only albums that are shown and have a first image", async () => {
  await expectWords("/photos", "There are no albums here yet.");
  const photos = [{}, { show: false }, {}];
  await addAlbum(site, { name: "lake", title: "The lake", photos });
  await addAlbum(site, { name: "woods", photos: [{}] });
  await addAlbum(site, { name: "secret", show: false, photos: [{}] });
  await addAlbum(site, { name: "empty", photos: [] });
  const tiles = /<a[^>]*class="[^"]*album-tile.*?<\/a>/gs;
  expect(await read("/photos", tiles)).toEqual([
    "The lake 2 photographs",
    "woods 1 photograph",
  ]);
  expect(await getHtml("/photos")).toMatch(
    /<img[^>]* src="\/media\/albums\/lake\/webp300x300\/0\.webp"/,
  );
});

test("All Rocks has 'Rock: N (artists or UNKNOWN)' under each picture, in the language of the page", async () => {
  await expectWords("/all-rocks", "There are no rocks here yet.");
  addRocks(site, [[3, "Mina", "Ole"], [4]]);
  for (const [language, ...names] of [
    ["en", "Rock: 3 (Mina, Ole)", "Rock: 4 (UNKNOWN)"],
    ["de", "Stein: 3 (Mina, Ole)", "Stein: 4 (UNBEKANNT)"],
  ] as const)
    await expectWords(`/all-rocks?lang=${language}`, ...names);
});

test("Track The Rocks has the title 'See {name}'s Rocks', 'Total rocks found X of Y', 'See All Rocks' and the list grouped by rock number, in pages", async () => {
  const path = "/track-the-rocks";
  const none = "No rock has been found yet.";
  await expectWords(path, "Total rocks found 0 of 0", none);
  keepText("memorial_name", "Wren");
  addRocks(site, [[7], [8], [900]]);
  await addPosts(site, [
    { rock: 7, date: "2026-06-01" },
    { rock: 8, date: "2026-06-02" },
    { rock: 7, date: "2026-06-03" },
    ...Array.from({ length: 23 }, (_, index) => ({ rock: index + 100 })),
  ]);
  const names = /<h2[^>]*class="[^"]*rock-name.*?<\/h2>/gs;
  const title = "See Wren's Rocks";
  await expectWords(path, title, "Total rocks found 2 of 3", "See All Rocks");
  expect((await read(path))[0]).toMatch(/Journey: 2 .*Journey: 1 /);
  const first = await read(path, names);
  expect(first.slice(0, 2)).toEqual(["Wren's Rock: 7", "Wren's Rock: 8"]);
  const [, next] = /href="([^"]*)"[^>]*>Show more/.exec(await getHtml(path))!;
  const second = await read(next!.replace(/&amp;/g, "&"), names);
  expect(second).not.toEqual([]);
  expect(new Set([...first, ...second]).size).toBe(25);
});

test("a rock's own page says that nobody has found it, or has its stops and no map where none has a place", async () => {
  addRocks(site, [[9, "Mina"], [10]]);
  await addPosts(site, [{ rock: 10 }, { rock: 10 }]);
  const unfound = "Nobody has found this rock yet.";
  await expectWords("/rocks/9", unfound, "Total trips 0");
  const html = await getHtml("/rocks/10");
  expect(html).not.toContain("journey-world");
  expect(html.match(/<h3[^>]*>(<[^>]*>)*Journey: /g)).toHaveLength(2);
  const unknown = "We know no rock with this number.";
  await expectWords("/rocks/99999", unknown, "See All Rocks");
});

test("a book of more than 200 finds has volumes, and what is not public has no book", async () => {
  await addPosts(
    site,
    Array.from({ length: 205 }, (_, index) => ({
      rock: 8,
      date: `20${10 + Math.floor(index / 28)}-01-${String(1 + (index % 28)).padStart(2, "0")}`,
      location: `Place ${index + 1}.`,
    })),
  );
  const [first] = await read("/rocks/8/print");
  expect(first).toMatch(/Volume 1 of 2.*Place 200\.(?!.*Place 201\.)/);
  const [second] = await read("/rocks/8/print?volume=2");
  expect(second).toContain("Volume 2 of 2");
  expect(second!.match(/Place \d+\./g)).toEqual(
    [201, 202, 203, 204, 205].map((place) => `Place ${place}.`),
  );
  const hidden = { name: "secret", show: false, photos: [{}] };
  const { pa_key } = await addAlbum(site, hidden);
  for (const path of [
    "/rocks/8/print?volume=3",
    "/rocks/9/print",
    "/rocks/x/print",
    `/photos/${pa_key}/print`,
    "/photos/secret/print",
  ])
    expect(await statusAt(path), path).toBe(404);
});

test("the pages of links in mails are not indexed, not cached, and send no referrer", async () => {
  for (const page of ["/follow", "/review"]) {
    const answer = await get(page);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("referrer-policy")).toMatch(/no-referrer$/);
    expect(await answer.text()).toContain('name="robots" content="noindex"');
  }
});

test("the page of a QR code greets with the rock's number and says whether it was found, but not for an invalid number", async () => {
  const greeting = async (number: string) =>
    (await read(`/qr?r=${number}`, /<aside.*?<\/aside>/gs))[0];
  await addPosts(site, [{ rock: 8101 }, { rock: 8102, show: false }]);
  expect(await greeting("8101")).toMatch(
    /You found rock 8101 .*It has been on one journey. You can start the next./,
  );
  expect(await greeting("8102")).toMatch(
    /You found rock 8102 .*It is waiting to be taken somewhere new/,
  );
  const share = 'href="/share-your-rock?r=8102#';
  for (const number of ["8102", "8102.", "%208102%20"])
    expect(await getHtml(`/qr?r=${number}`), number).toContain(share);
  for (const number of ["", "1e3", "100001", "7;DROP"])
    expect(await greeting(number), number).toBeUndefined();
});
