/** The page of the form, and of this device's finds. */
export const SHARE_PAGE = "/share-your-rock";

/** Opens the upload form at once. Without JavaScript it leads to the plain form on the same page. */
export const UPLOAD_FORM = `${SHARE_PAGE}#upload`;

/** Takes a find. */
export const UPLOAD_ADDRESS = "/api/upload-rock";

/** The heading of the list of finds on that page. */
export const YOUR_FINDS = "your-finds";
