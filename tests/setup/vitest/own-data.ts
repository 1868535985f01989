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

/** What the files that one process runs have in common. */
interface Process {
  /** The folder of the database and the store, emptied after each file. */
  folder: string;
  /** The settings before the first file. */
  env: NodeJS.ProcessEnv;
}

declare global {
  var ownProcess: Process | undefined;
}

/** Gives each file of tests its own database, store and settings. The settings are read later, at their first use. */
const { folder, env } = (globalThis.ownProcess ??= begin());
process.env.DATABASE_PATH = path.join(folder, "site.sqlite");
process.env.MEDIA_DIR = path.join(folder, "media");
mkdirSync(process.env.MEDIA_DIR);

function begin(): Process {
  const folder = mkdtempSync(path.join(tmpdir(), "painted-rocks-test-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // By which Vitest ends a process. Otherwise nothing that waits for its exit would run.
  process.once("SIGTERM", () => process.exit());
  return { folder, env: { ...process.env } };
}

afterAll(async () => {
  // Most tests of the API open no database of their own, and the module takes a while to load.
  if (existsSync(process.env.DATABASE_PATH!))
    (await import("#db/client.server.ts")).closeDb();
  for (const name of readdirSync(folder))
    rmSync(path.join(folder, name), { recursive: true, force: true });
  for (const name of Object.keys(process.env))
    if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
});
