import { expect, test } from "vitest";
import { listSeeds } from "#tests/setup/seeds.ts";
import { runSeeds } from "./run-seeds.ts";

const seeds = listSeeds(process.env.WEATHER_SEEDS ?? "1-50");

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
