import type { DataGroup } from "#domain/site/public-data.server.ts";

export interface Page {
  /** `:name` matches one part of the path. */
  path: string;
  label: string;
  /** The file of its route, below `app/routes/` and without `.tsx`. */
  file: string;
  /** The menu that links to it, in the order of this list. */
  nav?: "public" | "admin";
  footer?: boolean;
  /** Whether a keepsake's menu links to it. */
  kept?: boolean;
  /** Whether search engines may list it. Otherwise robots.txt disallows it. */
  sitemap?: boolean;
  /**
   * Set if every visitor gets the same page: the public data it shows beside the site's texts, and the
   * query parameters it reads.
   */
  cache?: { reads: DataGroup[]; query?: string[] };
}

/** A page of the admin's menu. */
const admin = (label: string, name: string, path = `/admin/${name}`): Page => ({
  path,
  label,
  file: `admin/${name}`,
  nav: "admin",
});

/** Every page of the site. */
export const PAGES: readonly Page[] = [
  {
    path: "/",
    label: "Home",
    file: "public/home",
    nav: "public",
    kept: true,
    sitemap: true,
    // 'On this day' shows a find, with its rock's stone, or a photo.
    cache: { reads: ["finds", "rocks", "albums", "today"] },
  },
  {
    path: "/qr",
    label: "You found a rock",
    file: "public/qr",
    // The home page, with the rock's greeting.
    cache: {
      reads: ["finds", "rocks", "albums", "today"],
      query: ["r"],
    },
  },
  {
    path: "/share-your-rock",
    label: "Share Your Rock",
    file: "public/share-your-rock",
    nav: "public",
    sitemap: true,
  },
  {
    path: "/photos",
    label: "Photos",
    file: "public/photos",
    nav: "public",
    kept: true,
    sitemap: true,
    cache: { reads: ["albums"], query: ["album", "photo"] },
  },
  {
    path: "/photos/:paKey/print",
    label: "Album as a book",
    file: "public/album-print",
    cache: { reads: ["albums"], query: ["volume"] },
  },
  {
    path: "/track-the-rocks",
    label: "Track The Rocks",
    file: "public/track-the-rocks",
    nav: "public",
    sitemap: true,
    cache: { reads: ["finds", "rocks"], query: ["before"] },
  },
  {
    path: "/all-rocks",
    label: "All Rocks",
    file: "public/all-rocks",
    kept: true,
    sitemap: true,
    cache: { reads: ["rocks"], query: ["after"] },
  },
  {
    path: "/map",
    label: "Map",
    file: "public/map",
    nav: "public",
    kept: true,
    sitemap: true,
    cache: {
      reads: ["finds", "rocks"],
      query: ["rock", "list"],
    },
  },
  {
    path: "/rocks/:rockNumber",
    label: "Rock",
    file: "public/rock",
    sitemap: true,
    cache: { reads: ["finds", "rocks"], query: ["from"] },
  },
  {
    path: "/rocks/:rockNumber/print",
    label: "Rock as a book",
    file: "public/rock-print",
    cache: { reads: ["finds", "rocks"], query: ["volume"] },
  },
  {
    path: "/sudc",
    label: "SUDC",
    file: "public/sudc",
    nav: "public",
    kept: true,
    sitemap: true,
    cache: { reads: [] },
  },
  {
    path: "/finds/:uuid",
    label: "Your find",
    file: "public/finder-page",
  },
  { path: "/follow", label: "Follow a rock", file: "public/follow" },
  {
    path: "/privacy",
    label: "Privacy",
    file: "public/privacy",
    footer: true,
    sitemap: true,
    cache: { reads: [] },
  },
  { path: "/login", label: "Admin Login", file: "admin/login" },
  { path: "/review", label: "Waiting finds", file: "admin/review-by-key" },
  { path: "/setup", label: "Set up", file: "admin/set-up" },
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

/** Whether an address belongs to the admin's pages. */
export const isAdminPath = (path: string) => /^\/admin(\/|$)/.test(path);

/** Whether an address belongs to those who run the site. These pages are in English. */
export const isAdminSide = (path: string) =>
  isAdminPath(path) || /^\/(login|review|setup)\/?$/.test(path);

const matchers = PAGES.map(({ path, file }) => ({
  file,
  matcher: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`, "i"),
}));

/** The file of the route that shows an address. */
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
