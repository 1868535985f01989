import { setTimeout } from "node:timers/promises";
import { importBuilt, requireFreePort } from "./run.mjs";

/** The site itself. `serve.mjs` starts it. Without that, it serves too, and restores nothing. */
process.env.NODE_ENV = "production";
await importBuilt("preload");
// The parent has looked, and after a restore it holds the port until the site is ready.
if (!process.send) await requireFreePort();
process.argv.splice(2, 0, "build/server/index.js");
await import("@remix-run/serve/dist/cli.js");
if (process.env.WELCOME) {
  while (!(await isAnswering())) await setTimeout(100);
  const { welcome } = await importBuilt("welcome");
  welcome(JSON.parse(process.env.WELCOME));
}

function isAnswering() {
  const { HOST, PORT } = process.env;
  const host = HOST.includes(":") ? `[${HOST}]` : HOST;
  const reached = host.replace(/^(0\.0\.0\.0|\[::\])$/, "localhost");
  return fetch(`http://${reached}:${PORT}/healthz`).catch(() => undefined);
}
