import path from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt, ensureInstalled } from "./system/prepare.mjs";
import { root } from "./system/run.mjs";
import { loadSettingsFile } from "./system/settings-file.mjs";

/** `node scripts/run-built.mjs NAME …`: runs a built program with the site's settings, in this process, so that signals reach it. */
const [name] = process.argv.splice(2, 1);
await ensureInstalled();
await ensureBuilt();
loadSettingsFile();
process.env.NODE_ENV = "production";
await import(pathToFileURL(path.join(root, `build/node/${name}.js`)).href);
