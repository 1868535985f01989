import { parentPort } from "node:worker_threads";
import { DomainError } from "../core/errors.ts";
import type { FromInspectThread } from "./inspect.server.ts";
import { walkImage } from "./walk.server.ts";

/** The thread that checks images: one after the other, as its parent names them. */
parentPort?.on("message", async (file: string) => {
  parentPort?.postMessage(await inspect(file));
});

/** A class does not survive the way between threads, so a refusal goes as its parts. */
async function inspect(file: string): Promise<FromInspectThread> {
  try {
    return { found: await walkImage(file) };
  } catch (error) {
    if (!(error instanceof DomainError)) return { error };
    return { refusal: { kind: error.kind, message: error.message } };
  }
}
