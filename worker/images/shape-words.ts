import createBidi from "bidi-js";
import {
  Buffer,
  Direction,
  shape,
  Font,
  Blob,
  Face,
  Variation,
} from "harfbuzzjs";
import { directionOf } from "#core/languages/languages.server.ts";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import arabic from "@fontsource/noto-sans-arabic/unicode.json";
import chinese from "@fontsource-variable/noto-sans-sc/unicode.json";
import japanese from "@fontsource-variable/noto-sans-jp/unicode.json";
import sans from "@fontsource/nunito-sans/unicode.json";
import serif from "@fontsource/fraunces/unicode.json";

/** Finds the glyphs of words in any script, and their places. */

const bidi = createBidi();

export interface Glyph {
  font: Font;
  id: number;
  /** Distances are parts of the letters' size, and `y` grows upwards. */
  x: number;
  y: number;
}

export interface ShapedWords {
  width: number;
  glyphs: Glyph[];
}

/** @returns undefined if a letter is in no font */
export async function shapeWords(
  words: string,
  style: Style,
  language: string,
): Promise<ShapedWords | undefined> {
  const text = words.normalize("NFC");
  const fonts = await chooseFonts(text, listFamilies(style, language));
  if (!fonts) return undefined;
  const shaped: ShapedWords = { width: 0, glyphs: [] };
  for (const run of listRuns(text, fonts, directionOf(language)))
    addRun(shaped, run, language);
  return shaped.glyphs.every(({ id }) => id > 0) ? shaped : undefined;
}

const segmenter = new Intl.Segmenter();

/** A font for each UTF-16 unit. The words are of one family if one has all their letters. */
async function chooseFonts(text: string, families: Family[]) {
  const letters = Array.from(segmenter.segment(text), (part) => part.segment);
  for (const choice of [...families.map((family) => [family]), families]) {
    const fonts = await findFonts(letters, choice);
    if (fonts) return fonts;
  }
  return undefined;
}

async function findFonts(letters: string[], families: Family[]) {
  const fonts: Font[] = [];
  for (const letter of letters) {
    const font = await findFont(letter, families);
    if (!font) return undefined;
    for (let unit = 0; unit < letter.length; unit++) fonts.push(font);
  }
  return fonts;
}

interface Run {
  text: string;
  font: Font;
  isFromRight: boolean;
}

/** Cuts the words into runs of one font and one direction, in the order in which they are seen from the left. */
function listRuns(
  text: string,
  fonts: Font[],
  direction: "ltr" | "rtl",
): Run[] {
  const embedding = bidi.getEmbeddingLevels(text, direction);
  const runs: { font: Font; level: number; units: number[] }[] = [];
  for (const unit of bidi.getReorderedIndices(text, embedding)) {
    const font = fonts[unit]!;
    const level = embedding.levels[unit]!;
    const last = runs.at(-1);
    const isNext =
      last?.font === font &&
      last.level === level &&
      Math.abs(last.units.at(-1)! - unit) === 1;
    if (isNext) last.units.push(unit);
    else runs.push({ font, level, units: [unit] });
  }
  return runs.map(({ font, level, units }) => ({
    text: text.slice(Math.min(...units), Math.max(...units) + 1),
    font,
    isFromRight: level % 2 === 1,
  }));
}

function addRun(to: ShapedWords, run: Run, language: string) {
  const buffer = new Buffer();
  buffer.addText(run.text);
  buffer.setDirection(run.isFromRight ? Direction.RTL : Direction.LTR);
  buffer.setLanguage(language);
  buffer.guessSegmentProperties();
  shape(run.font, buffer);
  const size = run.font.face.upem;
  const places = buffer.getGlyphPositions();
  for (const [index, { codepoint }] of buffer.getGlyphInfos().entries()) {
    const { xAdvance, xOffset, yOffset } = places[index]!;
    to.glyphs.push({
      font: run.font,
      id: codepoint,
      x: to.width + xOffset / size,
      y: yOffset / size,
    });
    to.width += xAdvance / size;
  }
}

/** Writes words as outlines, so that they look the same on every machine, independent of its typefaces. */

interface Lettering {
  style: Style;
  /** That of the words. */
  language: string;
  /** Pixels. Smaller if the words would be wider than `width`. */
  size: number;
  width: number;
  /** The left end of their space, on their baseline. */
  x: number;
  y: number;
  /** Whether they end at the right end of their space. */
  isAtRight: boolean;
  fill: string;
}

