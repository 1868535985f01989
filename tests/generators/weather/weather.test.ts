import { expect, test } from "vitest";
import { chooseSeeds, listSeeds } from "#tests/setup/seeds.ts";
import { faults } from "./faults.ts";
import { makePlan } from "./plan.ts";
import { runSeeds } from "./play.ts";

/** Together they bring each fault at least three times. */
const LONG =
  "33,54,59,61,66,69,79,120,125,189,190,196,199,200,214,216,219,222,260,261,271,339,385";
const seeds = chooseSeeds("WEATHER_SEEDS", { short: "219", long: LONG });

test("each fault comes three times", async () => {
  const plans = await Promise.all(listSeeds(LONG).map(makePlan));
  const drawn = plans.flatMap(({ weather }) =>
    weather.flatMap(({ faults }) => faults),
  );
  for (const name of Object.keys(faults))
    expect(
      drawn.filter((one) => one === name).length,
      name,
    ).toBeGreaterThanOrEqual(3);
});

test(
  `nothing is lost, doubled or seen too early in the weather of ${seeds.length} seeds`,
  { timeout: seeds.length * 60_000 + 120_000 },
  async () => {
    const failures = await runSeeds(seeds);
    expect(failures.join("\n\n"), "Play one alone with WEATHER_SEEDS=17").toBe(
      "",
    );
  },
);
