import path from "node:path";
import { pathToFileURL } from "node:url";
import { requireFreePort } from "./free-port.mjs";
import { root } from "./run.mjs";
import { welcome } from "./welcome.mjs";

/** The site itself. `serve.mjs` starts it. Without that, it serves too, and restores nothing. */
process.env.NODE_ENV = "production";
process.env.PORT ||= "3000";
process.env.HOST ||= "127.0.0.1";

await import(pathToFileURL(path.join(root, "build/node/preload.js")).href);
// The parent has looked, and after a restore it holds the port until the site is ready.
if (!process.send) await requireFreePort();
process.argv.splice(2, 0, "build/server/index.js");
await import("@remix-run/serve/dist/cli.js");
if (process.env.WELCOME) await welcome(JSON.parse(process.env.WELCOME));
