import { chooseSeeds } from "#tests/setup/seeds.ts";

/** The first seed, in the long run the first few, or those that FUZZ_SEEDS names. */
export const fuzzSeeds = (count: number) =>
  chooseSeeds("FUZZ_SEEDS", { short: "1", long: `1-${count}` });
