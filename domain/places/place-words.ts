import { foldText } from "#core/fold.ts";
import { nameInEnglish } from "#core/languages/country-names.ts";

const SHORT: Record<string, string> = { st: "saint", mt: "mount", ft: "fort" };

/** The words of a place's name or of a search for one: without accents and punctuation, in small letters. */
export function wordsOf(text: string): string[] {
  const plain = foldText(text).replace(/['.]/g, "");
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(
    (word) => SHORT[word] ?? word,
  );
}

/** A place with its country as the gazetteer has it: 'Jena, Deutschland' and 'ドイツ・Jena' are in Germany. */
export function withEnglishCountry(text: string) {
  const parts = text.includes("・")
    ? text.split("・").reverse()
    : text.split(/[,،，、]/);
  const country = parts.length > 1 && nameInEnglish(parts.pop()!);
  return country ? [...parts, country].join(", ") : text;
}
