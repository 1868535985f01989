import { fork } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { environmentOf } from "./settings.server.ts";

export interface Beside<T> {
  /** Resolves with its result. Rejects with its error output if it has none. */
  ended: Promise<T>;
  stop(): void;
}

const NICENESS = 10;

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
  const child = fork(path.resolve(script), place === undefined ? [] : [place], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: environmentOf([
      "DATABASE_PATH",
      "MEDIA_DIR",
      "LOG_LEVEL",
      "BACKUP_DIR",
      "BACKUP_KEEP",
    ]),
  });
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