/** Returns the words as SVG, or nothing if one of their letters is in no font. */
export async function letter(words: string, at: Lettering): Promise<string> {
  const shaped = await shapeWords(words, at.style, at.language);
  if (!shaped?.width) return "";
  const size = Math.min(at.size, at.width / shaped.width);
  const start = at.isAtRight ? at.x + at.width - shaped.width * size : at.x;
  const outlines = shaped.glyphs.map(({ font, id, x, y }) => {
    const place = `${(start + x * size).toFixed(2)} ${(at.y - y * size).toFixed(2)}`;
    const scale = (size / font.face.upem).toFixed(5);
    return `<path transform="translate(${place}) scale(${scale} -${scale})" d="${outline(font, id)}"/>`;
  });
  return `<g fill="${at.fill}">${outlines.join("")}</g>`;
}

/** Rounds the numbers, because an outline is in the font's own units, which are small. */
const outline = (font: Font, glyph: number) =>
  font
    .glyphToPath(glyph)
    .replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number))));

/** The fonts of all scripts. Each is in many files, which the build writes, and one is read when a letter needs it. */

const FOLDER = path.resolve("build/node/fonts");
const WEIGHT = 600;

interface FontFile {
  /** First and last code points. The font may lack some of those between. */
  ranges: [first: number, last: number][];
  read: () => Promise<Font>;
}

/** All files of one design. */
type Family = FontFile[];

const families = {
  serif: listFiles(serif, (part) => `fraunces-${part}-600`),
  sans: listFiles(sans, (part) => `nunito-sans-${part}-600`),
  arabic: listFiles(arabic, (part) => `noto-sans-arabic-${part}-600`),
  japanese: listFiles(japanese, (part) => `noto-sans-jp-${part}-wght`),
  chinese: listFiles(chinese, (part) => `noto-sans-sc-${part}-wght`),
};

/** @param parts the code points of each file, as in CSS. Some files have numbers, which are in brackets here */
function listFiles(
  parts: Record<string, string>,
  nameOf: (part: string) => string,
): Family {
  return Object.entries(parts).map(([part, ranges]) => {
    const name = `${nameOf(part.replace(/[[\]]/g, ""))}-normal.ttf.gz`;
    let font: Promise<Font> | undefined;
    return {
      ranges: ranges.split(",").map(readRange),
      read: () => (font ??= readFont(name)),
    };
  });
}

/** 'U+600-6ff' or 'U+600' */
function readRange(range: string): [number, number] {
  const [first, last = first] = range.slice("U+".length).split("-");
  return [parseInt(first!, 16), parseInt(last!, 16)];
}

async function readFont(name: string) {
  const bytes = await promisify(gunzip)(
    await readFile(path.join(FOLDER, name)),
  );
  const font = new Font(new Face(new Blob(bytes)));
  // Only some have a weight that can be chosen.
  font.setVariations([new Variation("wght", WEIGHT)]);
  return font;
}

type Style = "serif" | "sans";

/** The best first. Japanese and Chinese write many characters in different ways. */
function listFamilies(style: Style, language: string): Family[] {
  const { serif, sans, arabic, japanese, chinese } = families;
  return [
    ...(style === "serif" ? [serif, sans] : [sans, serif]),
    arabic,
    ...(language === "zh" ? [chinese, japanese] : [japanese, chinese]),
  ];
}

/** Letters that are never seen, and for which no font needs a glyph. */
const UNSEEN = /^\p{Default_Ignorable_Code_Point}$/u;
/** Every space can be made from the usual one. */
const SPACE = /^\p{Space_Separator}$/u;

/**
 * Returns the first font that has a letter.
 * @param letter a grapheme, which may be several code points
 */
async function findFont(letter: string, families: Family[]) {
  const codes = [...letter]
    .filter((character) => !UNSEEN.test(character))
    .map((character) =>
      SPACE.test(character) ? 0x20 : character.codePointAt(0)!,
    );
  for (const { ranges, read } of families.flat()) {
    const mayHave = codes.every((code) =>
      ranges.some(([first, last]) => code >= first && code <= last),
    );
    if (!mayHave) continue;
    const font = await read();
    if (codes.every((code) => font.nominalGlyph(code) !== undefined))
      return font;
  }
  return undefined;
}
