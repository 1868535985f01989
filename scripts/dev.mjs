import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildBesideSite, ensureInstalled } from "./system/prepare.mjs";
import { fail, root } from "./system/run.mjs";
import { loadSettingsFile } from "./system/settings-file.mjs";

await ensureInstalled();
if (buildBesideSite() !== 0)
  fail("The build of the preload and the worker failed; the reason is above.");
loadSettingsFile();
process.env.NODE_ENV = "development";
process.env.PORT ||= "3000";
process.env.HOST ||= "127.0.0.1";

// The preload turns console output into JSON lines; in development a person reads it.
const { log, info, warn, error } = console;
await import(pathToFileURL(path.join(root, "build/node/preload.js")).href);
Object.assign(console, { log, info, warn, error });

process.argv.splice(
  2,
  Infinity,
  "vite:dev",
  "--host",
  process.env.HOST,
  "--port",
  process.env.PORT,
  "--strictPort",
);
await import("@remix-run/dev/dist/cli.js");
