import { expect, test } from "vitest";
import {
  describeSafety,
  describeSending,
  describeSpot,
  describeTimeLeft,
} from "#app/components/share/sending/words.ts";
import type { QueueEntry } from "#app/components/share/queue/send-queue.ts";

const entry = (
  parts: number[],
  more: Partial<QueueEntry> = {},
): QueueEntry => ({
  submissionId: "1",
  findKey: "k",
  fields: {},
  state: "sending",
  pictures: parts.map((part) => ({ name: "a.jpg", part, original: "none" })),
  part: 0,
  isKept: true,
  ...more,
});

test.each([
  [3, "a few seconds left"],
  [8, "about 10 seconds left"],
  [37, "about 40 seconds left"],
  [55, "about a minute left"],
  [89, "about a minute left"],
  [90, "about 2 minutes left"],
  [500, "about 8 minutes left"],
  [3_590, "about an hour left"],
  [7_200, "about 2 hours left"],
])("%i seconds are '%s'", (seconds, words) =>
  expect(describeTimeLeft(seconds)).toBe(words),
);

test("the heading names the first picture that has not arrived", () => {
  expect(describeSending(entry([1, 0.5, 0]))).toBe("Uploading picture 2 of 3");
  expect(describeSending(entry([0]))).toBe("Uploading your picture");
  expect(describeSending(entry([1, 1]))).toBe("Uploading your find");
});

test("where a find is safe, and until when", () => {
  expect(describeSafety(entry([0]))).toBe("Your find is safe on this device.");
  const safeUntil = new Date(2026, 10, 29).getTime();
  expect(describeSafety(entry([0], { safeUntil }))).toBe(
    "Your find is safe on this device until 29 November.",
  );
  expect(describeSafety(entry([0], { isKept: false }))).toContain(
    "Please keep this page open.",
  );
});

test("how a find will be on the map follows from its precision", () => {
  const spot = (precision: number) =>
    describeSpot({ suggestion: JSON.stringify({ precision }) });
  expect(spot(0)).toBe("on the map, at the very spot");
  expect(spot(1000)).toBe("on the map, as a circle of about 1 km");
  expect(spot(10_000)).toBe("on the map, as a circle of about 10 km");
  expect(describeSpot({})).toBeUndefined();
});
