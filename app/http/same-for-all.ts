/** Answers that depend on nothing but their address and the site's public data. */
const PAGES = [
  "/",
  "/qr",
  "/photos",
  "/track-the-rocks",
  "/all-rocks",
  "/map",
  "/sudc",
  "/privacy",
];
const OTHERS = [
  /^\/rocks\/\d+$/,
  /^\/(feed|sitemap(\/\d+)?)\.xml$/,
  /^\/api\/rock-posts(\/(locations\/(all|packed)|totals|allrocks|\d+(\/(route|summary))?))?$/,
  /^\/api\/albums(\/\d+\/photos)?$/,
];

const pages = new Set(PAGES);

/** Whether everyone gets the same answer: never so for whoever carries an admin's session. */
export function isSameForAll(address: string, cookie: string | null = "") {
  if (cookie && /(^|;\s*)(__Host-)?admin=/.test(cookie)) return false;
  const path = pageOf(address.split("?")[0]!);
  return pages.has(path) || OTHERS.some((other) => other.test(path));
}

/** A page's own address where its data alone are asked for. */
const pageOf = (path: string) =>
  path === "/_root.data" ? "/" : path.replace(/\.data$/, "");
