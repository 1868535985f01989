import {
  index,
  layout,
  prefix,
  route,
  type RouteConfig,
} from "@remix-run/route-config";

export default [
  layout("routes/public/layout.tsx", [
    index("routes/public/home.tsx"),
    route("qr", "routes/public/qr.tsx"),
    route("share-your-rock", "routes/public/share-your-rock.tsx"),
    route("photos", "routes/public/photos.tsx"),
    route("track-the-rocks", "routes/public/track-the-rocks.tsx"),
    route("all-rocks", "routes/public/all-rocks.tsx"),
    route("map", "routes/public/map.tsx"),
    route("sudc", "routes/public/sudc.tsx"),
    route("privacy", "routes/public/privacy.tsx"),
    route("login", "routes/public/login.tsx"),
    route("*", "routes/public/not-found.tsx"),
  ]),

  route("logout", "routes/admin/logout.ts"),
  route("admin", "routes/admin/layout.tsx", [
    index("routes/admin/dashboard.tsx"),
    route("jobs", "routes/admin/jobs.tsx"),
    route("journey", "routes/admin/journey.tsx"),
  ]),

  ...prefix("api", [
    route("upload-rock", "routes/api/upload-rock.ts"),
    route("ip", "routes/api/ip.ts"),
    route("openapi.json", "routes/api/openapi.ts"),
    route("rock-posts", "routes/api/rock-posts.ts"),
    route("rock-posts/locations/all", "routes/api/rock-post-locations.ts"),
    route("rock-posts/totals", "routes/api/rock-post-totals.ts"),
    route("rock-posts/allrocks", "routes/api/rock-post-allrocks.ts"),
    route("rock-posts/:rockNumber", "routes/api/rock-posts-of-rock.ts"),
    route("albums", "routes/api/albums.ts"),
    route("albums/sync", "routes/api/albums-sync.ts"),
    route("albums/:paKey/photos", "routes/api/album-photos.ts"),
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
    route("jobs", "routes/api/jobs.ts"),
    route("jobs/:jobId", "routes/api/job.ts"),
    route("jobs/:jobId/events", "routes/api/job-events.ts"),
    route("create-images", "routes/api/create-images.ts"),
    route("*", "routes/api/not-found.ts"),
  ]),

  route("media/*", "routes/media/media.ts"),
  route("logo.webp", "routes/media/logo.ts"),
  route("healthz", "routes/api/health.ts"),
  route("metrics", "routes/api/metrics.ts"),
  route("refused/:reason", "routes/api/refused.ts"),
] satisfies RouteConfig;
