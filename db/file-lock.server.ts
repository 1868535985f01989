import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { connect } from "./client.server.ts";

/**
 * Locks a file until this process ends. Returns undefined if another process holds the lock. SQLite uses the
 * operating system's lock, which ends with the process, even after a kill.
 */
export function lockFile(file: string): { release: () => void } | undefined {
  mkdirSync(path.dirname(file), { recursive: true });
  const isNew = !existsSync(file);
  const client = connect(file, { timeout: 0 });
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
