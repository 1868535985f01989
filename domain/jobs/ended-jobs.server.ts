import { remember } from "#core/remember.server.ts";

/** Counts since the start. They are plain numbers, because a site without METRICS_TOKEN never loads prom-client. */

export const endedImages = remember("ended images", () => ({
  made: 0,
  failed: 0,
}));
/** By kind. */
export const endedJobs = remember(
  "ended jobs",
  () => new Map<string, { succeeded: number; failed: number }>(),
);

export const countImages = (result: "made" | "failed", count: number) =>
  void (endedImages[result] += count);

export function countJob(kind: string, state: "succeeded" | "failed") {
  const ended = endedJobs.get(kind) ?? { succeeded: 0, failed: 0 };
  ended[state]++;
  endedJobs.set(kind, ended);
}
