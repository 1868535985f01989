import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { closeDb } from "#db/client.server.ts";

/** Gives each test file its own database and store. The settings are read later, at their first use. */
const folder = mkdtempSync(path.join(tmpdir(), "painted-rocks-test-"));
process.env.DATABASE_PATH = path.join(folder, "site.sqlite");
process.env.MEDIA_DIR = path.join(folder, "media");
mkdirSync(process.env.MEDIA_DIR);

afterAll(() => {
  closeDb();
  rmSync(folder, { recursive: true, force: true });
});
