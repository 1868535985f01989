import { expect, test } from "vitest";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import {
  asFinder,
  FIND_KEY,
  readFind,
  saveFind,
} from "#tests/setup/calls/find-calls.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { remove, restore } from "#tests/setup/calls/trash-calls.ts";
import { call, send, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

const own = { ...findFields, find_key: FIND_KEY };
const sendIn = async (headers: Record<string, string>) =>
  readFind((await site.addFind(own, ["plain.png"], headers)).uuid);

/** The elements of a page that have the language, by what they say. */
async function readMarked(address: string, page: string) {
  const separator = address.includes("?") ? "&" : "?";
  const answer = await site.fetch(`${address}${separator}lang=${page}`);
  const html = (await answer.text()).replace(/<(script|style).*?<\/\1>/gs, "");
  return [...html.matchAll(/<(\w+)([^>]* lang="en"[^>]*)>([^<]*)/g)]
    .map(([, , attributes = "", text]) => {
      const [, alt] = /\balt="([^"]*)"/.exec(attributes) ?? [];
      return alt ?? text;
    })
    .filter((text) => text !== "" && text !== "English");
}

test("what people wrote has its language on a page in another one alone", async () => {
  const album = await addAlbum(site, {
    name: "see",
    title: "Der See",
    desc: "Bei jedem Wetter.",
    photos: [{ title: "Morgens" }, {}],
  });
  addRocks(site, [[7, "Oma Ute"]]);
  await addPosts(site, [
    { rock: 7, location: "Lissabon", comment: "Am Fluss.", pictures: 1 },
  ]);
  site.alter(`UPDATE photos SET "desc" = 'Im Nebel.' WHERE display_name <> '';
    INSERT INTO site_texts VALUES ('memorial_dates', '2019 – 2021');
    UPDATE rock_posts SET lang = 'en'; UPDATE rock_post_images SET description = 'Ein Stein'`);
  const photos = `/photos?album=${album.pa_key}`;
  const print = `/photos/${album.pa_key}/print`;
  for (const [address, texts] of [
    ["/photos", ["Der See"]],
    [photos, ["Der See", "Bei jedem Wetter.", "Morgens"]],
    // Without JavaScript.
    [`${photos}&photo=${album.photos[0]}`, ["Morgens"]],
    [
      print,
      ["Der See", "Bei jedem Wetter.", "Morgens", "Im Nebel.", "2019 – 2021"],
    ],
    ["/rocks/7/print", ["Oma Ute", "Lissabon", "Am Fluss.", "Ein Stein"]],
    ["/rocks/7", ["Lissabon", "Am Fluss.", "Ein Stein"]],
    ["/track-the-rocks", ["Lissabon", "Am Fluss.", "Ein Stein"]],
  ] as const) {
    const marked = await readMarked(address, "fr");
    expect(marked, address).toEqual(expect.arrayContaining([...texts]));
    expect(await readMarked(address, "en"), address).toEqual([]);
    // A photo without a title has an alternative in the page's language.
    expect(marked).not.toContain("Der See, photo 2 sur 2");
  }
  const scenes = await Promise.all(
    [1, 2].map((step) => readMarked(`/screen?step=${step}`, "fr")),
  );
  expect(scenes.flat()).toEqual(
    expect.arrayContaining(["Ein Stein", "“Am Fluss.”"]),
  );
});

test("a find has the language of its page, or of a plain form, as its visitor or device has chosen", async () => {
  for (const [headers, lang] of [
    [{ "Content-Language": "ja", Cookie: "lang=de" }, "ja"],
    [{ Cookie: "lang=pl" }, "pl"],
    [{ "Accept-Language": "fr-CA, en" }, "fr"],
    [{ "Content-Language": "tlh" }, "en"],
  ] as [Record<string, string>, string][])
    expect(await sendIn(headers)).toMatchObject({ lang });
});

test("a correction in another language changes the find's, if it changes the comment, and nothing else does", async () => {
  const find = await sendIn({ "Content-Language": "ja" });
  const correct = (fields: object) =>
    site.fetch(`/finds/${find.uuid}.data?lang=de`, {
      method: "POST",
      body: new URLSearchParams({
        key: FIND_KEY,
        intent: "correct",
        ...own,
        ...fields,
      }),
    });
  await correct({ location: "Crail" });
  expect(await readFind(find.uuid)).toMatchObject({ lang: "ja" });
  await correct({ comment: "Am Hafen." });
  expect(await readFind(find.uuid)).toMatchObject({ lang: "de" });
  await saveFind(find, { comment: "Mended." });
  await restore(await remove(`/api/journey-admin/${find.rps_key}`));
  expect(await readFind(find.uuid)).toMatchObject({ lang: "de" });
  // A page that says nothing is in the site's own.
  await asFinder(find, { intent: "correct", comment: "At the harbour." });
  expect(await readFind(find.uuid)).toMatchObject({ lang: "en" });
  // Of before forms had one.
  site.alter("UPDATE rock_posts SET lang = NULL");
  expect(await readFind(find.uuid)).toMatchObject({ lang: null });
  const csv = await (await send("GET /api/export/journeys.csv")).text();
  expect(csv.split("\r\n")[0]).toMatch(/,create_dt,lang,/);
});

test("a rock's page and book mark comments in other languages than their own", async () => {
  await addPosts(site, [
    { rock: 871, comment: "In Japanese." },
    { rock: 871, comment: "In German." },
  ]);
  site.alter(
    `UPDATE rock_posts SET lang = CASE comment WHEN 'In German.' THEN 'de' ELSE 'ja' END`,
  );
  const read = async (path: string) =>
    (await site.fetch(`${path}?lang=de`)).text();
  const page = await read("/rocks/871");
  expect(page).toMatch(/<span[^>]* lang="ja"[^>]*>In Japanese\./);
  expect(page).toMatch(/<span class="clamp" dir="auto">In German\./);
  expect(await read("/rocks/871/print")).toMatch(
    /<p[^>]* lang="ja"[^>]*>In Japanese\./,
  );
  const { body } = await call("GET /api/rock-posts/871");
  expect(body.map(({ lang }) => lang).sort()).toEqual(["de", "ja"]);
});

test.each(["/rocks/9", "/rocks/9/print"])(
  "%s names the countries in the visitor's language, and the API in English",
  async (path) => {
    await addPosts(site, [{ rock: 9, at: [52.52, 13.4] }]);
    const read = async (lang: string) =>
      (await site.fetch(`${path}?lang=${lang}`)).text();
    expect(await read("en")).toContain("Germany");
    expect(await read("fr")).toContain("Allemagne");
    expect(await read("fr")).not.toContain("Germany");
    const { body } = await call("GET /api/rock-posts/9/route");
    expect(body.countries).toEqual(["Germany"]);
  },
);

test("the search for towns, and the map's list, name countries in the language of the page", async () => {
  await addPosts(site, [{ rock: 8, at: [50.93, 11.59], location: "" }]);
  const read = async (address: string, language: string) =>
    (
      await site.fetch(address, { headers: { "Content-Language": language } })
    ).json() as Promise<{ country?: string; place?: string }[]>;
  for (const [language, country] of [
    ["en", "Germany"],
    ["de", "Deutschland"],
    ["ja", "ドイツ"],
  ] as const) {
    for (const query of ["q=Jena", "near=50.93,11.59"])
      expect((await read(`/api/places?${query}`, language))[0]!.country).toBe(
        country,
      );
    expect(
      await read("/api/rock-posts/locations/places?pins=8", language),
    ).toEqual([{ pin: "8", place: `Jena, ${country}` }]);
  }
});
