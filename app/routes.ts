import {
  index,
  layout,
  route,
  type RouteConfig,
} from "@remix-run/route-config";
import { isAdminPath, PAGES, type Page } from "./pages.ts";

const toRoute = ({ path, file }: Page) => {
  const module = `routes/${file}.tsx`;
  return path === "/" ? index(module) : route(path.slice(1), module);
};

const isAdmin = ({ path }: Page) => isAdminPath(path);
/** It has a frame of its own. */
const isSetUp = ({ path }: Page) => path === "/setup";

const pages = [
  layout("routes/public/layout.tsx", [
    ...PAGES.filter((page) => !isAdmin(page) && !isSetUp(page)).map(toRoute),
    route("*", "routes/public/not-found.tsx"),
  ]),
  ...PAGES.filter(isSetUp).map(toRoute),
  layout("routes/admin/layout.tsx", PAGES.filter(isAdmin).map(toRoute)),
  route("logout", "routes/admin/logout.ts"),
];

const api = [
  route("api/*", "routes/api/call.ts"),
  route("healthz", "routes/api/call.ts", { id: "healthz" }),
  route("metrics", "routes/api/metrics.ts"),
  route("refused/:reason", "routes/api/refused.ts"),
];

/** Files, and addresses that are written like one. */
const media = [
  route("feed.xml", "routes/media/feed.ts"),
  route("rocks/:rockNumber/feed.xml", "routes/media/feed.ts", {
    id: "rock-feed",
  }),
  route("media/*", "routes/media/media.ts"),
  route("share/rocks/:file", "routes/media/share-picture.ts"),
  route("screen", "routes/media/screen.ts"),
  route("logo.webp", "routes/media/logo.ts"),
  route("robots.txt", "routes/site/robots.ts"),
  route("sitemap.xml", "routes/site/sitemap.ts"),
  route("sitemap/:part", "routes/site/sitemap.ts", { id: "sitemap-part" }),
  route("offline", "routes/site/offline.ts"),
  route("texts/:language/:page", "routes/site/texts.ts"),
  route("manifest.webmanifest", "routes/site/manifest.ts"),
];

export default [...pages, ...api, ...media] satisfies RouteConfig;
