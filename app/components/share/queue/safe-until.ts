/** Safari deletes what a site has stored after seven days of use without a visit to the site. */
const WEBKIT_MS = 7 * 24 * 3_600_000;

/** This page is the visit. */
const openedAt = Date.now();

/** Asks the browser to keep what is stored here. Some browsers ask the visitor. */
export const askToKeep = () =>
  navigator.storage?.persist?.().catch(() => false) ?? Promise.resolve(false);

/** When the browser may delete what is stored here, milliseconds since 1970. Nothing if it doesn't do so by itself. */
export async function readSafeUntil() {
  if (!navigator.vendor.startsWith("Apple")) return undefined;
  const isPersisted = await navigator.storage?.persisted?.().catch(() => false);
  return isPersisted ? undefined : openedAt + WEBKIT_MS;
}
