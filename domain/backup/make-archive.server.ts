import { DATABASE } from "./manifest.server.ts";
import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { syncFolder } from "#domain/store/write.server.ts";
import { ArchiveWriter, CHECKSUMS } from "./archive.server.ts";
import { collect, whileAlone, type Collected } from "./collect.server.ts";

/** The folder beside an archive in which it is made. */
const MAKING = ".making";

export interface ArchiveSummary extends Pick<Collected, "missing" | "damaged"> {
  path: string;
  /** Originals and pictures of the operator's own. */
  files: number;
  /** What they and the database take. */
  bytes: number;
}

/**
 * Writes database and originals, as they are at one moment, into one archive, while the site runs. Leaves derivatives
 * out, because the site can make them again.
 * @throws {DomainError} not_found without a database, unavailable when it is damaged or the store is away
 */
export const makeArchive = (file: string): Promise<ArchiveSummary> =>
  whileAlone(async () => {
    const target = path.resolve(file);
    const folder = target + MAKING;
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const archive = new ArchiveWriter(path.join(folder, "archive.tar"));
    try {
      const openTarget = async () => archive;
      return await collect(folder, openTarget, async (collected) => {
        const count = await addChecksums(archive, folder, collected);
        await archive.end();
        await rename(path.join(folder, "archive.tar"), target);
        await syncFolder(path.dirname(target));
        const { missing, damaged } = collected;
        return { path: target, ...count, missing, damaged };
      });
    } finally {
      archive.abandon();
      await rm(folder, { recursive: true, force: true });
    }
  });

async function addChecksums(
  archive: ArchiveWriter,
  folder: string,
  { database, files }: Collected,
) {
  const copy = await archive.add(DATABASE, database);
  const count = { files: 0, bytes: copy.size };
  const sums = await open(path.join(folder, CHECKSUMS), "w");
  try {
    await sums.write(`${copy.sha256}  ${DATABASE}\n`);
    for (const { path: name, size, sha256 } of files()) {
      await sums.write(`${sha256}  ${name}\n`);
      count.files++;
      count.bytes += size;
    }
  } finally {
    await sums.close();
  }
  await archive.add(CHECKSUMS, path.join(folder, CHECKSUMS));
  return count;
}
