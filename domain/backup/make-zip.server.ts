import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { SecondConnection } from "#db/copy.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { syncPath } from "#domain/store/write.server.ts";
import {
  collect,
  whileAlone,
  type BackupSummary,
  type Target,
} from "./collect.server.ts";
import { isUnreadable, OWNER_ONLY } from "./copy-file.server.ts";
import { DATABASE, MANIFEST } from "./manifest.server.ts";
import { writeZip, type Zip } from "./zip.server.ts";

export const makeZip = (
  file: string,
): Promise<BackupSummary & { path: string }> =>
  whileAlone(async (site) => {
    const target = path.resolve(file);
    const making = `${target}.making`;
    await rm(making, { recursive: true, force: true });
    await mkdir(making, { recursive: true, mode: 0o700 });
    const part = path.join(making, "backup.zip");
    const zip = writeZip(
      createWriteStream(part, { flush: true, mode: OWNER_ONLY }),
    );
    try {
      const made = await zipBackup(site, zip, making);
      await zip.end();
      await rename(part, target);
      await syncPath(path.dirname(target));
      return { path: target, ...made };
    } finally {
      zip.abandon();
      await rm(making, { recursive: true, force: true });
    }
  });

/**
 * @param making a folder for the copy of the database
 * @param options.folder the folder in the zip
 */
export async function zipBackup(
  site: SecondConnection,
  zip: Zip,
  making: string,
  {
    folder = "",
    ...options
  }: Parameters<typeof collect>[3] & { folder?: string } = {},
): Promise<BackupSummary> {
  const target: Target = {
    has: () => false,
    async take({ name, place }) {
      const file = onDisk(place);
      try {
        return await zip.addFile(folder + name, file);
      } catch (error) {
        if (!isUnreadable(error, file)) throw error;
        // Its entry stays in the zip, like that of a dropped file: the manifest doesn't list it.
        return undefined;
      }
    },
    drop() {},
  };
  const collected = await collect(site, making, target, options);
  await zip.addFile(folder + DATABASE, collected.database);
  await zip.add(folder + MANIFEST, collected.manifest, Date.now());
  return collected.summary;
}
