import { type ForkOptions, fork } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { environmentOf, type SettingName } from "./settings.server.ts";

export interface Beside<T> {
  /** Resolves with its result. Rejects with its error output if it has none. */
  ended: Promise<T>;
  stop(): void;
}

const NICENESS = 10;

/**
 * Forks a built program that only this process ends: it is in a group of its own, which Ctrl+C doesn't reach, and calls
 * `endWithParent`. Of the settings it gets those that are named.
 */
export const forkBeside = (
  script: string,
  args: string[],
  settings: SettingName[],
  {
    env,
    ...options
  }: Omit<ForkOptions, "env"> & { env?: Record<string, string> },
) =>
  fork(path.resolve(script), args, {
    ...options,
    env: environmentOf(settings, env),
    detached: true,
  });

/** Without the site's passwords and keys. It sends its result as `{ result }`, and other messages before. */
export function runBeside<T>(
  script: string,
  {
    place,
    onMessage = () => {},
  }: {
    /** Its argument, such as the folder or file that it works on. */
    place?: string;
    onMessage?: (message: never) => void;
  } = {},
): Beside<T> {
  const child = forkBeside(
    script,
    place === undefined ? [] : [place],
    ["DATABASE_PATH", "MEDIA_DIR", "LOG_LEVEL", "BACKUP_DIR", "BACKUP_KEEP"],
    { stdio: ["ignore", "ignore", "pipe", "ipc"] },
  );
  const ended = new Promise<T>((resolve, reject) => {
    let said = "";
    let result: T | undefined;
    child.stderr!.on("data", (text) => (said += text));
    child.on("message", (message: { result?: T }) => {
      if (message.result === undefined) onMessage(message as never);
      else result = message.result;
    });
    child.once("spawn", () => os.setPriority(child.pid!, NICENESS));
    child.once("error", reject);
    child.once("close", (code) => {
      if (result !== undefined) resolve(result);
      else reject(new Error(said.trim() || `it ended with ${code}`));
    });
  });
  return { ended, stop: () => void child.kill("SIGKILL") };
}
