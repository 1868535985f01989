import type { Precision } from "#core/precision.ts";

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

/** '81 GB' */
export function formatBytes(count: number) {
  const unit = Math.min(
    UNITS.length - 1,
    Math.floor(Math.log(Math.max(count, 1)) / Math.log(1000)),
  );
  const value = count / 1000 ** unit;
  return `${value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 })} ${UNITS[unit]}`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** 'just now', '5 minutes ago', '3 hours ago', '2 days ago' */
export function describeAge(ms: number) {
  if (ms < 2 * MINUTE_MS) return "just now";
  if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} minutes ago`;
  if (ms < 48 * HOUR_MS) return `${Math.floor(ms / HOUR_MS)} hours ago`;
  return `${Math.floor(ms / (24 * HOUR_MS))} days ago`;
}

/** 'once', 'twice', '6 times' */
export const times = (count: number) =>
  count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;

/** 'about 1 km', and 'exactly' for 0. */
export const formatPrecision = (precision: Precision) =>
  precision === 0 ? "exactly" : `about ${precision / 1000} km`;
