import path from "node:path";
import { pathToFileURL } from "node:url";
import { requireFreePort } from "./free-port.mjs";
import { root } from "./run.mjs";

/** Serves the built site in this process, so that signals reach the server itself. */
process.env.NODE_ENV = "production";
process.env.PORT ||= "3000";
process.env.HOST ||= "127.0.0.1";

await import(pathToFileURL(path.join(root, "build/node/preload.js")).href);
// A process that takes the place of another one gets the address from it.
if (!process.argv.includes("--takes-place")) await requireFreePort();
process.argv.splice(2, 0, "build/server/index.js");
await import("@remix-run/serve/dist/cli.js");
