import { readFileSync } from "node:fs";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { LANGUAGES } from "#core/languages/codes.ts";
import { speak } from "#core/languages/catalogues.server.ts";
import type { ShareCard } from "#domain/jobs/catalogue.ts";
import { Refusal } from "#domain/images/refusals.server.ts";
import { sayTravels } from "#domain/pictures/share-pictures.server.ts";
import { deriveImage } from "#worker/images/derive.ts";
import { letter } from "#worker/images/letter.ts";
import { renderSvg } from "#worker/images/share-map.ts";
import { drawSharePicture } from "#worker/images/share-picture.ts";
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
});

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

const SPACE = { x: 40, y: 100, width: 600, size: 60, fill: "#2b2a28" };

/** SVG of words in a space that is 40 pixels from all sides. */
const inSvg = (words: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="680" height="160">${words}</svg>`;

type Style = "serif" | "sans";

async function drawText(
  text: string,
  language: string,
  style: Style = "sans",
  isAtRight = language === "ar",
) {
  const words = await letter(text, { ...SPACE, style, language, isAtRight });
  expect(words, text).not.toBe("");
  return renderSvg(inSvg(words));
}

/** Where the ink of words begins and ends. */
async function findInk(picture: Buffer) {
  const { info } = await sharp(picture)
    .trim()
    .toBuffer({ resolveWithObject: true });
  const left = -info.trimOffsetLeft!;
  return { left, right: left + info.width };
}

test.each(LANGUAGES.map((language) => [language]))(
  "there are letters for the words of a share picture in %s",
  async (language) => {
    for (const words of Object.values(sayTravels(speak(language), travels)))
      await drawText(words, language);
  },
);

test("a place's traditional characters and a narrow space are written", async () => {
  for (const words of ["臺灣 鹽埕區", "1\u202f234\u00a0km", "Đà Nẵng"])
    await drawText(words, "zh");
});

test("the machine's own fonts are not used", async () => {
  const drawIn = (family: string) =>
    renderSvg(
      inSvg(`<text y="99" font-size="99" font-family="${family}">R</text>`),
    );
  for (const family of ["DejaVu Serif", "Times New Roman"])
    expect(await drawIn(family)).toEqual(await drawIn("no font"));
});

test("words that are too wide are smaller", async () => {
  for (const language of ["en", "ar"]) {
    const { left, right } = await findInk(
      await drawText("Wide".repeat(12), language),
    );
    expect(left).toBeCloseTo(40, -1);
    expect(right).toBeCloseTo(640, -1);
  }
});

test("words are in one design, if one has all their letters", async () => {
  const isSame = async (words: string) =>
    (await drawText(words, "uk", "serif")).equals(await drawText(words, "uk"));
  expect(await isSame("Rock 12")).toBe(false);
  expect(await isSame("Камінь 12")).toBe(true);
  expect(await isSame("岩 Камінь 12")).toBe(false);
});

test("a Latin letter after a Japanese one stays on the baseline", async () => {
  const cut = (picture: Buffer, left: number) =>
    sharp(picture)
      .extract({ left, top: 0, width: 60, height: 160 })
      .raw()
      .toBuffer();
  const after = await cut(await drawText("岩Ł", "ja"), 100);
  expect(after.equals(await cut(await drawText("Ł", "ja"), 40))).toBe(true);
});

test("Arabic letters are joined, and begin at the right", async () => {
  const joined = await drawText("محمد", "ar");
  // Arabic has a character for each form of a letter: initial, medial, medial, final.
  const forms = "\uFEE3\uFEA4\uFEE4\uFEAA";
  expect(joined).toEqual(await drawText(forms, "ar"));
  expect(joined).not.toEqual(await drawText([..."محمد"].join("\u200c"), "ar"));
  expect((await findInk(joined)).right).toBeCloseTo(640, -1);
});

test("in an Arabic picture, a site's name in another language ends at the right", async () => {
  const name = await drawText("Rocks", "en", "sans", true);
  expect((await findInk(name)).right).toBeCloseTo(640, -1);
});

/** Unicode's override: the letters after it appear from left to right, as typed. */
const AS_WRITTEN = "\u202d";

test.each([
  ["ar", "دار 1,234 km", "km 1,234 راد"],
  ["en", "Rock دار 12", "Rock 12 راد"],
])(
  "in %s, %j is drawn from left to right as %j",
  async (language, words, drawn) => {
    expect(await drawText(words, language)).toEqual(
      await drawText(AS_WRITTEN + drawn, language),
    );
  },
);

test("dots and marks of Arabic letters are placed at their letters", async () => {
  const [plain, marked] = [
    await drawText("بيت", "ar"),
    await drawText("بَيْت", "ar"),
  ];
  expect(marked).not.toEqual(plain);
  expect(await findInk(marked)).toEqual(await findInk(plain));
});

test("Japanese and Chinese have their own forms of a character", async () => {
  expect(await drawText("直", "ja")).not.toEqual(await drawText("直", "zh"));
});
