import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import type { Translation } from "#domain/site/answers.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import { sameDayEarlier } from "#tests/setup/this-day.ts";
import {
  call,
  expectStatuses,
  get,
  setUpSite,
  site,
  statusAt,
  statusOf,
  textAt,
} from "#tests/setup/vitest/site.ts";

setUpSite();
beforeAll(() => {
  const own = () =>
    rmSync(site.inStore("bkg"), { recursive: true, force: true });
  own();
  return own;
});

test("a text is previewed, and one that is too long is refused at its field", async () => {
  const long = { hero_title: "x".repeat(81) };
  const { status, body } = await call("PUT /api/site-texts", long);
  expect(status).toBe(400);
  expect(body).toHaveProperty("fields.hero_title");
  const text = "**Sea**";
  const html = "<p><strong>Sea</strong></p>\n";
  const preview = await call("POST /api/site-texts/preview", { text });
  expect(preview.body).toEqual({ html });
});

async function upload(name: string, image: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.set("image", new Blob([image]), "ours.png");
  const status = await statusOf(`PUT /api/site-pictures/${name}`, form);
  await site.untilIdle();
  return status;
}
const remove = (name: string) => statusOf(`DELETE /api/site-pictures/${name}`);

test("a picture takes the place of the one that ships, and gives it back", async () => {
  const logo = async () =>
    (await call("GET /api/site-pictures")).body.find(
      ({ name }) => name === "logo",
    );
  expect(await logo()).toMatchObject({ own: false, ready: true });
  const image = new Uint8Array(await readFile(fixture("plain.png")));
  expect(await upload("logo", image)).toBe(202);
  expect(await logo()).toMatchObject({ own: true, ready: true, error: null });
  expect(await remove("logo")).toBe(204);
  expect(await logo()).toMatchObject({ own: false, version: null });
  expect(await upload("map", image)).toBe(404);
});

const COLOURS = { r: "#e01010", g: "#10e010", b: "#1010e0" };
type Colour = keyof typeof COLOURS;
const paint = async (colour: Colour, width: number, height = 90) => {
  const background = COLOURS[colour];
  const create = { width, height, channels: 3, background } as const;
  return new Uint8Array(await sharp({ create }).webp().toBuffer());
};
function put(file: string, image: Uint8Array) {
  mkdirSync(path.dirname(site.inStore(file)), { recursive: true });
  writeFileSync(site.inStore(file), image);
}
async function readPicture(file: string) {
  const image = sharp(await (await get(`/media/bkg/${file}`)).bytes());
  const { width, height } = await image.metadata();
  const { dominant } = await image.stats();
  const colour = (["r", "g", "b"] as const).find((c) => dominant[c] > 180);
  return `${colour} ${width}×${height}`;
}
test("phones get the tall picture that an operator puts into the store, or the wide one if it is alone", async () => {
  put("bkg/rock_bkg.webp", await paint("r", 160));
  expect(await readPicture("rock_bkg_tall.webp")).toBe("r 160×90");
  put("bkg/rock_bkg_tall.webp", await paint("b", 50));
  expect(await readPicture("rock_bkg_tall.webp")).toBe("b 50×90");
  expect(await readPicture("rock_bkg.webp")).toBe("r 160×90");
});

test("a picture that the admin uploads is made for phones too, whatever an operator had put there", async () => {
  put("bkg/home_bkg_tall.webp", await paint("r", 50));
  expect(await upload("home_bkg", await paint("b", 1200, 800))).toBe(202);
  expect(await readPicture("home_bkg_tall.webp")).toBe("b 1080×1920");
  expect(await remove("home_bkg")).toBe(204);
});

test("a new picture has a new address, the earlier original goes, and originals are not served", async () => {
  async function replace(colour: Colour) {
    expect(await upload("rock_bkg", await paint(colour, 640, 480))).toBe(202);
    const [row] = site.query<{ value: string }>(
      "SELECT value FROM site_texts WHERE key = 'picture:rock_bkg'",
    );
    const { original_file } = JSON.parse(row!.value) as Record<string, string>;
    const html = await textAt("/share-your-rock");
    const [address = ""] = /rock_bkg\.webp\?v=\w+/.exec(html) ?? [];
    return { address, original: `bkg/original/${original_file}` };
  }
  const first = await replace("b");
  const second = await replace("r");
  expect(second.address).not.toBe(first.address);
  expect(await readPicture(second.address)).toMatch(/^r/);
  expect(existsSync(site.inStore(first.original))).toBe(false);
  expect(existsSync(site.inStore(second.original))).toBe(true);
  expect(await statusAt(`/media/${second.original}`)).toBe(404);
  expect(await remove("rock_bkg")).toBe(204);
});

