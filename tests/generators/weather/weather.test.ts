import { expect, test } from "vitest";
import { chooseSeeds } from "#tests/setup/seeds.ts";
import { playSeed } from "./play.ts";

/** Together they bring each fault at least twice. */
const seeds = chooseSeeds("WEATHER_SEEDS", { short: "1", long: "0-35" });
/** How many seeds are played at once. Most of their time they wait. */
const AT_ONCE = 3;

test(
  `nothing is lost, doubled or seen too early in the weather of ${seeds.length} seeds`,
  { timeout: seeds.length * 60_000 + 120_000 },
  async () => {
    const failures: string[] = [];
    const left = [...seeds];
    const playSome = async () => {
      for (let seed; (seed = left.shift()) !== undefined;)
        await playSeed(seed).catch((error: Error) =>
          failures.push(error.message),
        );
    };
    await Promise.all(Array.from({ length: AT_ONCE }, playSome));
    expect(failures.join("\n\n"), "Play one alone with WEATHER_SEEDS=17").toBe(
      "",
    );
  },
);
