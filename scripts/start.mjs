import { ensureBuilt, ensureInstalled } from "./system/prepare.mjs";
import { loadSettingsFile } from "./system/settings-file.mjs";

await ensureInstalled();
await ensureBuilt();
loadSettingsFile();
await import("./system/serve.mjs");
