import { ensureBuilt, ensureInstalled } from "./system/prepare.mjs";
import { ensureRedis } from "./system/redis.mjs";
import { runNode } from "./system/run.mjs";

/**
 * `npm run soak`, the long run: runs all tests, with those that `npm test` leaves out, and then plays rounds of all
 * generators below tests/generators with new seeds for an hour. `-- --minutes N` plays the generators alone.
 */

await ensureInstalled();
if (process.argv.length === 2)
  process.exitCode = runNode("scripts/test.mjs", [], { env: { SOAK: "1" } });
await ensureBuilt();
await ensureRedis();
// In this process, so that Ctrl+C reaches it.
const { tsImport } = await import("tsx/esm/api");
await tsImport("../tests/generators/run-soak.ts", import.meta.url);
