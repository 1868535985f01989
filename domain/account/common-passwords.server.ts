/**
 * Says why a password is too weak: it is among the 18,000 most leaked ones of at least 8 characters, or consists of the
 * site's names. Undefined if it may be used. The list is large, so it is only loaded for a password that could be on
 * it.
 */
export const describeWeakness = async (password: string, names: string[]) =>
  isOnlyNames(password, names)
    ? "it is made of the site’s own names, which are tried first"
    : (await isCommon(password))
      ? "many people use it, so it is tried first"
      : undefined;

/** Length of the longest password on the list. */
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

/** Whether a password consists of nothing but words of these names. */
function isOnlyNames(password: string, names: string[]) {
  const words = names
    .flatMap(lettersOf)
    // Longest first, because a short word may be part of a longer one.
    .sort((a, b) => b.length - a.length);
  const all = new RegExp(`^(${words.join("|")})+$`, "u");
  return words.length > 0 && all.test(lettersOf(password).join(""));
}
