import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { ensureBuilt } from "../../scripts/system/prepare.mjs";

/** The production site as a process of its own, on its own port, database and store. */
export interface Site {
  /** Without a slash at its end. */
  baseURL: string;
  adminUsername: string;
  adminPassword: string;
  databasePath: string;
  mediaDir: string;
  /** What it has printed so far, over all its starts. */
  lines: string[];
  pid: () => number;
  /** Ends the process and waits until it is gone. Gives its exit code, null where the signal ended it. */
  kill: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** Starts it again on the same data and port, after `kill` or by ending it first; `env` adds to its settings. */
  restart: (env?: Record<string, string>) => Promise<void>;
  /** Ends it and removes its data. */
  stop: () => Promise<void>;
}

/** Starts a site, and waits until it answers. `env` holds settings; everything else has its default. */
export async function startSite({
  env = {},
}: { env?: Record<string, string> } = {}): Promise<Site> {
  await ensureBuilt();
  const folder = await mkdtemp(path.join(tmpdir(), "painted-rocks-site-"));
  const port = await findFreePort();
  const baseURL = `http://127.0.0.1:${port}`;
  const settings: Record<string, string> = {
    PORT: String(port),
    HOST: "127.0.0.1",
    PUBLIC_URL: baseURL,
    DATABASE_PATH: path.join(folder, "site.sqlite"),
    MEDIA_DIR: path.join(folder, "media"),
    ADMIN_USERNAME: "admin",
    ADMIN_PASSWORD: randomUUID(),
    ...env,
  };
  const lines: string[] = [];
  let child = run(settings, lines);

  const kill = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, "exit");
      child.kill(signal);
      await gone;
    }
    return child.exitCode;
  };
  const site: Site = {
    baseURL,
    adminUsername: settings.ADMIN_USERNAME!,
    adminPassword: settings.ADMIN_PASSWORD!,
    databasePath: settings.DATABASE_PATH!,
    mediaDir: settings.MEDIA_DIR!,
    lines,
    pid: () => child.pid!,
    kill,
    restart: async (more = {}) => {
      await kill();
      Object.assign(settings, more);
      child = run(settings, lines);
      await untilAnswering(child, baseURL, lines);
    },
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await untilAnswering(child, baseURL, lines);
  } catch (error) {
    await site.stop();
    throw error;
  }
  return site;
}

function run(settings: Record<string, string>, lines: string[]) {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, ["scripts/system/serve.mjs"], {
    env: { NODE_ENV: "production", PATH, HOME, TMPDIR, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => lines.push(line));
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  return child;
}

async function untilAnswering(
  child: ChildProcess,
  baseURL: string,
  lines: string[],
) {
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${baseURL}/healthz`).catch(() => undefined);
    if (answer) return;
    await setTimeout(50);
  }
  throw new Error(`the site did not start:\n${lines.join("\n")}`);
}

async function findFreePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
