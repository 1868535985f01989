import opentype, { type Font, type Path } from "opentype.js";
import serif from "@fontsource/fraunces/files/fraunces-latin-600-normal.woff?inline";
import serifExt from "@fontsource/fraunces/files/fraunces-latin-ext-600-normal.woff?inline";
import sans from "@fontsource/nunito-sans/files/nunito-sans-latin-600-normal.woff?inline";
import sansExt from "@fontsource/nunito-sans/files/nunito-sans-latin-ext-600-normal.woff?inline";

/** Writes words as outlines, so that they look the same on every machine, whatever typefaces it has. */

/** The second font of each has the letters that the first doesn't have. */
const faces = {
  serif: [serif, serifExt].map(openFace),
  sans: [sans, sansExt].map(openFace),
};

function openFace(dataUrl: string): Font {
  const { buffer, byteOffset, byteLength } = Buffer.from(
    dataUrl.slice(dataUrl.indexOf(",") + 1),
    "base64",
  );
  return opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength));
}

interface Lettering {
  face: keyof typeof faces;
  /** Pixels. Smaller if the words would be wider than `width`. */
  size: number;
  width: number;
  /** Where the words begin, on their baseline. */
  x: number;
  y: number;
  fill: string;
}

/** Returns the words as SVG, or nothing if one of their letters is in neither font. */
export function letter(words: string, at: Lettering): string {
  const letters = [...words].map((character) =>
    findLetter(character, faces[at.face]),
  );
  if (!letters.every((letter) => letter !== undefined)) return "";
  const places = [0];
  for (const [index, { font, glyph }] of letters.entries()) {
    const next = letters[index + 1];
    const kerning =
      next?.font === font ? font.getKerningValue(glyph, next.glyph) : 0;
    const advance = (glyph.advanceWidth ?? 0) + kerning;
    places.push(places.at(-1)! + advance / font.unitsPerEm);
  }
  const size = Math.min(at.size, at.width / places.at(-1)!);
  const outlines = letters.map(({ font, glyph }, index) => {
    const x = at.x + places[index]! * size;
    const outline = write(glyph.getPath(0, 0, font.unitsPerEm));
    return `<path transform="translate(${x.toFixed(2)} ${at.y}) scale(${(size / font.unitsPerEm).toFixed(5)})" d="${outline}"/>`;
  });
  return `<g fill="${at.fill}">${outlines.join("")}</g>`;
}

function findLetter(character: string, fonts: Font[]) {
  const font = fonts.find((font) => font.charToGlyphIndex(character) > 0);
  return font && { font, glyph: font.charToGlyph(character) };
}

/** Rounds the numbers, because an outline is in the font's own units, which are small. */
const write = (outline: Path) =>
  outline.commands
    .map((step) => {
      if (step.type === "Z") return "Z";
      const bends =
        step.type === "C"
          ? [step.x1, step.y1, step.x2, step.y2]
          : step.type === "Q"
            ? [step.x1, step.y1]
            : [];
      return step.type + [...bends, step.x, step.y].map(Math.round).join(" ");
    })
    .join("");
