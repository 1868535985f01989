import { renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import type { SecondConnection } from "#db/copy.server.ts";
import { log } from "#core/log.server.ts";
import { readChecksum } from "#domain/images/checksum.server.ts";
import { readReport, saveReport } from "./reports.server.ts";
import { whileAlone } from "./collect.server.ts";
import { readManifest, type ManifestFile } from "./manifest.server.ts";
import { backupFolder, listSnapshots } from "./snapshots.server.ts";
import { copyFromStore, reuse } from "./copy-file.server.ts";

/** Reads a thirtieth of all backups each night, because disks rot. A changed file is replaced, or else named. */

const NIGHTS = 30;

export interface Reread {
  /** The thirtieth that was read last. */
  part: number;
  /** Files that have changed, and that the store doesn't have as they were. */
  damaged: { backup: string; path: string }[];
}

export const readReread = (db?: SecondConnection) =>
  readReport<Reread>("backups-read", db)?.result;

export async function saveReread(found: Reread & { healed: number }) {
  const { healed, damaged, ...rest } = found;
  await saveReport("backups-read", { ...rest, damaged });
  if (healed > 0)
    log.warn("files in the backups had changed, and were replaced", { healed });
  if (damaged.length > 0)
    log.error(
      "files in the backups have changed, and the store doesn't have them as they were",
      {
        count: damaged.length,
        damaged: damaged.slice(0, 10),
      },
    );
}

interface Listed extends ManifestFile {
  backup: string;
  /** Full path. */
  file: string;
}

/** The night in which a file is read. It depends on the content, so a file that backups share is read once. */
const partOf = ({ sha256 }: ManifestFile) =>
  parseInt(sha256.slice(0, 8), 16) % NIGHTS;

const inodeOf = (file: string) => {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
};

/** Reads the next thirtieth, and what was damaged before. Undefined without BACKUP_DIR. For a process of its own. */
export async function rereadBackups(last: Reread | undefined) {
  const folder = backupFolder();
  if (!folder) return undefined;
  return whileAlone(async () => {
    const part = ((last?.part ?? -1) + 1) % NIGHTS;
    const wasDamaged = new Set(
      last?.damaged.map(({ backup, path }) => `${backup}/${path}`),
    );
    const files: Listed[] = [];
    const damaged: Reread["damaged"] = [];
    for (const snapshot of await listSnapshots(folder)) {
      const manifest = await readManifest(snapshot.path).catch(() => undefined);
      if (!manifest)
        damaged.push({ backup: snapshot.name, path: "manifest.json" });
      for (const listed of manifest?.files ?? [])
        if (
          partOf(listed) === part ||
          wasDamaged.has(`${snapshot.name}/${listed.path}`)
        )
          files.push({
            ...listed,
            backup: snapshot.name,
            file: path.join(snapshot.path, listed.path),
          });
    }
    const broken = await findBroken(files);
    const left = replaceAll(broken);
    return {
      part,
      damaged: [
        ...damaged,
        ...left.map(({ backup, path }) => ({ backup, path })),
      ],
      healed: broken.length - left.length,
    };
  });
}

/** Reads each file once, however many backups share it. */
async function findBroken(files: Listed[]) {
  const isSound = new Map<string, boolean>();
  const broken: Listed[] = [];
  for (const listed of files) {
    const inode = inodeOf(listed.file);
    const key = `${inode} ${listed.sha256}`;
    if (inode && !isSound.has(key)) isSound.set(key, await isAs(listed));
    if (!inode || !isSound.get(key)) broken.push(listed);
  }
  return broken;
}

const isAs = async ({ file, sha256 }: Listed) =>
  (await readChecksum(file).catch(() => undefined)) === sha256;

/** Gives each broken file a new copy of the store's, one for all backups that share it. @returns those without one */
function replaceAll(broken: Listed[]) {
  const made = new Map<string, string>();
  const left: Listed[] = [];
  for (const listed of broken) {
    const { file, sha256 } = listed;
    const next = `${file}.healing`;
    rmSync(next, { force: true });
    const same = made.get(sha256);
    const isMade =
      (same && reuse({ file: same, sha256 }, next)) ||
      copyFromStore(listed, next);
    if (!isMade) {
      left.push(listed);
      continue;
    }
    renameSync(next, file);
    made.set(sha256, file);
  }
  return left;
}
