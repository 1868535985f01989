import type { DataGroup } from "#domain/site/public-data.server.ts";

export interface Page {
  /** `:name` matches one part of the path. */
  path: string;
  /** In the admin's menu and titles. Public pages are named in every language: see `nav.tsx`. */
  label?: string;
  /** The file of its route, below `app/routes/` and without `.tsx`. */
  file: string;
  /** The menu that links to it, in the order of this list. */
  nav?: "public" | "admin";
  footer?: boolean;
  kept?: boolean;
  /** Whether search engines may list it. Otherwise robots.txt disallows it. */
  sitemap?: boolean;
  /** Set if every visitor gets the same page: the public data that it shows, and the query parameters that it reads. */
  cache?: { reads: DataGroup[]; query?: string[] };
}

const page = (
  name: string,
  more: Omit<Page, "path" | "file"> = {},
  path = `/${name}`,
): Page => ({ path, file: `public/${name}`, ...more });

const admin = (label: string, name: string, path = `/admin/${name}`): Page => ({
  path,
  label,
  file: `admin/${name}`,
  nav: "admin",
});

/** 'On this day' shows a find, with its rock's stone, or a photo. */
const ON_HOME: DataGroup[] = ["finds", "rocks", "albums", "today"];
const IN_MENU = { nav: "public", sitemap: true } as const;

export const PAGES: readonly Page[] = [
  page("home", { ...IN_MENU, kept: true, cache: { reads: ON_HOME } }, "/"),
  // The home page, with the rock's greeting.
  page("qr", { cache: { reads: ON_HOME, query: ["r"] } }),
  page("share-your-rock", IN_MENU),
  page("photos", {
    ...IN_MENU,
    kept: true,
    cache: { reads: ["albums"], query: ["album", "photo"] },
  }),
  page(
    "album-print",
    { cache: { reads: ["albums"], query: ["volume"] } },
    "/photos/:paKey/print",
  ),
  page("track-the-rocks", {
    ...IN_MENU,
    cache: { reads: ["finds", "rocks"], query: ["before"] },
  }),
  page("all-rocks", {
    kept: true,
    sitemap: true,
    cache: { reads: ["rocks"], query: ["after"] },
  }),
  page("map", {
    ...IN_MENU,
    kept: true,
    cache: { reads: ["finds", "rocks"], query: ["rock", "list"] },
  }),
  page(
    "rock",
    {
      sitemap: true,
      cache: { reads: ["finds", "rocks"], query: ["from", "find"] },
    },
    "/rocks/:rockNumber",
  ),
  page(
    "rock-print",
    { cache: { reads: ["finds", "rocks"], query: ["volume", "find"] } },
    "/rocks/:rockNumber/print",
  ),
  page("sudc", { ...IN_MENU, kept: true, cache: { reads: [] } }),
  page("finder-page", {}, "/finds/:uuid"),
  page("follow"),
  page("privacy", { footer: true, sitemap: true, cache: { reads: [] } }),
  { path: "/login", file: "admin/login" },
  { path: "/review", file: "admin/review-by-key" },
  { path: "/setup", file: "admin/set-up" },
  admin("Dashboard", "dashboard", "/admin"),
  { path: "/admin/review", label: "Waiting finds", file: "admin/review" },
  admin("Jobs", "jobs"),
  admin("Users", "users"),
  admin("Rocks", "rocks"),
  admin("Albums", "albums"),
  admin("Journey", "journey"),
  admin("Site", "site"),
  admin("Settings", "settings"),
  admin("Trash", "trash"),
  admin("Backups", "backups"),
  admin("Security", "security"),
];

/** Whether a page's path has no parameter, and so is an address. */
export const isAddress = ({ path }: Page) => !path.includes(":");

export const isAdminPath = (path: string) => /^\/admin(\/|$)/.test(path);

/** Whether an address belongs to those who run the site. These pages are in English. */
export const isAdminSide = (path: string) =>
  isAdminPath(path) || /^\/(login|review|setup)\/?$/.test(path);

const matchers = PAGES.map(({ path, file }) => ({
  file,
  matcher: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`, "i"),
}));

export const fileOfPage = (pathname: string) =>
  matchers.find(({ matcher }) => matcher.test(pathname))?.file ??
  "public/not-found";

const firstPart = (path: string) => `/${path.split("/")[1] ?? ""}`;

const COUNTED = new Set(
  PAGES.filter(({ path }) => !isAdminSide(path)).map(({ path }) =>
    firstPart(path),
  ),
);

/** The page that a visit is counted for. Only the first part is kept because the rest may name a find. */
export function countedPage(address: string): string {
  if (!URL.canParse(address, "http://site")) return "other";
  const page = firstPart(new URL(address, "http://site").pathname);
  return COUNTED.has(page) ? page : "other";
}
