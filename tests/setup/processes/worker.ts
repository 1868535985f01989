import { endChild, startChild } from "./child.ts";
import { until } from "../until.ts";

/** The built worker as a process. */
export interface WorkerProcess {
  /** All lines that it has printed so far. */
  lines: string[];
  pid: number;
  /** Ends the process and waits until it is gone. Returns its exit code, or null if the signal ended it. */
  kill: (signal?: NodeJS.Signals) => Promise<number | null>;
  stop: () => Promise<void>;
}

/**
 * Starts a worker, and waits for its first line, which says that it is up or that Redis doesn't answer. `env`
 * adds settings.
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
  const lines: string[] = [];
  const child = startChild(process.execPath, ["build/node/worker.js"], lines, {
    REDIS_URL: redisUrl,
    MEDIA_DIR: mediaDir,
    ...env,
  });
  let isOver = false;
  child.once("close", () => (isOver = true));
  const isLog = (line: string) => line.startsWith("{");
  await until(() => isOver || lines.some(isLog));
  if (isOver) throw new Error(`the worker did not start:\n${lines.join("\n")}`);
  return {
    lines,
    pid: child.pid!,
    kill: (signal = "SIGTERM") => endChild(child, signal),
    stop: async () => void (await endChild(child, "SIGTERM")),
  };
}
