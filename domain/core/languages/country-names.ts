const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

const codes = new Map<string, string>();
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

/** The list of towns has its names in English from the same data. */
function findCode(country: string) {
  if (codes.size === 0)
    for (const first of LETTERS)
      for (const second of LETTERS) {
        const name = namesIn("en").of(first + second);
        if (name && !codes.has(name)) codes.set(name, first + second);
      }
  return codes.get(country);
}

/**
 * A country's name in a language, or its English name if it is not known. A page that is hydrated gets the names from
 * the server, because a browser's own may differ.
 */
export function nameCountry(language: string, country: string) {
  if (language === "en") return country;
  const code = findCode(country);
  return (code && namesIn(language).of(code)) ?? country;
}
