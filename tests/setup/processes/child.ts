import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";

/**
 * Starts a program that ends with the test process at the latest. Adds the lines that it prints to `lines`. Its
 * environment is `env` and the machine's paths, without other settings of the site.
 */
export function startChild(
  program: string,
  args: string[],
  lines: string[],
  env: Record<string, string> = {},
): ChildProcess {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(program, args, {
    env: { NODE_ENV: "production", PATH, HOME, TMPDIR, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => lines.push(line));
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export const isRunning = (child: ChildProcess) =>
  child.exitCode === null && child.signalCode === null;

/** Ends a process and waits until it is gone. Returns its exit code, or null if a signal ended it. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals) {
  if (isRunning(child)) {
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  }
  return child.exitCode;
}

export async function findFreePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
