import { afterAll, beforeAll, test } from "vitest";
import { chooseSeeds } from "#tests/setup/seeds.ts";
import { playModel } from "./play.ts";
import { startModelSite, type ModelSite } from "./site.ts";

let on: ModelSite;
beforeAll(async () => {
  on = await startModelSite();
});
afterAll(() => on.stop());

const seeds = chooseSeeds("MODEL_SEEDS", { short: "3", long: "1-20" });

test.each(seeds)(
  "after any calls the site is as the model says (seed %i)",
  (seed) => playModel(seed, on),
);
