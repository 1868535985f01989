import { expect, test } from "vitest";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { asFinder, readFind, saveFind } from "#tests/setup/calls/find-calls.ts";
import { FIND_KEY, ownFields } from "#tests/setup/calls/site-calls.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import { remove, restore } from "#tests/setup/calls/trash-calls.ts";
import {
  call,
  get,
  setUpSite,
  site,
  textAt,
} from "#tests/setup/vitest/site.ts";

setUpSite();

const sendIn = async (headers: Record<string, string>) =>
  readFind((await site.addFind(ownFields, ["plain.png"], headers)).uuid);

/** The elements of a page that have the language, by what they say. */
async function readMarked(address: string, page: string) {
  const separator = address.includes("?") ? "&" : "?";
  const text = await textAt(`${address}${separator}lang=${page}`);
  const html = text.replace(/<(script|style).*?<\/\1>/gs, "");
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
  const own = ["Der See", "Bei jedem Wetter.", "Morgens"];
  const finds = ["Lissabon", "Am Fluss.", "Ein Stein"];
  for (const [address, texts] of [
    ["/photos", ["Der See"]],
    [photos, own],
    // Without JavaScript.
    [`${photos}&photo=${album.photos[0]}`, ["Morgens"]],
    [`/photos/${album.pa_key}/print`, [...own, "Im Nebel.", "2019 – 2021"]],
    ["/rocks/7/print", ["Oma Ute", ...finds]],
    ["/rocks/7", finds],
    ["/track-the-rocks", finds],
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

test.each<[Record<string, string>, string]>([
  [{ "Content-Language": "ja", Cookie: "lang=de" }, "ja"],
  [{ Cookie: "lang=pl" }, "pl"],
  [{ "Accept-Language": "fr-CA, en" }, "fr"],
  [{ "Content-Language": "tlh" }, "en"],
])("a find that is sent with %j has the language %s", async (headers, lang) => {
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
        ...ownFields,
        ...fields,
      }),
    });
  const expectLanguage = async (lang: string | null) =>
    expect((await readFind(find.uuid)).lang).toBe(lang);
  await correct({ location: "Crail" });
  await expectLanguage("ja");
  await correct({ comment: "Am Hafen." });
  await expectLanguage("de");
  await saveFind(find, { comment: "Mended." });
  await restore(await remove(`/api/journey-admin/${find.rps_key}`));
  await expectLanguage("de");
  // A page that says nothing is in the site's own.
  await asFinder(find, { intent: "correct", comment: "At the harbour." });
  await expectLanguage("en");
  // Of before forms had one.
  site.alter("UPDATE rock_posts SET lang = NULL");
  await expectLanguage(null);
});

test("a rock's page and book, the search for towns and the map's list name countries in the language of the page, and the API in English", async () => {
  await addPosts(site, [{ rock: 8, at: [50.93, 11.59], location: "" }]);
  const readIn = async (address: string, language: string) =>
    (await get(address, { "Content-Language": language })).json();
  for (const [language, country] of [
    ["en", "Germany"],
    ["de", "Deutschland"],
    ["ja", "ドイツ"],
  ] as const) {
    for (const page of ["/rocks/8", "/rocks/8/print"])
      expect(await textAt(`${page}?lang=${language}`)).toContain(country);
    for (const query of ["q=Jena", "near=50.93,11.59"])
      expect(await readIn(`/api/places?${query}`, language)).toMatchObject(
        expect.arrayContaining([expect.objectContaining({ country })]),
      );
    const pins = "/api/rock-posts/locations/places?pins=8";
    const place = `Jena, ${country}`;
    expect(await readIn(pins, language)).toEqual([{ pin: "8", place }]);
  }
  expect(await textAt("/rocks/8?lang=de")).not.toContain("Germany");
  const { body } = await call("GET /api/rock-posts/8/route");
  expect(body.countries).toEqual(["Germany"]);
});
