/**
 * Says why nobody should have this password: it is among the 18,000 of at least 8 characters that are leaked and tried
 * most often, or made of nothing but the site's names. Undefined if it may be used. The list is only loaded for a
 * password that could be on it, because it is large.
 */
export const describeWeakness = async (password: string, names: string[]) =>
  isOnlyNames(password, names)
    ? "it is made of the site’s own names, which are tried first"
    : (await isCommon(password))
      ? "many people use it, so it is tried first"
      : undefined;

/** Letters of the longest password on the list. */
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

/** Whether nothing is left of a password without the words of these names. */
function isOnlyNames(password: string, names: string[]) {
  const words = names
    .flatMap(lettersOf)
    // The longest first, so that none is cut by one that it contains.
    .sort((a, b) => b.length - a.length);
  const all = new RegExp(`^(${words.join("|")})+$`, "u");
  return words.length > 0 && all.test(lettersOf(password).join(""));
}
