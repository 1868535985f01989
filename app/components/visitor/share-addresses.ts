/** The page of the form, and of this device's finds. */
export const SHARE_PAGE = "/share-your-rock";

/** Opens the upload form at once. Without JavaScript it leads to the plain form on the same page. */
export const UPLOAD_FORM = `${SHARE_PAGE}#upload`;

interface ScannedRock {
  rock: { rock_number: number };
  isKept: boolean;
}

/** The page of the form, with the number of a scanned rock if the browser doesn't remember it. */
export const shareAddress = (scan: ScannedRock | undefined) =>
  scan && !scan.isKept
    ? `${SHARE_PAGE}?r=${scan.rock.rock_number}`
    : SHARE_PAGE;

/** The same, and opens the form. */
export const formAddress = (scan: ScannedRock) =>
  `${shareAddress(scan)}#upload`;

/** Takes a find. */
export const UPLOAD_ADDRESS = "/api/upload-rock";

/** The heading of the list of finds on that page. */
export const YOUR_FINDS = "your-finds";
