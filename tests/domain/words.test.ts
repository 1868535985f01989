import { countOf, formatCount, plural } from "#core/words.ts";
import { expect, test } from "vitest";

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
