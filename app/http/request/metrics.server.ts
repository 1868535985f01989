import { collectDefaultMetrics, Histogram, register } from "prom-client";

/** How requests went, for /metrics. Loaded by the preload alone, so that everything is counted once. */

// Kept out of a second count where development loads this again.
register.clear();
collectDefaultMetrics();

const durations = new Histogram({
  name: "site_request_duration_seconds",
  help: "Time until an answer was out, by what was asked for; 499 where the client went away before",
  labelNames: ["area", "method", "status"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

const AREAS: { area: string; paths: RegExp }[] = [
  { area: "api", paths: /^\/api(\/|$)/ },
  { area: "media", paths: /^\/(media\/|logo\.webp)/ },
  { area: "asset", paths: /^\/assets\// },
  { area: "probe", paths: /^\/(healthz|metrics)$/ },
  { area: "admin", paths: /^\/(admin|login|logout)([/.]|$)/ },
];

/** A few areas, not addresses: each would be a time series of its own. */
const areaOf = (path: string) =>
  AREAS.find(({ paths }) => paths.test(path))?.area ?? "page";

export function countRequest(
  method: string,
  path: string,
  status: number,
  ms: number,
) {
  // A stream of events is as long as its job: that says nothing of the site.
  if (path.endsWith("/events")) return;
  durations.observe(
    { area: areaOf(path), method, status: String(status) },
    ms / 1000,
  );
}
