import { expect, test } from "playwright/test";
import { listSeeds } from "#tests/setup/seeds.ts";
import { runSeeds } from "#tests/setup/field/run-seeds.ts";

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
