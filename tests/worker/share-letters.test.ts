import { mkdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import sharp from "sharp";
import { LANGUAGES } from "#core/languages/codes.ts";
import { speak } from "#core/languages/catalogues.server.ts";
import { readResult } from "#domain/jobs/catalogue.ts";
import {
  prepareImageProcess,
  type ImageProcess,
} from "#domain/jobs/image-process.server.ts";
import { sayTravels } from "#domain/pictures/share-words.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { shapeWords } from "#worker/images/shape-words.ts";

let images: ImageProcess;
beforeAll(async () => {
  await mkdir(onDisk("shares"), { recursive: true });
  images = prepareImageProcess();
});
afterAll(() => images.stop());

const travels = { rock_number: 12, trips: 5, distance_km: 1234, countries: 3 };
const nothing = { site_name: "", rock: "", main: "", more: "" };

/** Has the image process draw a picture. */
async function draw(language: string, words: Partial<typeof nothing>) {
  const card = {
    ...nothing,
    site_language: "en",
    language,
    stops: [{ latitude: 34.7, longitude: 135.5 }],
    isWay: true,
    ...words,
  };
  const data = { card, output: "shares/picture.jpg" };
  const answer = await images.run({ name: "draw-share", data }, () => {});
  return sharp(onDisk(readResult("draw-share", answer).drawn))
    .raw()
    .toBuffer();
}

/** How many bytes of two pictures are clearly not the same. */
const compare = (one: Buffer, other: Buffer) =>
  one.filter((value, at) => Math.abs(value - other[at]!) > 60).length;

test("a share picture has each of its words in", async () => {
  const blank = await draw("en", {});
  for (const line of Object.entries(sayTravels(speak("en"), travels))) {
    const picture = await draw("en", Object.fromEntries([line]));
    expect([line, compare(picture, blank) > 3_000]).toEqual([line, true]);
  }
});

test.each(LANGUAGES.map((language) => [language]))(
  "there are letters for the words of a share picture in %s",
  async (language) => {
    for (const words of Object.values(sayTravels(speak(language), travels)))
      for (const style of ["serif", "sans"] as const)
        expect(await shapeWords(words, style, language), words).toBeDefined();
  },
);

test("words with a letter that no font has are left out", async () => {
  const blank = await draw("en", {});
  expect((await draw("en", { rock: "Rock ᚱ" })).equals(blank)).toBe(true);
  expect(await shapeWords("Rock ᚱ", "serif", "en")).toBeUndefined();
});

test("a long name is cut between its characters", async () => {
  const start = "R".repeat(38);
  // A character of two UTF-16 units.
  const picture = await draw("ja", { site_name: `${start}𠮷${"R".repeat(9)}` });
  const cut = await draw("ja", { site_name: `${start}𠮷…` });
  expect(picture.equals(cut)).toBe(true);
  // It begins with the same unit.
  const other = await draw("ja", { site_name: `${start}𠮟${"R".repeat(9)}` });
  expect(picture.equals(other)).toBe(false);
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
  return glyphs.map(({ font, id }) =>
    [...among].find(
      (character) => font.nominalGlyph(character.codePointAt(0)!) === id,
    ),
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
