import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

declare global {
  /** The folder of this process's database and store. */
  var ownFolder: string | undefined;
}

/** Gives each process of tests its own database and store. The settings are read later, at their first use. */
globalThis.ownFolder ??= makeFolder();

function makeFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "painted-rocks-test-"));
  process.env.DATABASE_PATH = path.join(folder, "site.sqlite");
  process.env.MEDIA_DIR = path.join(folder, "media");
  mkdirSync(process.env.MEDIA_DIR);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // By which Vitest ends a process. Otherwise nothing that waits for its exit would run.
  process.once("SIGTERM", () => process.exit());
  return folder;
}

afterAll(async () => {
  // Most tests of the API open no database of their own, and the module takes a while to load.
  if (existsSync(process.env.DATABASE_PATH!))
    (await import("#db/client.server.ts")).closeDb();
});
