import type { Font } from "harfbuzzjs";
import type { Style } from "./fonts.ts";
import { shapeWords } from "./shape-words.ts";

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
