import type { DataGroup } from "#domain/site/public-data.server.ts";

/** A path whose answer is the same for every visitor. */
interface CacheablePath {
  path: RegExp;
  /** The public data that the answer is made of. */
  reads: DataGroup[];
  /** The query parameters that the answer depends on, and which values of them are cached. */
  query?: Record<string, RegExp>;
  /** Remix's id of a page's route. */
  route?: string;
}

const NUMBER = /^(0|[1-9]\d{0,6})$/;
const KEY = /^[1-9]\d{0,14}$/;
const LIMIT = /^([1-9]\d?|100)$/;
const CURSOR = /^[\w-]{1,200}$/;

/** Every page shows the site's names and logo, which are texts. */
const page = (
  path: RegExp,
  name: string,
  reads: DataGroup[] = [],
  query?: CacheablePath["query"],
): CacheablePath => ({
  path,
  reads: ["texts", ...reads],
  query,
  route: `routes/public/${name}`,
});

const PATHS: CacheablePath[] = [
  page(/^\/$/, "home"),
  page(/^\/qr$/, "qr", [], { r: NUMBER }),
  page(/^\/photos$/, "photos", ["albums"], { album: KEY, photo: KEY }),
  page(/^\/track-the-rocks$/, "track-the-rocks", ["finds", "rocks"], {
    before: CURSOR,
  }),
  page(/^\/all-rocks$/, "all-rocks", ["rocks"], { after: NUMBER }),
  page(/^\/map$/, "map", ["finds", "rocks"], { rock: NUMBER }),
  page(/^\/rocks\/(0|[1-9]\d{0,5})$/, "rock", ["finds", "rocks"], {
    from: NUMBER,
  }),
  page(/^\/sudc$/, "sudc"),
  page(/^\/privacy$/, "privacy"),
  { path: /^\/feed\.xml$/, reads: ["finds", "texts"] },
  {
    path: /^\/sitemap(\/[1-9]\d{0,3})?\.xml$/,
    reads: ["albums", "finds"],
  },
  {
    path: /^\/api\/rock-posts$/,
    reads: ["finds", "rocks"],
    query: { limit: LIMIT, before: CURSOR },
  },
  {
    path: /^\/api\/rock-posts\/locations\/(all|packed)$/,
    reads: ["finds", "rocks"],
  },
  { path: /^\/api\/rock-posts\/totals$/, reads: ["finds", "rocks"] },
  { path: /^\/api\/rock-posts\/allrocks$/, reads: ["rocks"] },
  {
    path: /^\/api\/rock-posts\/(0|[1-9]\d{0,5})$/,
    reads: ["finds", "rocks"],
  },
  { path: /^\/api\/rock-posts\/(0|[1-9]\d{0,5})\/route$/, reads: ["finds"] },
  {
    path: /^\/api\/rock-posts\/(0|[1-9]\d{0,5})\/summary$/,
    reads: ["finds", "rocks"],
  },
  { path: /^\/api\/albums(\/[1-9]\d{0,14}\/photos)?$/, reads: ["albums"] },
];

const findPath = (path: string) =>
  PATHS.find((cacheable) => cacheable.path.test(path));

/** Whether everyone gets the same answer here. Never so for a browser that carries an admin's session. */
export const isCacheable = (path: string, cookie: string | null = "") =>
  !isAdmins(cookie) && findPath(path) !== undefined;

const isAdmins = (cookie: string | null) =>
  cookie !== null && /(^|;\s*)(__Host-)?admin=/.test(cookie);

export interface Cacheable {
  /** Path and query without what the answer doesn't depend on: the same for all who get the same. */
  address: string;
  reads: DataGroup[];
}

/**
 * What to answer a GET of this address from; undefined if its answer is not to be cached. A parameter that
 * the path doesn't read is left out, and so is each repetition. A value in another form than the site's own
 * links have is left to the route, which may refuse it.
 */
export function readCacheable(
  address: string,
  cookie?: string,
): Cacheable | undefined {
  if (isAdmins(cookie ?? null)) return undefined;
  const [given = "", search = ""] = address.split("?", 2);
  const isData = given.endsWith(".data");
  const path = isData ? pageOf(given) : given.replace(/^(\/api\/.*)\/$/, "$1");
  const cacheable = findPath(path);
  if (!cacheable || (isData && !cacheable.route)) return undefined;

  const query = new URLSearchParams();
  const sent = new URLSearchParams(search);
  for (const [name, form] of Object.entries(cacheable.query ?? {})) {
    const value = sent.get(name);
    if (value === null) continue;
    if (!form.test(value)) return undefined;
    query.set(name, value);
  }
  const routes = isData ? sent.get("_routes") : null;
  if (routes !== null) query.set("_routes", routesOf(cacheable, routes));

  const more = query.size > 0 ? `?${query.toString()}` : "";
  return {
    address: (isData ? given : path) + more,
    reads: cacheable.reads,
  };
}

/** The page whose data alone are asked for. */
const pageOf = (path: string) =>
  path === "/_root.data" ? "/" : path.slice(0, -".data".length);

/** Of the routes that the browser names, those that make up the page, in the order in which they lie. */
function routesOf({ route }: CacheablePath, names: string) {
  const named = names.split(",");
  return ["root", "routes/public/layout", route!]
    .filter((id) => named.includes(id))
    .join(",");
}
