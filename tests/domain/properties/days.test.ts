import fc from "#tests/setup/seeded.ts";
import * as v from "valibot";
import { expect, test } from "vitest";
import { isRealDay } from "#core/schemas.ts";
import { FindDate } from "#domain/finds/schemas.ts";
import { daysBetween } from "#domain/review/warnings.server.ts";
import { anyText } from "./any-text.ts";

const two = (number: number) => String(number).padStart(2, "0");

/** As the Gregorian calendar has it. */
function daysOf(year: number, month: number) {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const numbers = fc.record({
  year: fc.integer({ min: 1, max: 9999 }),
  month: fc.integer({ min: 0, max: 14 }),
  day: fc.integer({ min: 0, max: 33 }),
});
type Day = Record<"year" | "month" | "day", number>;
const write = ({ year, month, day }: Day) =>
  `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;

test("a day is real if the calendar has it", () => {
  fc.assert(
    fc.property(numbers, (parts) => {
      const { year, month, day } = parts;
      const isReal =
        month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
      expect(isRealDay(write(parts)), write(parts)).toBe(isReal);
    }),
    { numRuns: 1000 },
  );
});

test("any other text is no day", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      fc.pre(!/^\d{4}-\d{2}-\d{2}$/.test(text));
      expect(isRealDay(text)).toBe(false);
    }),
  );
});

/** From 2000 to 2025, which are days that a find may have. */
const days = fc
  .integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2025, 11, 31) })
  .map((time) => new Date(time).toISOString());

test("a find's day has midnight as its time, and a time stays as it is", () => {
  fc.assert(
    fc.property(days, (iso) => {
      const day = iso.slice(0, 10);
      const time = `${iso.slice(0, 19)}Z`;
      expect(v.parse(FindDate, day)).toBe(`${day}T00:00:00Z`);
      expect(v.parse(FindDate, time)).toBe(time);
      expect(v.is(FindDate, `${day}T24:00:00Z`)).toBe(false);
      expect(v.is(FindDate, `${day} `)).toBe(false);
    }),
  );
});

test("from one day to another it is as long as back, and days add up", () => {
  fc.assert(
    fc.property(days, days, days, (...times) => {
      const [a = "", b = "", c = ""] = times.map((time) => time.slice(0, 10));
      expect(daysBetween(a, a)).toBe(0);
      expect(daysBetween(a, b) + daysBetween(b, a)).toBe(0);
      expect(daysBetween(a, b) + daysBetween(b, c)).toBe(daysBetween(a, c));
    }),
  );
});
