/** Letters that Unicode doesn't take apart, with what people type instead. */
const ALIKE: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ς: "σ",
  "’": "'",
  "‘": "'",
  "`": "'",
};

/**
 * A text as it is compared in searches: in small letters, without accents, and with one form for each character that
 * Unicode has several of. 'Ærøskøbing' becomes 'aeroskobing'.
 */
export function foldText(text: string): string {
  const small = text.toLowerCase();
  // Most texts need no more, and a site folds each text that it stores.
  if (/^[\0-_a-\x7f]*$/.test(small)) return small;
  return small
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøłđðþıς’‘`]/g, (letter) => ALIKE[letter]!);
}
