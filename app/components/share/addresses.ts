/** Opens the upload form at once. Without JavaScript it leads to the plain form on the same page. */
export const UPLOAD_FORM = "/share-your-rock#upload";

/** Takes a find. */
export const UPLOAD_ADDRESS = "/api/upload-rock";
