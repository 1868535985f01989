import { parentPort } from "node:worker_threads";
import { readChecksum } from "./checksum.server.ts";
import { DomainError } from "../core/errors.ts";
import type { FromInspectThread } from "./inspect.server.ts";
import { walkImage } from "./walk.server.ts";

/** The thread that checks images. Its parent sends it the name of one file at a time. */
parentPort?.on("message", async (file: string) => {
  parentPort?.postMessage(await inspect(file));
});

/** A message between threads loses the class of an error, so a refusal is sent as its parts. */
async function inspect(file: string): Promise<FromInspectThread> {
  try {
    const found = await walkImage(file);
    return { found: { ...found, sha256: await readChecksum(file) } };
  } catch (error) {
    if (!(error instanceof DomainError)) return { error };
    return { refusal: { kind: error.kind, message: error.message } };
  }
}
