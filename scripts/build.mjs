import { ensureBuilt, ensureInstalled } from "./system/prepare.mjs";

await ensureInstalled();
await ensureBuilt();
