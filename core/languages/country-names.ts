import { LANGUAGES } from "./codes.ts";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

const codes = new Map<string, string>();
const english = new Map<string, string>();
const names = new Map<string, Intl.DisplayNames>();

function namesIn(language: string) {
  const known = names.get(language);
  if (known) return known;
  const made = new Intl.DisplayNames(language, {
    type: "region",
    fallback: "none",
  });
  names.set(language, made);
  return made;
}

/** By their English names, which the list of towns has from the same data. */
function listCodes() {
  if (codes.size === 0)
    for (const first of LETTERS)
      for (const second of LETTERS) {
        const name = namesIn("en").of(first + second);
        if (name && !codes.has(name)) codes.set(name, first + second);
      }
  return codes;
}

/** A page that is hydrated gets the names from the server, because a browser's own may differ. */
export function nameCountry(language: string, country: string) {
  if (language === "en") return country;
  const code = listCodes().get(country);
  return (code && namesIn(language).of(code)) ?? country;
}

export function nameInEnglish(country: string) {
  if (english.size === 0)
    for (const language of LANGUAGES)
      for (const name of listCodes().keys())
        english.set(nameCountry(language, name).toLowerCase(), name);
  return english.get(country.trim().toLowerCase());
}
