import { ensureBuilt, ensureInstalled } from "./system/prepare.mjs";
import { ensureRedis } from "./system/redis.mjs";

/** `npm run soak -- --minutes N`: plays rounds of all generators below tests/generators with new seeds. */

await ensureInstalled();
await ensureBuilt();
await ensureRedis();
// In this process, so that Ctrl+C reaches it.
const { tsImport } = await import("tsx/esm/api");
await tsImport("../tests/generators/run-soak.ts", import.meta.url);
