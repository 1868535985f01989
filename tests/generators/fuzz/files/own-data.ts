import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * Gives this process a database and a store of its own, as Vitest's set-up does for each test file. The settings are
 * read later, at their first use.
 */
export function useOwnData() {
  if (process.env.MEDIA_DIR) return;
  const folder = mkdtempSync(path.join(tmpdir(), "painted-rocks-fuzz-"));
  process.env.DATABASE_PATH = path.join(folder, "site.sqlite");
  process.env.MEDIA_DIR = path.join(folder, "media");
  mkdirSync(process.env.MEDIA_DIR);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}
