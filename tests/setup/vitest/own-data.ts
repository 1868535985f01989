import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { copyEmptyDatabase } from "./empty-database.ts";

declare global {
  /** The folder of this process's databases and stores, and its settings before the first file. */
  var ownProcess: { folder: string; env: NodeJS.ProcessEnv } | undefined;
}

const { folder, env } = (globalThis.ownProcess ??= begin());
startAfresh();

function begin() {
  const folder = mkdtempSync(path.join(tmpdir(), "painted-rocks-test-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // By which Vitest ends a process. Otherwise nothing that waits for its exit would run.
  process.once("SIGTERM", () => process.exit());
  return { folder, env: { ...process.env } };
}

/** Gives each file of tests its own database, store and settings. The settings are read later, at their first use. */
function startAfresh() {
  for (const name of readdirSync(folder))
    rmSync(path.join(folder, name), { recursive: true, force: true });
  for (const name of Object.keys(process.env))
    if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.env.DATABASE_PATH = path.join(folder, "site.sqlite");
  process.env.MEDIA_DIR = path.join(folder, "media");
  mkdirSync(process.env.MEDIA_DIR);
  copyEmptyDatabase(process.env.DATABASE_PATH);
}

afterAll(async () => {
  // Most tests of the API open no database of their own, and the module takes a while to load.
  if (existsSync(`${process.env.DATABASE_PATH}-wal`))
    (await import("#db/client.server.ts")).closeDb();
});
