import { parentPort } from "node:worker_threads";
import { getDb, readOnly, applySettingsIn } from "#db/client.server.ts";
import { LARGE_READS, type LargeBody, type LargeRead } from "./reads.server.ts";

/** The thread of large reads, with a connection of its own. Its parent sends it one read at a time. */
readOnly();

parentPort?.on("message", ([name, ...args]: LargeRead) => {
  // The site's own thread may have changed them.
  applySettingsIn(getDb().$client);
  const read = LARGE_READS[name] as (...args: unknown[]) => string | LargeBody;
  const made = read(...args);
  const body: LargeBody =
    typeof made === "string" ? new TextEncoder().encode(made) : made;
  // Handed over without a copy.
  parentPort?.postMessage(body, body ? [body.buffer] : []);
});
