import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import Database from "better-sqlite3";
import { fixture } from "#tests/fixtures/index.ts";
import { filesBelow } from "../files.ts";
import type { Site } from "../processes/site.ts";
import { until } from "../until.ts";

/** Signs in through the API. Returns the cookie. */
export async function signIn(site: Site, password = site.adminPassword) {
  const answer = await fetch(`${site.baseURL}/login`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ username: site.adminUsername, password }),
  });
  if (answer.status !== 302)
    throw new Error(`sign-in answered ${answer.status}`);
  return answer.headers.get("set-cookie")!.split(";")[0]!;
}

export const findFields = {
  rockNumber: "214",
  location: "Lighthouse steps, Anstruther",
  comment: "It was sitting on the harbour wall.",
  date: "2026-05-17",
};

/** Makes a form as the upload page sends it: text fields first, then these fixtures as images. */
export async function findForm(
  fields: Record<string, string>,
  images: string[],
  imageField = "images",
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const image of images)
    form.append(imageField, new Blob([await readFile(fixture(image))]), image);
  return form;
}

export async function sendFind(
  site: Site,
  fields: Record<string, string> = findFields,
  images = ["progressive.jpg"],
  headers: Record<string, string> = {},
) {
  return fetch(`${site.baseURL}/api/upload-rock`, {
    method: "POST",
    headers,
    body: await findForm(fields, images),
  });
}

/** One connection per site, open until the process ends. */
const databases = new Map<string, Database.Database>();
const closed: Database.Database[] = [];

function databaseOf({ databasePath }: Site) {
  const open = databases.get(databasePath) ?? new Database(databasePath);
  databases.set(databasePath, open);
  return open;
}

/** Closes this process's connection to a site's database, for tests in which nobody may use it. */
export function letGo({ databasePath }: Site) {
  const open = databases.get(databasePath);
  if (open) closed.push(open.close());
  databases.delete(databasePath);
}

/** Reads the site's database directly. */
export const query = <T>(site: Site, sql: string): T[] =>
  databaseOf(site).prepare<[], T>(sql).all();

/** Changes the site's database directly. */
export const alter = (site: Site, sql: string) =>
  void databaseOf(site).exec(sql);

/** Changes the site's database directly. `sql` has a `?` for each value. */
export const alterWith = (
  site: Site,
  sql: string,
  ...values: (string | number | null)[]
) =>
  void databaseOf(site)
    .prepare(sql)
    .run(...values);

const sessions = new Map<string, { cookie: string; idHash: string }>();

/**
 * Returns the cookie of a session that the tests of a site share, and makes the session as good as new. They sign in
 * once, because hashing the password takes longer than most tests use the site for.
 */
export async function shareSession(site: Site) {
  const known = sessions.get(site.databasePath);
  if (known && renewSession(site, known.idHash)) return known.cookie;
  const cookie = await signIn(site);
  const [newest] = query<{ id_hash: string }>(
    site,
    "SELECT id_hash FROM admin_sessions ORDER BY created_at DESC LIMIT 1",
  );
  const idHash = newest!.id_hash;
  sessions.set(site.databasePath, { cookie, idHash });
  renewSession(site, idHash);
  return cookie;
}

/** Returns whether the session still exists. It may load a page again, within the next 10 seconds. */
function renewSession(site: Site, idHash: string) {
  const now = Date.now();
  return (
    databaseOf(site)
      .prepare(
        `UPDATE admin_sessions SET seen_at = ?, confirmed_at = ?, document_until = ?, document_request = NULL
         WHERE id_hash = ?`,
      )
      .run(now, now, now + 10_000, idHash).changes === 1
  );
}

/** Waits until the site has no job left to do. A job's temporary folder may be removed a moment later. */
export const untilIdle = (site: Site) =>
  until(() =>
    query<{ left: number }>(
      site,
      "SELECT count(*) AS left FROM jobs WHERE state IN ('queued', 'running')",
    )[0]!.left === 0
      ? true
      : undefined,
  );

/** Waits until the site has no job left to do, and no temporary file in its store. */
export async function untilTidy(site: Site) {
  await untilIdle(site);
  const folder = inStore(site, "tmp");
  await until(() =>
    !existsSync(folder) || filesBelow(folder).length === 0 ? true : undefined,
  );
}

/** Waits until `/healthz` answers 200. */
export const untilHealthy = (site: Site) =>
  until(async () =>
    (await fetch(`${site.baseURL}/healthz`)).ok ? true : undefined,
  );

export const inStore = (site: Site, ...parts: string[]) =>
  path.join(site.mediaDir, ...parts);
