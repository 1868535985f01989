import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { endChild, findFreePort, isRunning, startChild } from "./child.ts";
import { until } from "../until.ts";

/** A Redis server as a process of its own, on its own port and folder; it keeps what it has over a restart. */
export interface RedisServer {
  url: string;
  /** What it has printed so far, over all its starts. */
  lines: string[];
  /** Ends the process and waits until it is gone, frozen or not. */
  kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Starts it again on the same port and data, after `kill` or by ending it first; `empty`: without its data. */
  restart: (options?: { empty?: boolean }) => Promise<void>;
  /** It takes connections and answers nothing. */
  freeze: () => void;
  thaw: () => void;
  /** Ends it and removes its data. */
  stop: () => Promise<void>;
}

/** Starts a Redis, and waits until it answers. `args` are redis-server's own, such as `--maxmemory 2mb`. */
export async function startRedis({
  port,
  password,
  args = [],
}: {
  port?: number;
  password?: string;
  args?: string[];
} = {}): Promise<RedisServer> {
  port ??= await findFreePort();
  const folder = await mkdtemp(path.join(tmpdir(), "painted-rocks-redis-"));
  const data = path.join(folder, "appendonlydir");
  const lines: string[] = [];
  const start = () => run(folder, port, password, args, lines);
  let child: ChildProcess;

  const kill = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (isRunning(child)) child.kill("SIGCONT");
    await endChild(child, signal);
  };
  const server: RedisServer = {
    url: `redis://${password ? `:${encodeURIComponent(password)}@` : ""}127.0.0.1:${port}`,
    lines,
    kill,
    restart: async ({ empty = false } = {}) => {
      await kill();
      if (empty) await rm(data, { recursive: true, force: true });
      child = await start();
    },
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
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

/** Set up as the site needs it: what it was given is kept, and nothing is thrown out for room. */
async function run(
  folder: string,
  port: number,
  password: string | undefined,
  args: string[],
  lines: string[],
) {
  const from = lines.length;
  const child = startChild(
    "redis-server",
    [
      ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder],
      ["--appendonly", "yes", "--save", ""],
      ["--maxmemory-policy", "noeviction"],
      password ? ["--requirepass", password] : [],
      args,
    ].flat(),
    lines,
  );
  let isOver = false;
  child.once("error", (error) => lines.push(error.message));
  child.once("close", () => (isOver = true));
  const isReady = (line: string) => line.includes("Ready to accept");
  await until(() => isOver || lines.slice(from).some(isReady) || undefined);
  if (isOver) throw new Error(`Redis did not start:\n${lines.join("\n")}`);
  return child;
}
