/** Fetches a page's main picture before the scripts. React 18 knows the attribute only in this spelling. */
export const FETCH_FIRST = { fetchpriority: "high" };
