/** The heading of the list of finds on /share-your-rock. */
export const YOUR_FINDS = "your-finds";
