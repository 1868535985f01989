/** The page of the form, and of this device's finds. */
export const SHARE_PAGE = "/share-your-rock";

export const UPLOAD_ADDRESS = "/api/upload-rock";

/** The heading of the list of finds on that page. */
export const YOUR_FINDS = "your-finds";

/** Makes the form open without a signal. Browsers have no service worker on plain HTTP. */
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
