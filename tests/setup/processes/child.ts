import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";

/**
 * Starts a program that ends with the test process at the latest, and adds what it prints to `lines`.
 * It sees `env` and the machine's own places, and no setting of ours.
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
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  return child;
}

export const isRunning = (child: ChildProcess) =>
  child.exitCode === null && child.signalCode === null;

/** Waits until it is gone. Gives its exit code, null where a signal ended it. */
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
