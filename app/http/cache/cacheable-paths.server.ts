import { PAGES } from "#app/pages.ts";
import { remember } from "#core/remember.server.ts";
import type { DataGroup } from "#domain/site/public-data.server.ts";

/** A path whose response is the same for every visitor. */
interface CacheablePath {
  /** As in `app/routes.ts`: `:name` matches one part of the path. */
  path: string;
  /** The public data that the response is made of. */
  reads: DataGroup[];
  /** The parameters that it depends on. */
  query?: string[];
  /** Remix's id of a page's route. */
  route?: string;
  isWritten?: boolean;
}

/** A value that may be cached. The route handles others, and may refuse them. */
const VALUE = /^[\w-]{0,200}$/;

const CACHEABLE: CacheablePath[] = [
  ...PAGES.flatMap(({ path, file, cache }): CacheablePath[] =>
    // Every page shows the site's names and logo, which are texts.
    cache
      ? [
          {
            ...cache,
            path,
            reads: ["texts", ...cache.reads],
            route: `routes/${file}`,
            isWritten: true,
          },
        ]
      : [],
  ),
  { path: "/feed.xml", reads: ["finds", "texts"], isWritten: true },
  {
    path: "/rocks/:rockNumber/feed.xml",
    reads: ["finds", "rocks", "texts"],
    isWritten: true,
  },
  { path: "/sitemap.xml", reads: ["albums", "finds"] },
  { path: "/sitemap/:part", reads: ["albums", "finds"] },
];

/** A part with a name begins with a digit, so that no other address matches. */
const toRegExp = (path: string) =>
  new RegExp(`^${path.replaceAll(".", "\\.").replace(/:\w+/g, "\\d[\\w.]*")}$`);

interface Matcher extends CacheablePath {
  matcher: RegExp;
}

/** By path. The preload asks for them, and the site, which is another bundle, adds its calls. */
const matchers = remember("cacheable paths", () => new Map<string, Matcher>());

export function addCacheable(paths: CacheablePath[]) {
  for (const cacheable of paths)
    matchers.set(cacheable.path, {
      ...cacheable,
      matcher: toRegExp(cacheable.path),
    });
}
addCacheable(CACHEABLE);

const findCacheable = (path: string) =>
  [...matchers.values()].find(({ matcher }) => matcher.test(path));

/**
 * Whether every visitor gets the same response. Never true for a browser with an admin's session: by then, a cookie
 * that opens none has been taken off.
 */
export const isCacheable = (path: string, cookie: string | null = "") =>
  !hasAdminCookie(cookie) && findCacheable(path) !== undefined;

/** Whether there is a cookie with the name of an admin's. Anyone can make one up. */
export const hasAdminCookie = (cookie: string | null) =>
  cookie !== null && /(^|;\s*)(__Host-)?admin=/.test(cookie);

export interface Cacheable {
  /** Path and query without what the response does not depend on. Equal for equal responses. */
  address: string;
  reads: DataGroup[];
  isWritten?: boolean;
}

/**
 * Says under which address the response to a GET is cached, or undefined if it must not be cached. Drops
 * parameters that the path does not read, and repeated ones. A value in an unexpected form is left to the
 * route.
 * @param languageOf the language of the visitor
 */
export function readCacheable(
  address: string,
  languageOf: () => string,
): Cacheable | undefined {
  const [given = "", ...search] = address.split("?");
  const isData = given.endsWith(".data");
  const path = isData
    ? pathOfPage(given)
    : given.replace(/^(\/api\/.*)\/$/, "$1");
  const cacheable = findCacheable(path);
  if (!cacheable || (isData && !cacheable.route)) return undefined;

  const query = new URLSearchParams();
  const sent = new URLSearchParams(search.join("?"));
  for (const name of cacheable.query ?? []) {
    const value = sent.get(name);
    if (value === null) continue;
    if (!VALUE.test(value)) return undefined;
    query.set(name, value);
  }
  const routes = isData ? sent.get("_routes") : null;
  if (routes !== null)
    query.set("_routes", keepRoutesOfPage(cacheable, routes));

  if (cacheable.isWritten) query.set("lang", languageOf());
  const more = query.size > 0 ? `?${query.toString()}` : "";
  return {
    address: (isData ? given : path) + more,
    reads: cacheable.reads,
    isWritten: cacheable.isWritten,
  };
}

const pathOfPage = (path: string) =>
  path === "/_root.data" ? "/" : path.slice(0, -".data".length);

function keepRoutesOfPage({ route }: CacheablePath, names: string) {
  const named = names.split(",");
  return ["root", "routes/public/layout", route!]
    .filter((id) => named.includes(id))
    .join(",");
}
