import { listSeeds } from "#tests/setup/seeds.ts";

/** The first seeds, or those that FUZZ_SEEDS names: `17`, `3,17` or `1-50`. */
export const fuzzSeeds = (count: number) =>
  listSeeds(process.env.FUZZ_SEEDS ?? `1-${count}`);
