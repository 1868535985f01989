import * as v from "valibot";
import { expect, test } from "vitest";
import fc, { forAll, tryValues } from "#tests/setup/seeded.ts";
import { isRealDay } from "#core/schemas.ts";
import { FindDate } from "#domain/finds/schemas.ts";
import { daysBetween } from "#domain/review/warnings.server.ts";
import { anyText } from "./values.ts";

function daysOf(year: number, month: number) {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const upTo = (max: number) => fc.integer({ min: 0, max });
const numbers = [
  fc.integer({ min: 1, max: 9999 }),
  upTo(14),
  upTo(33),
] as const;

test("a day is real if the calendar has it", () =>
  tryValues(1000, [...numbers], (year, month, day) => {
    const digits = (number: number, length = 2) =>
      String(number).padStart(length, "0");
    const written = `${digits(year, 4)}-${digits(month)}-${digits(day)}`;
    const isReal =
      month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
    expect(isRealDay(written), written).toBe(isReal);
  }));

test("any other text is no day", () =>
  forAll([anyText()], (text) => {
    fc.pre(!/^\d{4}-\d{2}-\d{2}$/.test(text));
    expect(isRealDay(text)).toBe(false);
  }));

/** From 2000 to 2025, which are days that a find may have. */
const times = fc
  .integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2025, 11, 31) })
  .map((time) => new Date(time).toISOString());
const days = times.map((time) => time.slice(0, 10));

test("a find's day has midnight as its time, and a time stays as it is", () =>
  forAll([times], (iso) => {
    const day = iso.slice(0, 10);
    const time = `${iso.slice(0, 19)}Z`;
    expect(v.parse(FindDate, day)).toBe(`${day}T00:00:00Z`);
    expect(v.parse(FindDate, time)).toBe(time);
    expect(v.is(FindDate, `${day}T24:00:00Z`)).toBe(false);
    expect(v.is(FindDate, `${day} `)).toBe(false);
  }));

test("from one day to another it is as long as back, and days add up", () =>
  forAll([days, days, days], (a, b, c) => {
    expect(daysBetween(a, a)).toBe(0);
    expect(daysBetween(a, b) + daysBetween(b, a)).toBe(0);
    expect(daysBetween(a, b) + daysBetween(b, c)).toBe(daysBetween(a, c));
  }));
