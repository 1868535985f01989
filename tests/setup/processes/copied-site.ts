import { copyFile, cp, mkdir, mkdtemp } from "node:fs/promises";
import path from "node:path";
import { makePlace, type Place } from "../calls/backup.ts";
import { forThisTest } from "../vitest/site.ts";
import { startSite, type Site } from "./site.ts";

/** What a site had when it was copied. */
export type SiteCopy = Pick<
  Site,
  "databasePath" | "mediaDir" | "adminPassword"
>;

/** Copies the data of a site that is idle, to begin other sites of the same test file with. */
export async function keepCopy(site: Site): Promise<SiteCopy> {
  const own = path.dirname(process.env.DATABASE_PATH!);
  const folder = await mkdtemp(path.join(own, "copy-"));
  const databasePath = path.join(folder, "site.sqlite");
  const mediaDir = path.join(folder, "media");
  site.alter(`VACUUM INTO '${databasePath}'`);
  await copyStore(site.mediaDir, mediaDir);
  return { databasePath, mediaDir, adminPassword: site.adminPassword };
}

/** Copies these data to a place of their own, which is removed after the test. */
export async function copyPlace(of: SiteCopy): Promise<Place> {
  const { databasePath, mediaDir } = await makePlace();
  await mkdir(path.dirname(databasePath), { recursive: true });
  await copyFile(of.databasePath, databasePath);
  await copyStore(of.mediaDir, mediaDir);
  return { databasePath, mediaDir };
}

/** Starts a site on the data of a place, and stops it after the test. */
export const startThere = (
  { databasePath, mediaDir }: Place,
  env: Record<string, string> = {},
) =>
  forThisTest(
    startSite({
      env: { ...env, DATABASE_PATH: databasePath, MEDIA_DIR: mediaDir },
    }),
  );

/** Starts a site that begins with a copy of these data, and stops it after the test. */
export const startCopy = async (
  of: SiteCopy,
  env: Record<string, string> = {},
) =>
  startThere(await copyPlace(of), {
    ...env,
    ADMIN_PASSWORD: of.adminPassword,
  });

/** Keeps the times of the files, because the database has them too. */
const copyStore = (from: string, to: string) =>
  cp(from, to, { recursive: true, preserveTimestamps: true });
