import { fork } from "node:child_process";
import os from "node:os";
import path from "node:path";
import {
  environmentOf,
  type SettingName,
} from "#domain/core/settings.server.ts";

/** A program's progress: files done, of all. */
export interface Progress {
  done: number;
  of: number;
}

/** Messages to the process that has started it. */
export type BesideMessage = { progress: Progress } | { result: object };

/** A program that runs beside the site. */
export interface Beside<T> {
  /** Resolves with its result. Rejects with its output if there is none. */
  ended: Promise<T>;
  stop(): void;
}

/** Runs a built command on one place, at a low priority, and without the site's passwords and keys. */
export function runBeside<T>(
  script: string,
  place: string,
  {
    settings = [],
    env = environmentOf([
      "DATABASE_PATH",
      "MEDIA_DIR",
      "LOG_LEVEL",
      "BACKUP_DIR",
      ...settings,
    ]),
    onProgress = () => {},
  }: {
    /** The settings that it needs beside those of the data. */
    settings?: SettingName[];
    env?: NodeJS.ProcessEnv;
    onProgress?: (progress: Progress) => void;
  } = {},
): Beside<T> {
  const child = fork(path.resolve(script), [place], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env,
  });
  const ended = new Promise<T>((resolve, reject) => {
    let said = "";
    let result: T | undefined;
    child.stderr!.on("data", (text) => (said += text));
    child.on("message", (message: BesideMessage) => {
      if ("progress" in message) onProgress(message.progress);
      else result = message.result as T;
    });
    child.once("spawn", () => os.setPriority(child.pid!, 10));
    child.once("error", reject);
    child.once("close", (code) => {
      if (result) resolve(result);
      else reject(new Error(said.trim() || `it ended with ${code}`));
    });
  });
  return { ended, stop: () => void child.kill("SIGKILL") };
}
