import { getSettings } from "#core/settings.server.ts";
import { siteNames } from "../site/site-texts.server.ts";

/** Says why a password is too weak for this site. @param more names that the site is about to have */
export function weaknessHere(
  password: string,
  more: (string | null | undefined)[] = [],
) {
  const { site_name, memorial_name } = siteNames();
  const names = [getSettings().ADMIN_USERNAME, site_name, memorial_name];
  return describeWeakness(password, [
    ...names,
    ...more.filter((name) => typeof name === "string"),
  ]);
}

/** Says why a password is too weak. The list of the 18,000 most leaked ones is only loaded if it could be on it. */
export const describeWeakness = async (password: string, names: string[]) =>
  /^(\s*|(.)\2*)$/su.test(password)
    ? "it is nothing but blanks, or one character over and over"
    : isOnlyNames(password, names)
      ? "it is made of the site’s own names, which are tried first"
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

const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/['’]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** Whether a password consists of nothing but words of these names. Looks at each place once, so it takes linear time. */
function isOnlyNames(password: string, names: string[]) {
  const words = [...new Set(names.flatMap(lettersOf))];
  const letters = lettersOf(password).join("");
  const ends = new Set([0]);
  for (const end of ends)
    for (const word of words)
      if (letters.startsWith(word, end)) ends.add(end + word.length);
  return letters !== "" && ends.has(letters.length);
}
