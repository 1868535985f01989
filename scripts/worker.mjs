import path from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt, ensureInstalled } from "./system/prepare.mjs";
import { root } from "./system/run.mjs";
import { loadSettingsFile } from "./system/settings-file.mjs";

await ensureInstalled();
await ensureBuilt();
loadSettingsFile();
process.env.NODE_ENV = "production";
process.setSourceMapsEnabled(true);
// In this process, so that signals reach the worker itself.
await import(pathToFileURL(path.join(root, "build/node/worker.js")).href);
