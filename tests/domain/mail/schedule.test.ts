import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isDue, lastSlot } from "#domain/mail/schedule.ts";

const FIVE_MINUTES = 300_000;

// This zone has summer time.
beforeAll(() => void vi.stubEnv("TZ", "Europe/Berlin"));
afterAll(() => void vi.unstubAllEnvs());

test.each([
  ["2026-11-22T18:00:00Z", "2026-11-22"],
  ["2026-11-22T17:59:59Z", "2026-11-21"],
  ["2026-11-22T23:30:00Z", "2026-11-22"],
  ["2026-07-01T17:00:00Z", "2026-07-01"],
  ["2026-07-01T16:59:59Z", "2026-06-30"],
])("a day's mail at 19:00 in Berlin: at %s the newest is of %s", (now, day) => {
  expect(lastSlot(new Date(now), "19:00").day).toBe(day);
});

test.each([
  ["2026-03-27T12:00:00Z", "the hour that is left out"],
  ["2026-10-23T12:00:00Z", "the hour that comes twice"],
])(
  "a day's mail comes once on every day from %s on, over %s",
  (from, _what) => {
    const days: string[] = [];
    let lastSent: string | null = null;
    for (let looks = 0; looks < 4 * 24 * 12; looks++) {
      const now = new Date(Date.parse(from) + looks * FIVE_MINUTES);
      const slot = lastSlot(now, "02:30");
      if (!isDue(slot, lastSent, now)) continue;
      lastSent = now.toISOString();
      days.push(slot.day);
    }
    expect(days).toHaveLength(4);
    expect(new Set(days).size).toBe(4);
  },
);

test.each([
  ["2026-11-22T20:59:00Z", true],
  ["2026-11-22T21:01:00Z", false],
])("a day's mail is made up for three hours: at %s %s", (time, isStillDue) => {
  const now = new Date(time);
  expect(isDue(lastSlot(now, "19:00"), null, now)).toBe(isStillDue);
});

test.each([
  ["2026-11-21T18:00:00.000Z", true],
  ["2026-11-22T05:59:00.000Z", true],
  ["2026-11-22T06:00:00.000Z", false],
  ["2027-01-01T00:00:00.000Z", false],
])(
  "a day's mail after one of %s is due half a day later: %s",
  (lastSent, isNowDue) => {
    const now = new Date("2026-11-22T18:00:00Z");
    expect(isDue(lastSlot(now, "19:00"), lastSent, now)).toBe(isNowDue);
  },
);
