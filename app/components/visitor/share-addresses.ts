/** The page of the form, and of this device's finds. */
export const SHARE_PAGE = "/share-your-rock";

export const UPLOAD_ADDRESS = "/api/upload-rock";

/** The heading of the list of finds on that page. */
export const YOUR_FINDS = "your-finds";
