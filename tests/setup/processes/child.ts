import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { until } from "../until.ts";

/**
 * Starts a program that ends with the test process at the latest. Adds the lines that it prints to `lines`. Its
 * environment is `env` and the machine's paths, without other settings of the site. With `leadsGroup` it leads a group of
 * processes, as what a terminal starts does.
 */
export function startChild(
  program: string,
  args: string[],
  lines: string[],
  env: Record<string, string> = {},
  leadsGroup = false,
): ChildProcess {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(program, args, {
    env: { NODE_ENV: "production", PATH, HOME, TMPDIR, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: leadsGroup,
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

/** Waits until a program is ready. If it ends before, the error has all that it has printed. */
export async function untilReady(
  child: ChildProcess,
  lines: string[],
  isReady: () => boolean | Promise<boolean>,
) {
  let isOver = false;
  child.once("error", (error) => lines.push(error.message));
  child.once("close", () => (isOver = true));
  await until(async () => isOver || (await isReady()));
  if (isOver)
    throw new Error(`${child.spawnfile} did not start:\n${lines.join("\n")}`);
  return child;
}

/** Whether somebody answers at an address. */
export const isAnswering = (address: string) =>
  fetch(address, { redirect: "manual" }).then(
    () => true,
    () => false,
  );

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
