import { setTimeout } from "node:timers/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./run.mjs";

/** Says where the site is and how to get in, once it answers. @param options see scripts/commands/welcome.ts */
export async function welcome(options) {
  await untilAnswering();
  const built = pathToFileURL(path.join(root, "build/node/welcome.js"));
  const { welcome } = await import(built.href);
  welcome(options);
}

async function untilAnswering() {
  const { HOST, PORT } = process.env;
  const host = ["0.0.0.0", "::"].includes(HOST)
    ? "localhost"
    : HOST.includes(":")
      ? `[${HOST}]`
      : HOST;
  for (;;) {
    const answer = await fetch(`http://${host}:${PORT}/healthz`).catch(
      () => undefined,
    );
    if (answer) return;
    await setTimeout(100);
  }
}
