import { importBuilt, requireFreePort } from "./run.mjs";

/** Serves the built site: starts it in a process of its own, and starts it again after a restore. */
process.env.NODE_ENV = "production";
await requireFreePort();
const { serve } = await importBuilt("parent");
serve({ port: Number(process.env.PORT), host: process.env.HOST });
// The site says it once, and not after each restore.
delete process.env.WELCOME;
