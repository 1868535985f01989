/** The page of the form, and of this device's finds. */
export const SHARE_PAGE = "/share-your-rock";

export const UPLOAD_ADDRESS = "/api/upload-rock";

/** The heading of the list of finds on that page. */
export const YOUR_FINDS = "your-finds";

/** What a page tells the service worker of itself when it opens. */
export interface OpenedPage {
  language: string;
  pathname: string;
}

/**
 * Makes the page that is open, and what it leads to, open without a signal too, in the language that the visitor reads
 * now. Browsers have no service worker on plain HTTP.
 */
export async function keepAtHand(page: OpenedPage) {
  const { serviceWorker } = navigator;
  // Earlier builds had a worker for the form alone.
  const earlier = await serviceWorker?.getRegistration(SHARE_PAGE);
  if (earlier?.scope.endsWith(SHARE_PAGE)) await earlier.unregister();
  await serviceWorker?.register("/sw.js");
  (await serviceWorker?.ready)?.active?.postMessage(page);
}

/** Without a connection a link loads its page as a whole, because that is what is kept, and not its data and code. */
export const isLoadedAsDocument = (clicked: Element) => {
  const link = clicked.closest("a");
  return (
    !navigator.onLine &&
    Boolean(navigator.serviceWorker?.controller) &&
    link?.origin === location.origin &&
    link.pathname !== location.pathname
  );
};
