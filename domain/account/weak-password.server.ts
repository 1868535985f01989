import { getSettings } from "#core/settings.server.ts";
import { siteLanguage } from "#core/languages/languages.server.ts";
import { siteTexts } from "../site/site-texts.server.ts";

/** What a site says of itself, which is what a guess at its password begins with. */
export interface OwnWords {
  names: (string | null | undefined)[];
  /** As people write them: 'April 2019 – October 2021'. */
  dates?: (string | null | undefined)[];
  /** The language of the months in them. */
  language?: string;
}

/** Says why a password is too weak for this site. @param more what the site is about to be called */
export function weaknessHere(password: string, more?: OwnWords) {
  const { site_name, memorial_name, memorial_dates } = siteTexts();
  const { ADMIN_USERNAME, PUBLIC_URL } = getSettings();
  const names = [ADMIN_USERNAME, site_name, memorial_name];
  return describeWeakness(password, {
    names: [...names, new URL(PUBLIC_URL).hostname, ...(more?.names ?? [])],
    dates: [memorial_dates, ...(more?.dates ?? [])],
    language: siteLanguage(),
  });
}

/** Says why a password is too weak. The list of the 18,000 most leaked ones is only loaded if it could be on it. */
export const describeWeakness = async (password: string, own: OwnWords) =>
  /^(\s*|(.)\2*)$/su.test(password)
    ? "it is nothing but blanks, or one character over and over"
    : isOnlyOwnWords(password, own)
      ? "it is made of the site’s own names and dates, which are tried first"
      : (await isCommon(password))
        ? "many people use it, so it is tried first"
        : undefined;

export const LONGEST_COMMON = 20;

async function isCommon(password: string) {
  if (password.length > LONGEST_COMMON) return false;
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const lowered = password.toLowerCase();
  return dictionary["passwords-common"].some(
    (common) => String(common).toLowerCase() === lowered,
  );
}

/** Small letters without accents, and digits as ASCII where another script has its own. */
const wordsOf = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

const DIGITS = /^\p{N}+$/u;
/** Fewer are found in any number. */
const YEAR_LENGTH = 4;

/** Whether a password consists of the site's names and dates, in any order, and of digits. */
function isOnlyOwnWords(
  password: string,
  { names, dates = [], language }: OwnWords,
) {
  const letters = wordsOf(password).join("");
  const ofDates = dates.flatMap((text) => wordsOf(text ?? ""));
  const months = readMonths(language);
  const written = ofDates.flatMap((word) => months.get(word) ?? []);
  const numbers = [...ofDates, ...written]
    .filter((word) => DIGITS.test(word))
    .flatMap(waysToWrite);
  if (DIGITS.test(letters))
    return (
      isMadeOf(letters, numbers) ||
      numbers.some(
        (number) => number.length >= YEAR_LENGTH && letters.startsWith(number),
      )
    );
  const words = names
    .flatMap((text) => wordsOf(text ?? ""))
    .concat(ofDates, written)
    .filter((word) => !DIGITS.test(word));
  return letters !== "" && isMadeOf(letters, words, DIGITS);
}

/** A year with two digits too, and a day or month with and without its zero. */
const waysToWrite = (number: string) => [
  number,
  number.length === YEAR_LENGTH ? number.slice(-2) : number.padStart(2, "0"),
  number.replace(/^0+(?=.)/, ""),
];

/** By a month's name, as it is written long or short in English and in a language: the month's number and its names. */
function readMonths(language = "en") {
  const months = new Map<string, string[]>();
  for (let month = 1; month <= 12; month++) {
    const day = new Date(2019, month - 1);
    const called = ["en", language].flatMap((locale) =>
      (["long", "short"] as const).flatMap((style) =>
        wordsOf(day.toLocaleString(locale, { month: style })),
      ),
    );
    for (const name of called) months.set(name, [String(month), ...called]);
  }
  return months;
}

/** Whether a text consists of such words, and of such characters. Looks at each place once, so it takes linear time. */
function isMadeOf(text: string, words: string[], characters?: RegExp) {
  const known = [...new Set(words)];
  const ends = new Set([0]);
  for (const end of ends) {
    if (end < text.length && characters?.test(text[end]!)) ends.add(end + 1);
    for (const word of known)
      if (text.startsWith(word, end)) ends.add(end + word.length);
  }
  return ends.has(text.length);
}
