import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Blob, Face, Font, Variation } from "harfbuzzjs";
import arabic from "@fontsource/noto-sans-arabic/unicode.json";
import chinese from "@fontsource-variable/noto-sans-sc/unicode.json";
import japanese from "@fontsource-variable/noto-sans-jp/unicode.json";
import sans from "@fontsource/nunito-sans/unicode.json";
import serif from "@fontsource/fraunces/unicode.json";

/** The fonts of all scripts. Each is in many files, which the build writes, and one is read when a letter needs it. */

const FOLDER = path.resolve("build/node/fonts");
const WEIGHT = 600;

interface FontFile {
  /** First and last code points. The font may lack some of those between. */
  ranges: [first: number, last: number][];
  read: () => Promise<Font>;
}

/** All files of one design. */
export type Family = FontFile[];

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

export type Style = "serif" | "sans";

/** The best first. Japanese and Chinese write many characters in different ways. */
export function listFamilies(style: Style, language: string): Family[] {
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
export async function findFont(letter: string, families: Family[]) {
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
