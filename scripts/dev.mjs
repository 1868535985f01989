import { buildBesideSite, ensureInstalled } from "./system/prepare.mjs";
import {
  fail,
  importBuilt,
  loadSettingsFile,
  requireFreePort,
} from "./system/run.mjs";

await ensureInstalled();
if (buildBesideSite() !== 0)
  fail("The build of the preload and the worker failed; the reason is above.");
loadSettingsFile();
process.env.NODE_ENV = "development";
await requireFreePort();

// The preload turns console output into JSON lines; in development a person reads it.
const { log, info, warn, error } = console;
await importBuilt("preload");
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
