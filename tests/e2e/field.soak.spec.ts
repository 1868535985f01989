import { expect, test } from "playwright/test";
import { listSeeds } from "#tests/setup/seeds.ts";
import { runSeeds } from "#tests/setup/field/run-seeds.ts";

/** Together they bring everything that can go wrong at least four times. */
const SEEDS = listSeeds(
  process.env.FIELD_SEEDS ?? "6,8,10,19,28,29,52,68,73,84,106,107,109,114",
);

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
