import { expect, test } from "vitest";
import {
  describeAge,
  formatBytes,
  times,
  describeDay,
  describeToday,
} from "#app/components/language/english.ts";

test.each([
  ["2026-11-23", "today"],
  ["2026-11-22", "today"],
  ["2026-11-21", "yesterday"],
  ["2026-11-20", "Friday"],
  ["2026-11-16", "Monday"],
  ["2026-11-15", "15 Nov"],
  ["2026-01-01", "1 Jan"],
  ["2025-11-22", "22 Nov 2025"],
])("from Sunday, 22 November 2026, the day %s is '%s'", (day, words) => {
  expect(describeDay(day, "2026-11-22")).toBe(words);
});

test("the dashboard says which day it is", () => {
  expect(describeToday("2026-11-22")).toBe("Sunday, 22 Nov 2026");
});

test("counts of scans are words as long as they are few", () => {
  expect([1, 2, 3, 16].map(times)).toEqual([
    "once",
    "twice",
    "3 times",
    "16 times",
  ]);
});

test.each([
  [0, "just now"],
  [2, "2 minutes ago"],
  [119, "119 minutes ago"],
  [120, "2 hours ago"],
  [47 * 60, "47 hours ago"],
  [48 * 60, "2 days ago"],
])("%i minutes are '%s'", (minutes, words) => {
  expect(describeAge(minutes * 60_000)).toBe(words);
});

test.each([
  [0, "0 bytes"],
  [1_500, "1.5 kB"],
  [81_400_000_000, "81 GB"],
])("%i bytes are '%s'", (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
