import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { connect } from "./client.server.ts";

/**
 * Locks a file until this process ends. Returns undefined if another process holds the lock. SQLite uses the
 * operating system's lock, which ends with the process, even after a kill.
 * @param patience milliseconds to wait for the lock; this process does nothing else meanwhile
 */
export function lockFile(
  file: string,
  patience = 0,
): { release: () => void } | undefined {
  mkdirSync(path.dirname(file), { recursive: true });
  const isNew = !existsSync(file);
  const client = connect(file, { timeout: patience });
  try {
    client.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    client.close();
    if ((error as { code?: string }).code?.startsWith("SQLITE_BUSY"))
      return undefined;
    throw error;
  }
  return {
    release() {
      if (isNew) rmSync(file, { force: true });
      client.close();
    },
  };
}
