/** Before the scripts: for the pictures that a page is seen by. React 18 knows the attribute in this spelling only. */
export const FETCH_FIRST = { fetchpriority: "high" };
