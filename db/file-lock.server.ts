import { closeSync, existsSync, mkdirSync, openSync, rmSync } from "node:fs";
import path from "node:path";
import { connect } from "./client.server.ts";

/**
 * Locks a file until this process ends, even by a kill. Undefined if another process holds the lock.
 * @param patience milliseconds to wait; then the file stays, because nobody can wait for one that is removed
 */
export function lockFile(
  file: string,
  patience?: number,
): { release: () => void } | undefined {
  mkdirSync(path.dirname(file), { recursive: true });
  const isOnlyOurs = patience === undefined && !existsSync(file);
  closeSync(openSync(file, "a", 0o600));
  const client = connect(file, { timeout: patience ?? 0 });
  try {
    // Nothing is written, so a journal would only be left over.
    client.pragma("journal_mode = MEMORY");
    client.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    client.close();
    if ((error as { code?: string }).code?.startsWith("SQLITE_BUSY"))
      return undefined;
    throw error;
  }
  return {
    release() {
      if (isOnlyOurs) rmSync(file, { force: true });
      client.close();
    },
  };
}
