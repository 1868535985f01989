import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { onTestFinished } from "vitest";
import { findFreePort, startChild } from "../processes/child.ts";

/** Where a site's data are. */
export interface Place {
  databasePath: string;
  mediaDir: string;
}

type Command =
  | "backup"
  | "restore"
  | "keepsake"
  | "check"
  | "reset-password"
  | "reset-second-factor";

/** Starts what `npm run backup`, `restore` or `keepsake` runs on a site's data once everything is built. */
export const startCommand = (
  command: Command,
  place: Place,
  file?: string,
  env?: Record<string, string>,
) => start([`build/node/${command}.js`, ...(file ? [file] : [])], place, env);

export const runCommand = (...command: Parameters<typeof startCommand>) =>
  startCommand(...command).ended;

/** Runs the npm command itself, which looks first whether everything is installed and built. */
export const runNpmCommand = (command: Command, place: Place, file: string) =>
  start(["scripts/run-built.mjs", command, file], place).ended;

/** Starts a program of the site, with its arguments, on a site's data. */
export function start(
  program: string[],
  { databasePath, mediaDir }: Place,
  env: Record<string, string> = {},
) {
  const lines: string[] = [];
  const settings = { DATABASE_PATH: databasePath, MEDIA_DIR: mediaDir, ...env };
  const child = startChild(process.execPath, program, lines, settings);
  const ended = once(child, "close").then(([code]) => ({
    code: code as number | null,
    said: lines.join("\n"),
  }));
  return { child, lines, ended };
}

/** Starts a second site on the same data, which has to end by itself. Its exit code is null if it was killed. */
export async function startSecondSite(place: Place) {
  const program = ["scripts/system/serve.mjs"];
  const { child, lines, ended } = start(program, place, {
    PORT: String(await findFreePort()),
    ADMIN_PASSWORD: "a harbour wall in May",
  });
  return { child, ended: ended.then(({ code }) => ({ status: code, lines })) };
}

/** Makes a folder that is removed after the test. */
export async function makeFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), "painted-rocks-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes an empty place, which is removed after the test. */
export async function makePlace(): Promise<Place> {
  const folder = await makeFolder();
  return {
    databasePath: path.join(folder, "db/site.sqlite"),
    mediaDir: path.join(folder, "media"),
  };
}

const beside: Database.Database[] = [];

/** Opens the database of a site that isn't running. */
export function openDatabase(file: string) {
  const db = new Database(file);
  // On Node 24, a closed database must not be garbage collected, so this keeps them all.
  beside.push(db);
  onTestFinished(() => void db.close());
  return db;
}
