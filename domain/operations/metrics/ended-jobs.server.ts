import { Counter } from "prom-client";
import { asOnly } from "./register.server.ts";

const images = new Counter(
  asOnly({
    name: "site_images_total",
    help: "Images that were made, and such that were given up",
    labelNames: ["result"],
  }),
);
const jobs = new Counter(
  asOnly({
    name: "site_jobs_ended_total",
    help: "Jobs that have ended",
    labelNames: ["kind", "state"],
  }),
);

export const countJob = (kind: string, state: "succeeded" | "failed") =>
  jobs.inc({ kind, state });
export const countImages = (result: "made" | "failed", count: number) =>
  images.inc({ result }, count);
