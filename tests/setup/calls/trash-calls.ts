import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { Trashed } from "#domain/trash/answers.ts";
import { filesBelow, sumOf } from "#tests/setup/files.ts";
import { call, send, site } from "#tests/setup/vitest/site.ts";

/** Tables that say what the site does, and not what it holds. */
const PASSING = [
  "jobs",
  "admin_sessions",
  "security_events",
  "history",
  "reports",
  "site_files",
];

/** It grows while the site runs. */
const HOURS = '{"name":"hours_run"';

/** All rows of all tables, and the checksums of all files but share pictures, which are drawn anew when asked for. */
export async function readEverything() {
  await site.untilTidy();
  const tables = site.tables().filter((name) => !PASSING.includes(name));
  const rows = tables.map((name) => [
    name,
    // A rock's artists are listed by `rowid`.
    site
      .query(`SELECT ${name === "rock_artists" ? "rowid, " : ""}* FROM ${name}`)
      .map((row) => JSON.stringify(row))
      .filter((row) => !row.startsWith(HOURS))
      .sort(),
  ]);
  const files = filesBelow(site.mediaDir)
    .filter((file) => !/^(tmp|shares)\//.test(file))
    .sort()
    .map((file) => [file, sumOf(readFileSync(`${site.mediaDir}/${file}`))]);
  return {
    rows: Object.fromEntries(rows) as Record<string, string[]>,
    files: Object.fromEntries(files) as Record<string, string>,
  };
}

/** Deletes something. Returns its key in the trash. */
export async function remove(path: string): Promise<number> {
  const answer = await send(`DELETE ${path}`);
  expect(answer.status).toBe(204);
  return Number(answer.headers.get("trash-key"));
}

export const restore = (trashKey: number) =>
  call(`POST /api/trash/${trashKey}/restore`);

export const readTrash = async (query = "") =>
  (await call<Trashed[]>(`GET /api/trash${query}`)).body;
