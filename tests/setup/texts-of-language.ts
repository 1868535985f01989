import { readFileSync } from "node:fs";
import { BUILT } from "../../scripts/languages/list.mjs";

type Token = string | [name: string, kind?: string, forms?: object];

const VALUE = "\u0001";
const TAG = /<\/?\d+\/?>/;
/** With fewer letters, such as '{list}, {next}', anything would be the text. */
const HAS_WORDS = /\p{L}{2}|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;

/** A text in all its plural forms. */
const spell = (tokens: string | Token[]): string[] =>
  [tokens].flat().reduce<string[]>(
    (texts, token) => {
      const ends = Array.isArray(token)
        ? Object.values(token[2] ?? { value: VALUE }).flatMap(spell)
        : [token === "#" ? VALUE : token];
      return texts.flatMap((text) => ends.map((end) => text + end));
    },
    [""],
  );

/** @returns whether a text is the part with any values. A regular expression could take hours. */
function isPart(text: string, part: string) {
  const [first, ...others] = part.split(VALUE) as [string, ...string[]];
  const last = others.pop()!;
  let at = first.length;
  const follows = others.every((piece) => {
    const found = text.indexOf(piece, at);
    at = found + piece.length;
    return found >= 0;
  });
  return (
    follows &&
    text.startsWith(first) &&
    text.endsWith(last) &&
    at + last.length <= text.length
  );
}

/** @returns whether something is a text of the language, with any values. A text with tags is shown in parts. */
export function readTexts(language: string) {
  const texts = JSON.parse(
    readFileSync(`${BUILT}/${language}.json`, "utf8"),
  ) as Record<string, string | Token[]>;
  const parts = Object.values(texts)
    .flatMap(spell)
    .flatMap((text) => text.split(TAG))
    .map(clean)
    .filter((part) => HAS_WORDS.test(part.replaceAll(VALUE, "")));
  const whole = new Set(parts);
  const withValues = parts.filter((part) => part.includes(VALUE));
  return (text: string) =>
    whole.has(text) || withValues.some((part) => isPart(text, part));
}

/** A text with its spaces as a page shows them. */
export const clean = (text: string) => text.replace(/\s+/g, " ").trim();

/** A text without the site's name, which ends every title and is the same in all languages. */
export const withoutSiteName = (text: string) =>
  text.replace(/(^| · )Robin's Rocks$/, "");
