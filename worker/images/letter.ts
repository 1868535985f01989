import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { escapeXml } from "#core/escape-xml.ts";
import { directionOf } from "#core/languages/languages.server.ts";

/** Letters words in the fonts that the build carries, so that they look the same on every machine. */

const FOLDER = path.resolve("build/node/fonts");
// Pango reads it with the first words.
process.env.FONTCONFIG_FILE = path.join(FOLDER, "fonts.conf");

const SERIF = "Fraunces";
const SANS = "Nunito Sans 12pt ExtraLight 12pt";
const ARABIC = "Noto Sans Arabic";
const JAPANESE = "Noto Sans JP Thin";
const CHINESE = "Noto Sans SC Thin";

interface Lettering {
  style: "serif" | "sans";
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
  const text = words.normalize("NFC");
  const families = await chooseFamilies(text, at);
  if (!families) return "";
  const width = await measure(text, families, at.size);
  const size = at.size * Math.min(1, at.width / width);
  const direction = directionOf(at.language);
  const isFromEnd = at.isAtRight !== (direction === "rtl");
  return `<text x="${at.isAtRight ? at.x + at.width : at.x}" y="${at.y}" text-anchor="${isFromEnd ? "end" : "start"}" direction="${direction}" xml:space="preserve" xml:lang="${at.language}" font-family="${families.map((family) => `'${family}'`)}" font-weight="600" font-size="${size}" fill="${at.fill}">${escapeXml(text).replace(LEADING, "<tspan>$&</tspan>")}</text>`;
}

/** Japanese or Chinese at the start. It's a part of its own, because Pango raises letters of other fonts after it. */
const LEADING = /^\P{L}*[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]+/u;

/** Spaces, and letters that are never seen. No font needs them. */
const UNSEEN = /[\p{Space_Separator}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns one family if it has all letters, so that the words are in one design, or else all, best first. */
async function chooseFamilies(text: string, { style, language }: Lettering) {
  const seen = [...text.replace(UNSEEN, "")];
  if (seen.length === 0) return undefined;
  const lettersOf = JSON.parse(
    await readFile(path.join(FOLDER, "letters.json"), "utf8"),
  ) as Record<string, string>;
  const families = [
    ...(style === "serif" ? [SERIF, SANS] : [SANS, SERIF]),
    ARABIC,
    // They write many characters in different ways.
    ...(language === "zh" ? [CHINESE, JAPANESE] : [JAPANESE, CHINESE]),
  ];
  return [...families.map((family) => [family]), families].find((choice) =>
    seen.every((one) =>
      choice.some((family) => lettersOf[family]!.includes(one)),
    ),
  );
}

/** So that the rounding of each letter to a pixel matters less. */
const ENLARGED = 4;

/** Returns the width in pixels. Sharp's own leaves out the space before the first letter and after the last one. */
async function measure(text: string, families: string[], size: number) {
  const font = `${families}, SemiBold ${size * ENLARGED}`;
  const [around, ends] = await Promise.all(
    [`|${escapeXml(text)}|`, "||"].map((text) =>
      sharp({ text: { text, font } }).metadata(),
    ),
  );
  return (around!.width - ends!.width) / ENLARGED;
}
