import { getSettings } from "../core/settings.server.ts";
import { siteNames } from "../site/site-texts.server.ts";

/**
 * Says what is wrong with `ADMIN_PASSWORD` beyond its length: it is among the 18,000 of at least 8 characters that are
 * leaked and tried most often, or made of nothing but the site's names. Undefined if it may be used. The list is only
 * loaded here, because it is large.
 */
export async function describeWeakPassword(): Promise<string | undefined> {
  const { ADMIN_PASSWORD, ADMIN_USERNAME } = getSettings();
  if (ADMIN_PASSWORD === undefined) return undefined;
  const { site_name, memorial_name } = siteNames();
  const why = isOnlyNames(ADMIN_PASSWORD, [
    ADMIN_USERNAME,
    site_name,
    memorial_name,
  ])
    ? "it is made of the site’s own names, which are tried first"
    : (await isCommon(ADMIN_PASSWORD))
      ? "many people use it, so it is tried first"
      : undefined;
  return (
    why &&
    `ADMIN_PASSWORD is set to something it can't be: ${why}; it takes at least 8 characters that nobody guesses, such as four words that don't belong together.`
  );
}

async function isCommon(password: string) {
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

/** Whether nothing is left of a password without the words of these names. */
function isOnlyNames(password: string, names: string[]) {
  const words = names
    .flatMap(lettersOf)
    // The longest first, so that none is cut by one that it contains.
    .sort((a, b) => b.length - a.length);
  const all = new RegExp(`^(${words.join("|")})+$`, "u");
  return words.length > 0 && all.test(lettersOf(password).join(""));
}
