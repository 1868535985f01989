import { log } from "#core/log.server.ts";
import { forkBeside } from "#core/run-beside.server.ts";

/** A backup's folder as a zip that `restore` takes, made while it is read, in a process beside the site. */
export async function* readAsZip(folder: string): AsyncGenerator<Uint8Array> {
  const child = forkBeside(
    "build/node/zip-backup.js",
    [folder],
    ["LOG_LEVEL"],
    {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    },
  );
  let said = "";
  child.stderr!.on("data", (text) => (said += text));
  const ended = new Promise<number | null>((resolve) =>
    child.once("close", resolve).once("error", () => resolve(null)),
  );
  try {
    yield* child.stdout as AsyncIterable<Uint8Array>;
    if ((await ended) !== 0) {
      log.error("a backup could not be packed", { folder, error: said.trim() });
      throw new Error("The backup could not be packed.");
    }
  } finally {
    child.kill("SIGKILL");
  }
}
