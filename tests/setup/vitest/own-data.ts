import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

/** Gives each test file its own database and store. The settings are read later, at their first use. */
const folder = mkdtempSync(path.join(tmpdir(), "painted-rocks-test-"));
process.env.DATABASE_PATH = path.join(folder, "site.sqlite");
process.env.MEDIA_DIR = path.join(folder, "media");
mkdirSync(process.env.MEDIA_DIR);

afterAll(async () => {
  // Most tests of the API open no database of their own, and the module takes a while to load.
  if (existsSync(process.env.DATABASE_PATH!))
    (await import("#db/client.server.ts")).closeDb();
  rmSync(folder, { recursive: true, force: true });
});