test("a find of an earlier year's same day is on the home page once that is switched on, and nothing hidden of it", async () => {
  const date = sameDayEarlier();
  const [uuid] = await addPosts(site, [
    { rock: 31, location: "Lake Tekapo", date, pictures: 1 },
  ]);
  const switchTo = (on_this_day: unknown) =>
    call("PUT /api/site-texts", { on_this_day });
  const expectDay = async (...parts: string[]) => {
    const home = await textAt("/");
    expect(home.includes('id="this-day"')).toBe(parts.length > 0);
    for (const part of parts) expect(home).toContain(part);
  };
  await expectDay();
  expect((await switchTo(true)).body).toMatchObject({ on_this_day: true });
  const picture = `/media/rocks/31/${uuid}/sm/p1.webp`;
  await expectDay("Lake Tekapo", picture, 'href="/rocks/31"');
  site.alter("UPDATE rock_posts SET show = 0");
  await expectDay();

  const album = { name: "lake", title: "At the lake", photos: [{}] };
  const { pa_key, photos } = await addAlbum(site, album);
  site.alter(`UPDATE photos SET date = '${date}'`);
  await expectDay(`href="/photos?album=${pa_key}&amp;photo=${photos[0]}"`);
  await switchTo(false);
  await expectDay();
  const fields = { on_this_day: "On this day must be true or false." };
  expect((await switchTo("true")).body).toMatchObject({ fields });
});

const listTranslations = async () =>
  (await call("GET /api/site/translations")).body as Translation[];
const german = async () =>
  (await listTranslations()).find(({ lang }) => lang === "de")!;
const translate = (texts: object) =>
  call("PUT /api/site/translations/de", texts);

test("a text is marked as English on a page of another language, until it is translated", async () => {
  await call("PUT /api/site-texts", {
    site_name: "Stones Abroad",
    hero_title: "Our stones",
    story: "Our **story**.",
  });
  expect(await textAt("/?lang=de")).toMatch(
    /<bdi lang="en">Stones Abroad<[\s\S]*<h1 [^>]*lang="en"[^>]*>Our stones<[\s\S]*<div class="markdown"[^>]* lang="en"[^>]*><p>Our <strong>story/,
  );
  const { missing } = await german();
  const texts = {
    site_name: "Steine unterwegs",
    hero_title: "Unsere Steine",
    story: "Unsere **Geschichte**.",
  };
  const { status, body } = await translate(texts);
  expect(status).toBe(200);
  expect(body).toMatchObject({ lang: "de", ...texts });
  const left = missing.filter((key) => !(key in texts));
  expect((await german()).missing).toEqual(left);
  expect(left.length).toBe(missing.length - 3);

  const now = await textAt("/?lang=de");
  expect(now).toMatch(
    /<title>Steine unterwegs<[\s\S]*<bdi>Steine unterwegs<[\s\S]*<h1 dir="auto">Unsere Steine<[\s\S]*<div class="markdown" dir="auto"><p>Unsere <strong>Geschichte/,
  );
  expect(now).not.toContain("Our stones");
  for (const address of ["/feed.xml", "/manifest.webmanifest"])
    expect(await textAt(`${address}?lang=de`)).toContain("Steine unterwegs");
  for (const language of ["en", "fr"])
    expect(await textAt(`/?lang=${language}`)).toContain("Our stones");

  await translate({ hero_title: " ", story: null });
  const again = await textAt("/?lang=de");
  expect(again).toContain("Our stones");
  expect(again).toContain("Our <strong>story");
  expect(again).toContain("Steine unterwegs");
});

test("a link in the parent's text says in the language of the page that it opens in a new tab", async () => {
  const text = "See [them](https://elsewhere.example/).";
  await call("PUT /api/site-texts", { story: text, sudc: text });
  for (const address of ["/?lang=de", "/sudc?lang=de"])
    expect(await textAt(address)).toMatch(
      /<div class="markdown"[^>]* lang="en"[^>]*><p>See <a [^>]*>them<span class="sr" lang="de"> \(öffnet sich in einem neuen Tab\)</,
    );
});

test("a save that is wrong, or of a language that is not spoken, changes nothing", async () => {
  const before = await listTranslations();
  const long = { site_name: "a".repeat(61), hero_title: "Nicht dies" };
  const refused = await translate(long);
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.body.fields!)).toEqual(["site_name"]);
  const address = "PUT /api/site/translations";
  await expectStatuses([
    [`${address}/en`, 404, { story: "a" }],
    [`${address}/sv`, 404, { story: "a" }],
  ]);
  expect(await listTranslations()).toEqual(before);
});
