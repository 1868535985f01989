import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

let isOwn = false;

/**
 * Gives this process a database and a store of its own, whatever its environment says. Vitest's set-up has done so for
 * each test file. The settings are read later, at their first use.
 */
export function useOwnData() {
  if (isOwn || process.env.VITEST) return;
  isOwn = true;
  const folder = mkdtempSync(path.join(tmpdir(), "painted-rocks-fuzz-"));
  process.env.DATABASE_PATH = path.join(folder, "site.sqlite");
  process.env.MEDIA_DIR = path.join(folder, "media");
  mkdirSync(process.env.MEDIA_DIR);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}
