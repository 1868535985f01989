import { readFileSync } from "node:fs";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { LANGUAGES } from "#core/languages/codes.ts";
import { speak } from "#core/languages/catalogues.server.ts";
import type { ShareCard } from "#domain/jobs/catalogue.ts";
import { Refusal } from "#domain/images/refusals.server.ts";
import { sayTravels } from "#domain/pictures/share-pictures.server.ts";
import { deriveImage } from "#worker/images/derive.ts";
import { drawSharePicture } from "#worker/images/share-picture.ts";
import { shapeWords } from "#worker/images/shape-words.ts";
import { fixture } from "../fixtures/index.ts";
import { writeInStore } from "../setup/own-store.ts";
import { plainPicture } from "../setup/plain-picture.ts";

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

const card: ShareCard = {
  site_name: "Robin’s Rocks",
  site_language: "en",
  language: "en",
  rock: "Rock 214",
  main: "870 km travelled",
  more: "541 miles · 2 stops in 2 countries",
  stops: [at(48.85, 2.35), at(52.52, 13.4)],
  isWay: true,
};
const PHOTO = "photo.webp";

const RED: Colour = [255, 0, 0];
const ROUTE: Colour = [138, 59, 29];
const INK: Colour = [43, 42, 40];
const STONE: Colour = [255, 0, 255];
type Colour = [red: number, green: number, blue: number];

beforeAll(async () => {
  writeInStore(PHOTO, await plainPicture(640, 480, "#ff0000"));
  writeInStore("pin.webp", await plainPicture(128, 128, "#ff00ff"));
});

const draw = (
  change: Partial<ShareCard>,
  { photo, pin }: { photo?: string; pin?: string } = {},
) => drawSharePicture({ card: { ...card, ...change }, photo, pin });

/** Counts the pixels in a part of the picture that have nearly this colour. */
async function countPixels(
  picture: Buffer,
  of: Colour,
  part = { left: 0, top: 0, width: 1200, height: 630 },
) {
  const data = await sharp(picture).extract(part).raw().toBuffer();
  let found = 0;
  for (let at = 0; at < data.length; at += 3)
    if (of.every((value, band) => Math.abs(data[at + band]! - value) < 24))
      found++;
  return found;
}

test("a share picture is a JPEG of 1200×630 with the photograph, the way and the words, the same each time", async () => {
  const picture = await draw({}, { photo: PHOTO });
  const { format, width, height } = await sharp(picture).metadata();
  expect([format, width, height]).toEqual(["jpeg", 1200, 630]);
  expect(await countPixels(picture, RED)).toBeGreaterThan(250_000);
  expect(await countPixels(picture, ROUTE)).toBeGreaterThan(500);
  expect(await countPixels(picture, INK)).toBeGreaterThan(4_000);
  expect(await countPixels(picture, STONE)).toBe(0);
  expect(await draw({}, { photo: PHOTO })).toEqual(picture);
});

const POLES = [at(90, 0), at(-90, 0), at(0, 180), at(0, -180)];

test.each<[string, Partial<ShareCard>, string | undefined]>([
  ["without photograph or coordinates", { stops: [], more: "" }, undefined],
  ["of one stop", { stops: card.stops.slice(0, 1), more: "" }, PHOTO],
  ["at both poles and ends of the map", { stops: POLES }, PHOTO],
  ["of a site whose name is in no font", { site_name: "ᚱᛟᚲᛊ" }, PHOTO],
  ["of a site whose name is long", { site_name: "Wide ".repeat(40) }, PHOTO],
])("a share picture is drawn %s", async (_, change, photo) => {
  const picture = await draw(change, { photo });
  const { width, height } = await sharp(picture).metadata();
  expect([width, height]).toEqual([1200, 630]);
  expect((await countPixels(picture, RED)) > 0).toBe(photo !== undefined);
  expect(await countPixels(picture, INK)).toBeGreaterThan(4_000);
});

test("a share picture shows the rock's own stone, if it has one", async () => {
  const picture = await draw({}, { pin: "pin.webp" });
  expect(await countPixels(picture, STONE)).toBeGreaterThan(20_000);
});

test("a way over the date line crosses the middle of its map, not the whole world", async () => {
  const stops = [at(-18, 178), at(-14, -171)];
  const picture = await draw({ stops }, { photo: PHOTO });
  const middle = { left: 880, top: 190, width: 20, height: 290 };
  expect(await countPixels(picture, ROUTE, middle)).toBeGreaterThan(20);
  const edge = { left: 622, top: 240, width: 10, height: 200 };
  expect(await countPixels(picture, ROUTE, edge)).toBe(0);
});

test("a photograph that is not in the store is no share picture", async () => {
  await expect(draw({}, { photo: "elsewhere.webp" })).rejects.toThrow();
});

