import path from "node:path";
import { expect } from "vitest";
import type { Backup } from "#domain/backup/answers.ts";
import type { Site } from "./site.ts";
import { until } from "../until.ts";
import { makeFolder } from "../calls/backup.ts";
import { makeFilledPlace, startFilledSite } from "../calls/filled-site.ts";

/** Starts a filled site with BACKUP_DIR, and waits for its first backup. */
export async function startSiteWithBackup(env: Record<string, string> = {}) {
  const folder = path.join(await makeFolder(), "backups");
  // A site makes its first backup when it starts, so it starts filled.
  await makeFilledPlace();
  const site = await startFilledSite({ BACKUP_DIR: folder, ...env });
  const cookie = await site.signIn();
  const [backup] = await until(async () => {
    const found = await listBackups(site, cookie);
    return found.length > 0 ? found : undefined;
  });
  return { site, cookie, folder, backup: backup! };
}

export async function listBackups(site: Site, cookie: string) {
  const answer = await site.fetch("/api/backups", { headers: { cookie } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Backup[];
}

export const beginRestore = (site: Site, cookie: string, name: string) =>
  site.fetch(`/api/backups/${name}/restore`, {
    method: "POST",
    headers: { cookie },
  });

/**
 * Asks the site again and again until it is open, and expects that it says meanwhile that it comes back. For two
 * seconds at each switch nobody may answer.
 * @returns how often it was closed
 */
export async function untilOpen(site: Site, address = "/"): Promise<number> {
  let closed = 0;
  await until(async () => {
    const answer = await askAnybody(site, address);
    if (!answer) return undefined;
    await answer.arrayBuffer();
    if (answer.status === 200) return true;
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    closed++;
    return undefined;
  });
  return closed;
}

/** A site's answer; undefined if nobody listens, or somebody stops listening, at the moment. */
export const askAnybody = (
  site: Site,
  address: string,
  request?: RequestInit,
) => site.fetch(address, request).catch(() => undefined);
