import { ensureBuilt, ensureInstalled } from "./system/prepare.mjs";
import { loadSettingsFile, requireFreePort } from "./system/run.mjs";

loadSettingsFile();
// First, because a site that runs still needs the packages and the build that it was started with.
await requireFreePort();
await ensureInstalled();
await ensureBuilt();
process.env.WELCOME = "{}";
await import("./system/serve.mjs");
