import path from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";
import { root } from "./run.mjs";
import { loadSettingsFile } from "./settings-file.mjs";

/** Runs a built program with the site's settings, in this process, so that signals reach it. */
export async function runBuilt(name) {
  await ensureInstalled();
  await ensureBuilt();
  loadSettingsFile();
  process.env.NODE_ENV = "production";
  await import(pathToFileURL(path.join(root, `build/node/${name}.js`)).href);
}
