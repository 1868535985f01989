import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isDue, lastSlot, pauseAfter } from "#domain/mail/schedule.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The zone of these tests, which has summer time. */
const zone = process.env.TZ;
beforeAll(() => void (process.env.TZ = "Europe/Berlin"));
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe("a day's mail", () => {
  test.each([
    ["2026-11-22T18:00:00Z", "2026-11-22"],
    ["2026-11-22T17:59:59Z", "2026-11-21"],
    ["2026-11-22T23:30:00Z", "2026-11-22"],
    ["2026-07-01T17:00:00Z", "2026-07-01"],
    ["2026-07-01T16:59:59Z", "2026-06-30"],
  ])("at 19:00 in Berlin: at %s the newest is of %s", (now, day) => {
    expect(lastSlot(new Date(now), "19:00").day).toBe(day);
  });

  test.each([
    ["2026-03-27T12:00:00Z", "the hour that is left out"],
    ["2026-10-23T12:00:00Z", "the hour that comes twice"],
  ])("comes once on every day from %s on, over %s", (from, _what) => {
    const sent: { day: string; time: Date }[] = [];
    for (let passed = 0; passed < 4 * 24 * HOUR; passed += 5 * MINUTE) {
      const now = new Date(Date.parse(from) + passed);
      const slot = lastSlot(now, "02:30");
      const lastSent = sent.at(-1)?.time.toISOString() ?? null;
      if (isDue(slot, lastSent, now)) sent.push({ day: slot.day, time: now });
    }
    expect(sent.map(({ day }) => day)).toHaveLength(4);
    expect(new Set(sent.map(({ day }) => day)).size).toBe(4);
  });

  test("is made up for three hours", () => {
    const isDueAt = (time: string) =>
      isDue(lastSlot(new Date(time), "19:00"), null, new Date(time));
    expect(isDueAt("2026-11-22T20:59:00Z")).toBe(true);
    expect(isDueAt("2026-11-22T21:01:00Z")).toBe(false);
  });

  test.each([
    ["2026-11-21T18:00:00.000Z", true],
    ["2026-11-22T05:59:00.000Z", true],
    ["2026-11-22T06:00:00.000Z", false],
    ["2027-01-01T00:00:00.000Z", false],
  ])("after one of %s is due half a day later: %s", (lastSent, isNowDue) => {
    const now = new Date("2026-11-22T18:00:00Z");
    expect(isDue(lastSlot(now, "19:00"), lastSent, now)).toBe(isNowDue);
  });
});

test("the pauses between tries grow up to an hour", () => {
  expect(
    [1, 2, 3, 4, 5, 6, 30].map((tries) => pauseAfter(tries) / MINUTE),
  ).toEqual([1, 5, 15, 30, 60, 60, 60]);
});