test("what visitors send is not read as SVG, before or after", async () => {
  const original = "drawing.png";
  writeInStore(original, readFileSync(fixture("drawing.svg")));
  const derive = () => deriveImage({ original, outputs: { sm: "sm.webp" } });
  await expect(derive()).rejects.toBeInstanceOf(Refusal);
  await draw({});
  await expect(derive()).rejects.toBeInstanceOf(Refusal);
});

const travels = { rock_number: 12, trips: 5, distance_km: 1234, countries: 3 };
const NO_WORDS = { site_name: "", rock: "", main: "", more: "" };
const drawWords = async (words: Partial<ShareCard>) =>
  sharp(await draw({ ...NO_WORDS, ...words }))
    .raw()
    .toBuffer();

test("a share picture has each of its words in, and leaves out those with a letter that no font has", async () => {
  const blank = await drawWords({});
  const words = sayTravels(speak("en"), travels);
  for (const [name, line] of Object.entries(words)) {
    const picture = await drawWords({ [name]: line });
    const isClear = (value: number, at: number) =>
      Math.abs(value - blank[at]!) > 60;
    expect(picture.filter(isClear).length, line).toBeGreaterThan(3_000);
  }
  expect((await drawWords({ rock: "Rock ᚱ" })).equals(blank)).toBe(true);
  expect(await shapeWords("Rock ᚱ", "serif", "en")).toBeUndefined();
});

test.each(LANGUAGES.map((language) => [language]))(
  "there are letters for the words of a share picture in %s",
  async (language) => {
    for (const words of Object.values(sayTravels(speak(language), travels)))
      for (const style of ["serif", "sans"] as const)
        expect(await shapeWords(words, style, language), words).toBeDefined();
  },
);

test("a long name is cut between its characters", async () => {
  const start = "R".repeat(38);
  const drawName = (end: string) =>
    drawWords({ language: "ja", site_name: start + end });
  // A character of two UTF-16 units.
  const picture = await drawName(`𠮷${"R".repeat(9)}`);
  expect(picture.equals(await drawName("𠮷…"))).toBe(true);
  // It begins with the same unit.
  expect(picture.equals(await drawName(`𠮟${"R".repeat(9)}`))).toBe(false);
});

test("words are in one design, if one has all their letters", async () => {
  const fontsOf = async (words: string) => {
    const { glyphs } = (await shapeWords(words, "serif", "uk"))!;
    return new Set(glyphs.map(({ font }) => font));
  };
  const [latin] = await fontsOf("Rock 12");
  expect((await fontsOf("Rock 12")).size).toBe(1);
  expect(await fontsOf("Камінь 12")).not.toContain(latin);
  expect(await fontsOf("岩 Камінь 12")).toContain(latin);
});

/** The glyphs of words, each with the character whose glyph it is on its own. */
async function listGlyphs(words: string, language: string, among: string) {
  const { glyphs } = (await shapeWords(words, "sans", language))!;
  const characters = [...among];
  return glyphs.map(({ font, id }) =>
    characters.find((one) => font.nominalGlyph(one.codePointAt(0)!) === id),
  );
}

test("Arabic letters are joined, and begin at the right", async () => {
  // Arabic has a character for each form of a letter: initial, medial, medial, final.
  const forms = "\uFEE3\uFEA4\uFEE4\uFEAA";
  expect(await listGlyphs("محمد", "ar", `محمد${forms}`)).toEqual(
    [...forms].reverse(),
  );
});

test.each([
  ["ar", "دار 1,234 km", "km 1,234 راد"],
  ["en", "Rock دار 12", "Rock 12 راد"],
])(
  "in %s, %j is drawn from left to right as %j",
  async (language, words, drawn) => {
    expect(await listGlyphs(words, language, words)).toEqual([...drawn]);
  },
);

test("dots and marks of Arabic letters are placed at their letters", async () => {
  const { glyphs, width } = (await shapeWords("بَيْت", "sans", "ar"))!;
  expect(glyphs.length).toBeGreaterThan(3);
  expect(width).toBeLessThan(2);
  for (const { x } of glyphs) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThan(width);
  }
});

test("Japanese and Chinese have their own forms of a character", async () => {
  const outlineIn = async (language: string) => {
    const [glyph] = (await shapeWords("直", "sans", language))!.glyphs;
    return glyph!.font.glyphToPath(glyph!.id);
  };
  expect(await outlineIn("ja")).not.toBe(await outlineIn("zh"));
});

test("a place's traditional characters and a narrow space are written", async () => {
  for (const words of ["臺灣 鹽埕區", "1\u202f234\u00a0km", "Đà Nẵng"])
    expect(await shapeWords(words, "sans", "zh")).toBeDefined();
});
