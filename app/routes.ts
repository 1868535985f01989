import {
  index,
  layout,
  route,
  type RouteConfig,
} from "@remix-run/route-config";

/** Every page here is in `app/pages.ts` too. */
const publicPages = [
  layout("routes/public/layout.tsx", [
    index("routes/public/home.tsx"),
    route("qr", "routes/public/qr.tsx"),
    route("share-your-rock", "routes/public/share-your-rock.tsx"),
    route("photos", "routes/public/photos.tsx"),
    route("photos/:paKey/print", "routes/public/album-print.tsx"),
    route("track-the-rocks", "routes/public/track-the-rocks.tsx"),
    route("all-rocks", "routes/public/all-rocks.tsx"),
    route("map", "routes/public/map.tsx"),
    route("rocks/:rockNumber", "routes/public/rock.tsx"),
    route("rocks/:rockNumber/print", "routes/public/rock-print.tsx"),
    route("sudc", "routes/public/sudc.tsx"),
    route("finds/:uuid", "routes/public/finder-page.tsx"),
    route("follow", "routes/public/follow.tsx"),
    route("privacy", "routes/public/privacy.tsx"),
    // The admin's without a session, in the frame that everybody sees.
    route("login", "routes/admin/login.tsx"),
    route("review", "routes/admin/review-by-key.tsx"),
    route("*", "routes/public/not-found.tsx"),
  ]),
];

const adminPages = [
  route("setup", "routes/admin/set-up.tsx"),
  route("logout", "routes/admin/logout.ts"),
  route("admin", "routes/admin/layout.tsx", [
    index("routes/admin/dashboard.tsx"),
    route("review", "routes/admin/review.tsx"),
    route("jobs", "routes/admin/jobs.tsx"),
    route("users", "routes/admin/users.tsx"),
    route("rocks", "routes/admin/rocks.tsx"),
    route("albums", "routes/admin/albums.tsx"),
    route("journey", "routes/admin/journey.tsx"),
    route("site", "routes/admin/site.tsx"),
    route("settings", "routes/admin/settings.tsx"),
    route("trash", "routes/admin/trash.tsx"),
    route("backups", "routes/admin/backups.tsx"),
    route("security", "routes/admin/security.tsx"),
  ]),
];

const api = [
  // The calls of `app/api`.
  route("api/*", "routes/api/call.ts"),
  route("healthz", "routes/api/call.ts", { id: "healthz" }),
  route("metrics", "routes/api/metrics.ts"),
  route("refused/:reason", "routes/api/refused.ts"),
];

/** Files, and addresses that are written like one. */
const media = [
  route("feed.xml", "routes/media/feed.ts"),
  route("rocks/:rockNumber/feed.xml", "routes/media/rock-feed.ts"),
  route("media/*", "routes/media/media.ts"),
  route("share/rocks/:file", "routes/media/share-picture.ts"),
  route("screen", "routes/media/screen.ts"),
  route("logo.webp", "routes/media/logo.ts"),
  route("robots.txt", "routes/site/robots.ts"),
  route("sitemap.xml", "routes/site/sitemap.ts"),
  route("sitemap/:part", "routes/site/sitemap.ts", { id: "sitemap-part" }),
  route("texts/:language/:page", "routes/site/texts.ts"),
  route("manifest.webmanifest", "routes/site/manifest.ts"),
];

export default [
  ...publicPages,
  ...adminPages,
  ...api,
  ...media,
] satisfies RouteConfig;
