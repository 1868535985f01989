import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { ensureBuilt, ensureInstalled } from "./system/prepare.mjs";
import { ensureRedis } from "./system/programs.mjs";
import { fail, runNode } from "./system/run.mjs";

/**
 * `npm run soak`, the long run: runs all tests, with those that `npm test` leaves out, and then plays rounds of all
 * generators below tests/generators with new seeds for an hour. `-- --minutes N` plays the generators alone.
 */

const { values } = parseArgs({ options: { minutes: { type: "string" } } });
const minutes = Number(values.minutes ?? 60);
if (!(minutes > 0)) fail("How many minutes? npm run soak -- --minutes 60");

await ensureInstalled();
let status =
  values.minutes === undefined
    ? runNode("scripts/test.mjs", [], { env: { SOAK: "1" } })
    : 0;
await ensureBuilt();
await ensureRedis();

const SEEDS_AT_ONCE = 3;
let seed = randomInt(1_000, 1_000_000_000);
let runs = 0;
const failed = [];
for (const end = Date.now() + minutes * 60_000; Date.now() < end; runs++) {
  const seeds = `${seed}-${(seed += SEEDS_AT_ONCE) - 1}`;
  const env = { SOAK: "1" };
  for (const name of ["CALLS", "EDITS", "FUZZ", "WEATHER"])
    env[`${name}_SEEDS`] = seeds;
  const args = ["run", "tests/generators", "--reporter=dot"];
  if (runNode("node_modules/vitest/vitest.mjs", args, { env })) {
    status = 1;
    failed.push(seeds);
  }
}
console.log(
  `${runs * SEEDS_AT_ONCE} seeds of each generator. ${failed.length ? `Failures are among the seeds ${failed.join(", ")}. A message above names its seed: CALLS_SEEDS=17 npm run test:unit -- tests/generators` : "None failed."}`,
);
process.exitCode = status;
