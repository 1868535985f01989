import { expect, test } from "vitest";
import {
  describeAge,
  describeDay,
  describeMoment,
  describeToday,
  formatBytes,
  shorten,
  times,
} from "#app/components/language/english.ts";
import { nameCountry } from "#core/languages/country-names.ts";
import { countOf, formatCount, plural } from "#core/words.ts";

test("a count has commas between its thousands, as Intl would put them", () => {
  for (const count of [0, 7, 999, 1000, 13_868, 100_000, 1_234_567])
    expect(formatCount(count)).toBe(count.toLocaleString("en"));
});

test("one of something is in the singular, and none or more in the plural", () => {
  expect([0, 1, 2, 1_234].map((count) => countOf(count, "rock"))).toEqual([
    "0 rocks",
    "1 rock",
    "2 rocks",
    "1,234 rocks",
  ]);
  expect(countOf(2, "country", "countries")).toBe("2 countries");
  expect(plural(1, "It is", "They are")).toBe("It is");
});

test.each([
  ["en", "Germany", "Germany"],
  ["de", "Germany", "Deutschland"],
  ["ja", "United Kingdom", "イギリス"],
  ["ar", "France", "فرنسا"],
  ["de", "Atlantis", "Atlantis"],
  ["de", "", ""],
])("in the language %s, %j is %j", (language, country, name) => {
  expect(nameCountry(language, country)).toBe(name);
});

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
  expect(describeToday("2026-11-22")).toBe("Sunday, 22 Nov 2026");
});

test.each([
  [times, 1, "once"],
  [times, 2, "twice"],
  [times, 16, "16 times"],
  [describeAge, 0, "just now"],
  [describeAge, 2 * 60_000, "2 minutes ago"],
  [describeAge, 119 * 60_000, "119 minutes ago"],
  [describeAge, 120 * 60_000, "2 hours ago"],
  [describeAge, 47 * 3_600_000, "47 hours ago"],
  [describeAge, 48 * 3_600_000, "2 days ago"],
  [formatBytes, 0, "0 bytes"],
  [formatBytes, 1_500, "1.5 kB"],
  [formatBytes, 81_400_000_000, "81 GB"],
] as const)("%o says %i as '%s'", (say, number, words) => {
  expect(say(number)).toBe(words);
});

test("moments of the same minute are told apart by their seconds", () => {
  const now = "2026-05-17T19:00:00Z";
  const [one, other] = ["2026-05-17T18:51:07Z", "2026-05-17T18:51:40Z"];
  expect(describeMoment(one, now)).toBe("today, 18:51");
  expect(describeMoment(one, now, [one, "2026-05-17T18:52:07Z"])).toBe(
    "today, 18:51",
  );
  expect(describeMoment(one, now, [one, other])).toBe("today, 18:51:07");
});

test("a path of any length is shown by its beginning and its end", () => {
  expect(shorten("rocks/7/a.jpg")).toBe("rocks/7/a.jpg");
  const long = `rocks/${"x".repeat(200_000)}/a.jpg`;
  expect(shorten(long)).toMatch(/^rocks\/x+ … x+\/a\.jpg$/);
  expect(shorten(long).length).toBeLessThan(200);
});
