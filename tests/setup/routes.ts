import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { isAddress, isAdminPath, PAGES } from "#app/pages.ts";

export const publicPages = PAGES.filter(({ path }) => !isAdminPath(path));
/** The addresses of public pages that exist whatever is in the database. */
export const publicAddresses = publicPages
  .filter(isAddress)
  .map(({ path }) => path);

interface Built {
  module: string;
  imports?: string[];
}

interface BuiltRoute extends Built {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
}

/** What the build says of its routes and of the files that a browser loads for them. */
async function readManifest() {
  const folder = "build/client/assets";
  const texts = await Promise.all(
    (await readdir(folder))
      .filter((name) => name.startsWith("manifest-"))
      .map((name) => readFile(path.join(folder, name), "utf8")),
  );
  const text = texts.find((one) => one.startsWith("window.__remixManifest"))!;
  return JSON.parse(
    text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1),
  ) as { entry: Built; routes: Record<string, BuiltRoute> };
}

/** A page's route with those around it, from the outermost. */
const lineOf = (
  route: BuiltRoute,
  routes: Record<string, BuiltRoute>,
): BuiltRoute[] => [
  ...(route.parentId ? lineOf(routes[route.parentId]!, routes) : []),
  route,
];

/** The scripts that the first load of a page takes. @param file as `app/pages.ts` names it */
export async function listFirstScripts(file: string) {
  const { entry, routes } = await readManifest();
  const page = routes[`routes/${file}`]!;
  const parts = [entry, ...lineOf(page, routes)];
  return new Set(
    parts.flatMap(({ module, imports = [] }) => [module, ...imports]),
  );
}

/** Every address in the built site's route table and of every declared call, with the ids of the routes whose data it loads. */
export async function readAddresses() {
  const { routes } = await readManifest();
  const routed = Object.values(routes)
    .filter((route) => route.path !== undefined || route.index)
    .map((route) => {
      const line = lineOf(route, routes);
      const parts = line.flatMap((part) => part.path || []);
      // The root's data are the same on every page.
      const ids = line.map(({ id }) => id).filter((id) => id !== "root");
      return { address: `/${parts.join("/")}`, ids };
    });
  const declared = (await listDeclared())
    .filter((address) => address.startsWith("/api/"))
    .map((address) => ({ address, ids: ["routes/api/call"] }));
  return [...routed, ...declared];
}

/** The paths of all calls, read from the code, because to load it takes seconds. */
async function listDeclared() {
  const folder = "app/api";
  const texts = await Promise.all(
    (await readdir(folder)).map((name) =>
      readFile(path.join(folder, name), "utf8"),
    ),
  );
  const declared = texts
    .join("\n")
    .matchAll(
      /\.\.\.\w+\(\s*"[A-Z]+ ([^"]+)"|\btusCalls\(\s*\w+,\s*"([^"]+)"/g,
    );
  return [
    ...new Set(
      [...declared].flatMap(([, path, uploads]) =>
        path ? [path] : [uploads!, `${uploads}/:id`],
      ),
    ),
  ];
}
