import { collectDefaultMetrics, Histogram } from "prom-client";
import { PAGES } from "#app/pages.ts";

/** Counts requests for /metrics. Only the preload loads this, so that each request counts once. */

collectDefaultMetrics();

const durations = new Histogram({
  name: "site_request_duration_seconds",
  help: "Time until an answer was out, by what was asked for; 499 where the client went away before",
  labelNames: ["area", "method", "status"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

const firstPart = (path: string) => /^\/([^/.]*)/.exec(path)?.[1] ?? "";

/** By the first part of the path. Everything else is a page. */
const AREAS = new Map([
  ["api", "api"],
  ["media", "media"],
  ["logo", "media"],
  ["assets", "asset"],
  ["healthz", "probe"],
  ["metrics", "probe"],
  ["login", "admin"],
  ["logout", "admin"],
  ...PAGES.filter(({ nav }) => nav === "admin").map(
    ({ path }) => [firstPart(path), "admin"] as const,
  ),
]);

/** A few areas instead of addresses, because each address would be a time series of its own. */
const areaOf = (path: string) => AREAS.get(firstPart(path)) ?? "page";

/** @param ms from the request's first line to the end of its response */
export function countRequest(
  method: string,
  path: string,
  status: number,
  ms: number,
) {
  // A stream of events takes as long as its job, which says nothing about the site.
  if (path.endsWith("/events")) return;
  durations.observe(
    { area: areaOf(path), method, status: String(status) },
    ms / 1000,
  );
}
