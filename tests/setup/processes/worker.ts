import { ensureBuilt } from "../../../scripts/system/prepare.mjs";
import { endChild, startChild } from "./child.ts";
import { until } from "../until.ts";

/** The built worker as a process of its own. */
export interface WorkerProcess {
  /** What it has printed so far. */
  lines: string[];
  pid: number;
  /** Ends the process and waits until it is gone. Gives its exit code, null where the signal ended it. */
  kill: (signal?: NodeJS.Signals) => Promise<number | null>;
  stop: () => Promise<void>;
}

/**
 * Starts a worker on a Redis and a store, and waits for its first line: that it is up, or that Redis does
 * not answer. `env` holds further settings.
 */
export async function startWorker({
  redisUrl,
  mediaDir,
  env = {},
}: {
  redisUrl: string;
  mediaDir: string;
  env?: Record<string, string>;
}): Promise<WorkerProcess> {
  await ensureBuilt();
  const lines: string[] = [];
  const child = startChild(process.execPath, ["build/node/worker.js"], lines, {
    REDIS_URL: redisUrl,
    MEDIA_DIR: mediaDir,
    ...env,
  });
  let isOver = false;
  child.once("close", () => (isOver = true));
  const isLog = (line: string) => line.startsWith("{");
  await until(() => isOver || lines.some(isLog) || undefined);
  if (isOver) throw new Error(`the worker did not start:\n${lines.join("\n")}`);
  return {
    lines,
    pid: child.pid!,
    kill: (signal = "SIGTERM") => endChild(child, signal),
    stop: async () => void (await endChild(child, "SIGTERM")),
  };
}
