import { expect, test } from "vitest";
import { formatCount } from "#app/components/ui/format-count.ts";

test("a count has commas between its thousands, as Intl would put them", () => {
  for (const count of [0, 7, 999, 1000, 13_868, 100_000, 1_234_567])
    expect(formatCount(count)).toBe(count.toLocaleString("en"));
});
