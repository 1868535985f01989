import {
  index,
  layout,
  prefix,
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
    route("track-the-rocks", "routes/public/track-the-rocks.tsx"),
    route("all-rocks", "routes/public/all-rocks.tsx"),
    route("map", "routes/public/map.tsx"),
    route("rocks/:rockNumber", "routes/public/rock.tsx"),
    route("sudc", "routes/public/sudc.tsx"),
    route("finds/:uuid", "routes/public/finder-page.tsx"),
    route("review", "routes/public/review.tsx"),
    route("privacy", "routes/public/privacy.tsx"),
    route("login", "routes/public/login.tsx"),
    route("*", "routes/public/not-found.tsx"),
  ]),
];

const adminPages = [
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
  ]),
];

const api = [
  ...prefix("api", [
    route("upload-rock", "routes/api/upload-rock.ts"),
    route("uploads", "routes/api/uploads.ts"),
    route("uploads/:id", "routes/api/upload.ts"),
    route("finds/states", "routes/api/find-states.ts"),
    route("finds/:uuid/:kind/:image", "routes/api/finder-image.ts"),
    route("rock-count", "routes/api/rock-count.ts"),
    route("ip", "routes/api/ip.ts"),
    route("openapi.json", "routes/api/openapi.ts"),
    route("rock-posts", "routes/api/rock-posts.ts"),
    route("rock-posts/locations/all", "routes/api/rock-post-locations.ts"),
    route(
      "rock-posts/locations/packed",
      "routes/api/rock-post-locations-packed.ts",
    ),
    route(
      "rock-posts/locations/places",
      "routes/api/rock-post-locations-places.ts",
    ),
    route("rock-posts/totals", "routes/api/rock-post-totals.ts"),
    route("rock-posts/allrocks", "routes/api/rock-post-allrocks.ts"),
    route("rock-posts/:rockNumber", "routes/api/rock-posts-of-rock.ts"),
    route("rock-posts/:rockNumber/route", "routes/api/rock-posts-route.ts"),
    route("rock-posts/:rockNumber/summary", "routes/api/rock-summary.ts"),
    route("places", "routes/api/places.ts"),
    route("albums", "routes/api/albums.ts"),
    route("albums/sync", "routes/api/albums-sync.ts"),
    route("albums/reorder", "routes/api/albums-reorder.ts"),
    route("albums/reorder-all", "routes/api/albums-reorder-all.ts"),
    route("albums/:paKey", "routes/api/album.ts"),
    route("albums/:paKey/show", "routes/api/album-show.ts"),
    route("albums/:paKey/photos", "routes/api/album-photos.ts"),
    route("albums/:paKey/photos/swap", "routes/api/album-photos-swap.ts"),
    route(
      "albums/:paKey/photos/reorder-all",
      "routes/api/album-photos-reorder-all.ts",
    ),
    route("albums/:albumName/init-folder", "routes/api/album-init-folder.ts"),
    route("albums/:albumName/upload-images", "routes/api/album-upload.ts"),
    route("albums/photos/:pKey", "routes/api/photo.ts"),
    route("albums/photos/:pKey/toggle-show", "routes/api/photo-show.ts"),
    route("rocks", "routes/api/rocks.ts"),
    route("rocks/:rcKey", "routes/api/rock.ts"),
    route("users", "routes/api/users.ts"),
    route("users/:raKey", "routes/api/user.ts"),
    route("export/:file", "routes/api/export.ts"),
    route("site-texts", "routes/api/site-texts.ts"),
    route("site-texts/preview", "routes/api/site-text-preview.ts"),
    route("site-pictures", "routes/api/site-pictures.ts"),
    route("site-pictures/:name", "routes/api/site-picture.ts"),
    route("journey-admin", "routes/api/journey-admin.ts"),
    route("journey-admin/:rpsKey", "routes/api/journey-post.ts"),
    route("journey-admin/:rpsKey/images", "routes/api/journey-post-images.ts"),
    route(
      "journey-admin/:rpsKey/toggle-show",
      "routes/api/journey-post-show.ts",
    ),
    route("journey-admin/images/:rpiKey", "routes/api/journey-image.ts"),
    route(
      "journey-admin/images/:rpiKey/toggle-show",
      "routes/api/journey-image-show.ts",
    ),
    route("review", "routes/api/review.ts"),
    route("review/:uuid", "routes/api/review-find.ts"),
    route("review/:uuid/images/:imageName", "routes/api/review-image.ts"),
    route("jobs", "routes/api/jobs.ts"),
    route("jobs/:jobId", "routes/api/job.ts"),
    route("jobs/:jobId/events", "routes/api/job-events.ts"),
    route("create-images", "routes/api/create-images.ts"),
    route("*", "routes/api/not-found.ts"),
  ]),
  route("healthz", "routes/api/health.ts"),
  route("metrics", "routes/api/metrics.ts"),
  route("refused/:reason", "routes/api/refused.ts"),
];

/** Files, and what is written like one. */
const media = [
  route("feed.xml", "routes/media/feed.ts"),
  route("media/*", "routes/media/media.ts"),
  route("share/rocks/:file", "routes/media/share-picture.ts"),
  route("logo.webp", "routes/media/logo.ts"),
  route("robots.txt", "routes/site/robots.ts"),
  route("sitemap.xml", "routes/site/sitemap.ts"),
  route("sitemap/:part", "routes/site/sitemap.ts", { id: "sitemap-part" }),
  route("manifest.webmanifest", "routes/site/manifest.ts"),
];

export default [
  ...publicPages,
  ...adminPages,
  ...api,
  ...media,
] satisfies RouteConfig;
