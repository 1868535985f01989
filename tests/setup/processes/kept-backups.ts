import path from "node:path";
import { expect } from "vitest";
import type { Backup } from "#domain/backup/answers.ts";
import { makeFolder } from "../calls/backup.ts";
import { makeFilledPlace, OPEN } from "../calls/filled-site.ts";
import { until } from "../until.ts";
import { call, site, statusOf, useOwnSite } from "../vitest/site.ts";

/** Starts a site with BACKUP_DIR, and waits for its first backup. */
export async function useSiteWithBackup(env: Record<string, string> = {}) {
  const folder = path.join(await makeFolder(), "backups");
  await useOwnSite({ BACKUP_DIR: folder, ...env });
  return { folder, backup: await until(async () => (await listBackups())[0]) };
}

/** The same of a site with finds, an album and a rock. */
export async function useFilledSiteWithBackup() {
  const { databasePath, mediaDir, adminPassword } = await makeFilledPlace();
  return useSiteWithBackup({
    ...OPEN,
    DATABASE_PATH: databasePath,
    MEDIA_DIR: mediaDir,
    ADMIN_PASSWORD: adminPassword,
  });
}

export const listBackups = async (headers?: Record<string, string>) =>
  (await call("GET /api/backups", undefined, headers)).body as Backup[];

/** Begins to restore a backup. */
export async function beginRestore(
  name: string,
  headers?: Record<string, string>,
) {
  site.letGo();
  const restore = `POST /api/backups/${name}/restore`;
  expect(await statusOf(restore, undefined, headers)).toBe(202);
}

/**
 * Asks the site again and again until it is open, and expects that it says meanwhile that it comes back. For two
 * seconds at each switch nobody may answer.
 * @returns how often it was closed
 */
export async function untilOpen(): Promise<number> {
  let closed = 0;
  await until(async () => {
    const answer = await askAnybody();
    await answer?.arrayBuffer();
    if (!answer || answer.status === 200) return answer;
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    closed++;
    return undefined;
  });
  return closed;
}

/** A site's answer; undefined if nobody listens, or somebody stops listening, at the moment. */
export const askAnybody = () => site.fetch("/").catch(() => undefined);
