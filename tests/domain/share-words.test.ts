import { expect, test } from "vitest";
import {
  describeSafety,
  describeSending,
  describeSpot,
  describeTimeLeft,
  sayReason,
} from "#app/components/share/sending/words.ts";
import { speak } from "#core/languages/catalogues.server.ts";
import type { QueueEntry } from "#app/components/share/queue/send-queue.ts";

const i18n = speak("en");

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
  expect(describeTimeLeft(i18n, seconds)).toBe(words),
);

test("the heading names the first picture that has not arrived", () => {
  const say = (...parts: number[]) => describeSending(i18n, entry(parts));
  expect(say(1, 0.5, 0)).toBe("Uploading picture 2 of 3");
  expect(say(0)).toBe("Uploading your picture");
  expect(say(1, 1)).toBe("Uploading your find");
});

test("where a find is safe, and until when", () => {
  const say = (safeUntil?: number) =>
    describeSafety(i18n, entry([0], { safeUntil }));
  expect(say()).toBe("Your find is safe on this device.");
  expect(say(new Date(2026, 10, 29).getTime())).toBe(
    "Your find is safe on this device until 29 November.",
  );
});

test("how a find will be on the map follows from its precision", () => {
  const spot = (precision: number) =>
    describeSpot(i18n, { suggestion: JSON.stringify({ precision }) });
  expect(spot(0)).toBe("Then it is on the map, at the very spot.");
  expect(spot(1000)).toBe("Then it is on the map, as a circle of about 1 km.");
  expect(spot(10_000)).toBe(
    "Then it is on the map, as a circle of about 10 km.",
  );
  expect(describeSpot(i18n, {})).toBeUndefined();
});

test("a reason that the browser knows is said, and any other is shown as it is", () => {
  expect(sayReason(i18n, "lost-picture")).toBe(
    "The browser has lost a picture. Please add it again.",
  );
  expect(sayReason(i18n, "Der Name ist zu lang.")).toBe(
    "Der Name ist zu lang.",
  );
});
