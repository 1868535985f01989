import createBidi from "bidi-js";
import { Buffer, Direction, shape, type Font } from "harfbuzzjs";
import { directionOf } from "#core/languages/languages.server.ts";
import { findFont, listFamilies, type Family, type Style } from "./fonts.ts";

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
