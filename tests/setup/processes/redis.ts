import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  endChild,
  findFreePort,
  isRunning,
  startChild,
  untilReady,
} from "./child.ts";

/** A Redis server as a process, on its own port and folder. It keeps its data when it is restarted. */
export type RedisServer = Awaited<ReturnType<typeof startRedis>>;

/** Starts a Redis, and waits until it answers. */
export async function startRedis() {
  const port = await findFreePort();
  const folder = await mkdtemp(path.join(tmpdir(), "painted-rocks-redis-"));
  const data = path.join(folder, "appendonlydir");
  const lines: string[] = [];
  /** Data are written to disk, and none are dropped to free memory. */
  const options = [
    ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder],
    ["--appendonly", "yes", "--save", ""],
    ["--maxmemory-policy", "noeviction"],
  ].flat();
  const start = () => {
    const from = lines.length;
    const child = startChild("redis-server", options, lines);
    return untilReady(child, lines, () =>
      lines.slice(from).some((line) => line.includes("Ready to accept")),
    );
  };
  let child: ChildProcess;

  /** Ends the process, even if it is frozen, and waits until it is gone. */
  const kill = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (isRunning(child)) child.kill("SIGCONT");
    await endChild(child, signal);
  };
  const server = {
    url: `redis://127.0.0.1:${port}`,
    /** All that it has printed since its first start. */
    lines,
    kill,
    /** Ends it, if it still runs, and starts it again on the same port and data. `empty` removes the data. */
    restart: async ({ empty = false } = {}) => {
      await kill();
      if (empty) await rm(data, { recursive: true, force: true });
      child = await start();
    },
    /** From now on it accepts connections but answers nothing. */
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    /** Ends it and removes its data. */
    stop: async () => {
      await kill("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
  child = await start().catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  return server;
}
