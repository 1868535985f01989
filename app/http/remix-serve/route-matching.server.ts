import { createRequire } from "node:module";
import path from "node:path";

/** Parts of a route that are read here. */
export interface Route {
  id?: string;
  /** As in `app/routes.ts`. */
  path?: string;
  children?: Route[];
}

interface StaticHandler {
  query: (request: Request, options?: object) => Promise<unknown>;
  queryRoute: (request: Request, options?: object) => Promise<unknown>;
}

export interface Router {
  matchRoutes: (
    routes: Route[],
    location: string | { pathname?: string },
    basename?: string,
  ) => unknown;
  createStaticHandler: (routes: Route[], options?: object) => StaticHandler;
}

/**
 * Shows Remix only the routes that can match a path. For each request, it compiles the patterns of all routes it is
 * shown up to three times, which takes a sixth of a page's CPU time, and a quarter of a call's. It must run before
 * remix-serve is loaded. tests/api/http/remix-serve.test.ts fails if a new version no longer works this way.
 */
export function narrowRouteMatching() {
  const router = remixRouter();
  Object.assign(router, narrow({ ...router }));
}

/** The module that Remix matches with. */
export const remixRouter = () =>
  createRequire(
    path.resolve("node_modules/@remix-run/server-runtime/dist/index.js"),
  )("@remix-run/router") as Router;

/** The same two functions, with the same results. */
export function narrow({ matchRoutes, createStaticHandler }: Router): Router {
  return {
    matchRoutes: (routes, location, basename) => {
      const pathname =
        typeof location === "string"
          ? location.replace(/[?#].*$/s, "")
          : (location.pathname ?? "/");
      return matchRoutes(routesFor(routes, pathname), location, basename);
    },
    createStaticHandler: (routes, options) => {
      const handlers = new Map<string, StaticHandler>();
      /** One handler for all paths that the same routes can match. */
      const handlerFor = ({ url }: Request) => {
        const few = routesFor(routes, new URL(url).pathname);
        const key = idsOf(few).join();
        const handler = handlers.get(key) ?? createStaticHandler(few, options);
        handlers.set(key, handler);
        return handler;
      };
      return {
        ...createStaticHandler(routes, options),
        query: (request, how) => handlerFor(request).query(request, how),
        queryRoute: (request, how) =>
          handlerFor(request).queryRoute(request, how),
      };
    },
  };
}

/** Leaves out the routes with a fixed part that the path does not have. The others keep their order. */
export function routesFor(routes: Route[], pathname: string): Route[] {
  const parts = pathname.split("/").slice(1).map(readPart);
  const keep = (some: Route[], depth: number): Route[] =>
    some.flatMap((route) => {
      const own = patternOf(route.path ?? "");
      if (own.some((part, at) => part !== ANY && part !== parts[depth + at]))
        return [];
      return route.children
        ? { ...route, children: keep(route.children, depth + own.length) }
        : route;
    });
  return keep(routes, 0);
}

const idsOf = (routes: Route[]): (string | undefined)[] =>
  routes.flatMap(({ id, children = [] }) => [id, ...idsOf(children)]);

/** A part of a pattern that more than one text matches. */
const ANY = Symbol("any");
type Pattern = (string | typeof ANY)[];
const patterns = new Map<string, Pattern>();

function patternOf(text: string): Pattern {
  const known = patterns.get(text);
  if (known) return known;
  const pattern = text
    .split("/")
    .filter((part) => part !== "")
    .map((part) => (/[:*]/.test(part) ? ANY : part.toLowerCase()));
  patterns.set(text, pattern);
  return pattern;
}

/** As Remix reads a part of a path, which it compares with small and capital letters alike. */
function readPart(part: string) {
  try {
    return decodeURIComponent(part).toLowerCase();
  } catch {
    return part.toLowerCase();
  }
}
