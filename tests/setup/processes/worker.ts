import { endChild, startChild, untilReady } from "./child.ts";

/** The built worker as a process. */
export type WorkerProcess = Awaited<ReturnType<typeof startWorker>>;

/**
 * Starts a worker, and waits for its first line, which says that it is up or that Redis doesn't answer. `env`
 * adds settings. `leadsGroup` is that of `startChild`.
 */
export async function startWorker({
  redisUrl: REDIS_URL,
  mediaDir: MEDIA_DIR,
  env = {},
  leadsGroup = false,
}: {
  redisUrl: string;
  mediaDir: string;
  env?: Record<string, string>;
  leadsGroup?: boolean;
}) {
  /** All that it has printed so far. */
  const lines: string[] = [];
  const child = startChild(
    process.execPath,
    ["build/node/worker.js"],
    lines,
    { REDIS_URL, MEDIA_DIR, ...env },
    leadsGroup,
  );
  await untilReady(child, lines, () =>
    lines.some((line) => line.startsWith("{")),
  );
  /** Ends the process and waits until it is gone. Returns its exit code, or null if the signal ended it. */
  const kill = (signal: NodeJS.Signals = "SIGTERM") => endChild(child, signal);
  return {
    ...{ lines, pid: child.pid!, kill },
    stop: async () => void (await kill()),
  };
}
