import { beforeAll, expect, test } from "vitest";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({ env: { SITE_LANGUAGE: "de", MEMORIAL_DATES: "2019 – 2021" } });

let album: { pa_key: number; photos: number[] };
beforeAll(async () => {
  album = await addAlbum(site, {
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
    UPDATE rock_posts SET lang = 'de'; UPDATE rock_post_images SET description = 'Ein Stein'`);
});

/** The elements of a page that have the language, by what they say. */
async function readMarked(address: string, page: string) {
  const separator = address.includes("?") ? "&" : "?";
  const answer = await site.fetch(`${address}${separator}lang=${page}`);
  const html = (await answer.text()).replace(/<(script|style).*?<\/\1>/gs, "");
  return [...html.matchAll(/<(\w+)([^>]* lang="de"[^>]*)>([^<]*)/g)]
    .map(([, , attributes = "", text]) => {
      const [, alt] = /\balt="([^"]*)"/.exec(attributes) ?? [];
      return alt ?? text;
    })
    .filter((text) => text !== "" && text !== "Deutsch");
}

test.each([
  ["the albums", () => "/photos", ["Der See"]],
  [
    "an album",
    () => `/photos?album=${album.pa_key}`,
    ["Der See", "Bei jedem Wetter.", "Morgens"],
  ],
  [
    "a photo without JavaScript",
    () => `/photos?album=${album.pa_key}&photo=${album.photos[0]}`,
    ["Morgens"],
  ],
  [
    "an album's book",
    () => `/photos/${album.pa_key}/print`,
    ["Der See", "Bei jedem Wetter.", "Morgens", "Im Nebel.", "2019 – 2021"],
  ],
  [
    "a rock's book",
    () => "/rocks/7/print",
    ["Oma Ute", "Lissabon", "Am Fluss.", "Ein Stein"],
  ],
  ["a rock", () => "/rocks/7", ["Lissabon", "Am Fluss.", "Ein Stein"]],
  [
    "the newest finds",
    () => "/track-the-rocks",
    ["Lissabon", "Am Fluss.", "Ein Stein"],
  ],
])(
  "%s has the language of what people wrote on a page in another one alone",
  async (_, address, texts) => {
    expect(await readMarked(address(), "fr")).toEqual(
      expect.arrayContaining(texts),
    );
    expect(await readMarked(address(), "de")).toEqual([]);
  },
);

test("a photo without a title has an alternative in the page's language", async () => {
  expect(await readMarked(`/photos/${album.pa_key}/print`, "fr")).not.toContain(
    "Der See, photo 2 sur 2",
  );
});

test("a screen says in which language its words are", async () => {
  const scenes = await Promise.all(
    [1, 2].map((step) => readMarked(`/screen?step=${step}`, "fr")),
  );
  expect(scenes.flat()).toEqual(
    expect.arrayContaining(["Ein Stein", "“Am Fluss.”"]),
  );
});
