import { expect, test } from "playwright/test";
import { runSeeds } from "#tests/setup/field/run-seeds.ts";

/** `17`, `3,17` or `1-200`. */
const SEEDS = listSeeds(process.env.FIELD_SEEDS ?? "1-30");

test(`${SEEDS.length} finds arrive once and whole, whatever happens to link, tabs and site`, async () => {
  test.setTimeout(900_000);
  const outcomes = await runSeeds(SEEDS, { atOnce: 4 });
  expect(outcomes).toHaveLength(SEEDS.length);
  expect(
    outcomes.flatMap(({ seed, faults }) =>
      faults.map((fault) => `Seed ${seed}: ${fault}`),
    ),
  ).toEqual([]);
});

function listSeeds(text: string) {
  return text.split(",").flatMap((part) => {
    const [first, last = first] = part.split("-").map(Number);
    return Array.from({ length: last! - first! + 1 }, (_, n) => first! + n);
  });
}
