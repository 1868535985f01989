import { SHARE_PAGE } from "./share-addresses.ts";

/** Makes the form open without a signal after the first visit. Browsers have no service worker on plain HTTP. */
export function keepFormAtHand() {
  navigator.serviceWorker
    ?.register("/sw.js", { scope: SHARE_PAGE })
    .catch(() => {});
}

/** Caches the form again in the language that the visitor reads now. */
export async function keepFormIn(language: string) {
  const registration =
    await navigator.serviceWorker?.getRegistration(SHARE_PAGE);
  registration?.active?.postMessage({ language });
}
