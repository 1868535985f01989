import { LANGUAGES } from "./codes.ts";
import { getSettings } from "../settings.server.ts";

/** The language of the parent's own texts. Also that of a visitor whose languages the site doesn't have. */
export const siteLanguage = () => getSettings().SITE_LANGUAGE;

/** The codes of the languages that visitors can choose from, the site's own first. */
export const spokenLanguages = () => [
  ...new Set([siteLanguage(), ...(getSettings().LANGUAGES ?? LANGUAGES)]),
];

export const isSpoken = (language: unknown): language is string =>
  typeof language === "string" && spokenLanguages().includes(language);

/** A language's own name for itself, such as Deutsch. */
export function nameOf(language: string) {
  const name =
    new Intl.DisplayNames([language], { type: "language" }).of(language) ??
    language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

const FROM_THE_RIGHT = new Set(["Arab", "Hebr", "Syrc", "Thaa", "Nkoo"]);

export const directionOf = (language: string) =>
  FROM_THE_RIGHT.has(new Intl.Locale(language).maximize().script ?? "")
    ? "rtl"
    : "ltr";
