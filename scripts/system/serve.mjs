import path from "node:path";
import { pathToFileURL } from "node:url";
import { requireFreePort } from "./free-port.mjs";
import { root } from "./run.mjs";

/** Serves the built site: starts it in a process of its own, and starts it again after a restore. */
process.env.NODE_ENV = "production";
process.env.PORT ||= "3000";
process.env.HOST ||= "127.0.0.1";
await requireFreePort();
const built = pathToFileURL(path.join(root, "build/node/parent.js"));
const { serve } = await import(built.href);
serve({ port: Number(process.env.PORT), host: process.env.HOST });
// The site says it once, and not after each restore.
delete process.env.WELCOME;
