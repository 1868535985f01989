import { ensureBuilt, ensureInstalled } from "./system/prepare.mjs";
import { importBuilt, loadSettingsFile } from "./system/run.mjs";

/** `node scripts/run-built.mjs NAME …`: runs a built program with the site's settings, in this process, so that signals reach it. */
const [name] = process.argv.splice(2, 1);
await ensureInstalled();
await ensureBuilt();
loadSettingsFile();
process.env.NODE_ENV = "production";
await importBuilt(name);
