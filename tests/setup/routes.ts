import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Route } from "#app/http/remix-serve/route-matching.server.ts";
import { isAddress, isAdminPath, PAGES } from "#app/pages.ts";

export const publicPages = PAGES.filter(({ path }) => !isAdminPath(path));
/** The addresses of public pages that exist whatever is in the database. */
export const publicAddresses = publicPages
  .filter(isAddress)
  .map(({ path }) => path);

interface BuiltRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
}

/** The built site's route table. */
async function readTable(): Promise<Record<string, BuiltRoute>> {
  const folder = "build/client/assets";
  const texts = await Promise.all(
    (await readdir(folder))
      .filter((name) => name.startsWith("manifest-"))
      .map((name) => readFile(path.join(folder, name), "utf8")),
  );
  const text = texts.find((one) => one.startsWith("window.__remixManifest"))!;
  const { routes } = JSON.parse(
    text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1),
  ) as { routes: Record<string, BuiltRoute> };
  return routes;
}

/** The same as a tree, as Remix matches with it. */
export async function readRoutes(): Promise<Route[]> {
  const routes = Object.values(await readTable());
  const below = (parent?: string): Route[] =>
    routes
      .filter(({ parentId }) => parentId === parent)
      .map(({ parentId: _parentId, ...route }) => {
        const children = below(route.id);
        return children.length > 0 ? { ...route, children } : route;
      });
  return below();
}

/** Every address in the built site's route table and of every declared call, with the ids of the routes whose data it loads. */
export async function readAddresses(): Promise<
  { address: string; ids: string[] }[]
> {
  const routes = await readTable();
  const lineOf = (route: BuiltRoute): BuiltRoute[] => [
    ...(route.parentId ? lineOf(routes[route.parentId]!) : []),
    route,
  ];
  const declared = [...(await readDeclared())]
    .filter((address) => address.startsWith("/api/"))
    .map((address) => ({ address, ids: ["routes/api/call"] }));
  const routed = Object.values(routes)
    .filter((route) => route.path !== undefined || route.index)
    .map((route) => {
      const line = lineOf(route);
      const parts = line.flatMap((part) => part.path || []);
      // The root's data are the same on every page.
      const ids = line.map(({ id }) => id).filter((id) => id !== "root");
      return { address: `/${parts.join("/")}`, ids };
    });
  return [...routed, ...declared];
}

/** The paths of all calls, read from the code, because the benchmark doesn't build it. */
async function readDeclared() {
  const folder = "app/api";
  const texts = await Promise.all(
    (await readdir(folder)).map((name) =>
      readFile(path.join(folder, name), "utf8"),
    ),
  );
  return new Set(
    texts
      .flatMap((text) => [...text.matchAll(/\bcall\(\s*"[A-Z]+ ([^"]+)"/g)])
      .map(([, address]) => address!),
  );
}
