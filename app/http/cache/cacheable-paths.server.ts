import { PAGES } from "#app/pages.ts";
import { remember } from "#core/remember.server.ts";
import type { DataGroup } from "#domain/site/public-data.server.ts";

interface CacheablePath {
  /** As in `app/routes.ts`: `:name` matches one part of the path. */
  path: string;
  reads: DataGroup[];
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

/** The preload asks for them, and the site, which is another bundle, adds its calls. */
const known = remember(
  "cacheable paths",
  () => new Map<string, [RegExp, CacheablePath]>(),
);

export function addCacheable(paths: CacheablePath[]) {
  for (const one of paths) known.set(one.path, [toRegExp(one.path), one]);
}
addCacheable(CACHEABLE);

const findCacheable = (path: string) =>
  [...known.values()].find(([matcher]) => matcher.test(path))?.[1];

/** Whether every visitor gets the same response. By then, an admin's cookie that opens no session has been taken off. */
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

/** Undefined if the response to a GET of it must not be cached. Drops parameters that the path does not read. */
export function readCacheable(
  address: string,
  languageOf: () => string,
): Cacheable | undefined {
  const [given = "", ...search] = address.split("?");
  const isData = given.endsWith(".data");
  const path = isData
    ? given.replace(/(^\/_root)?\.data$/, "") || "/"
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

function keepRoutesOfPage({ route }: CacheablePath, names: string) {
  const named = names.split(",");
  return ["root", "routes/public/layout", route!]
    .filter((id) => named.includes(id))
    .join(",");
}
