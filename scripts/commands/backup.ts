import { stat } from "node:fs/promises";
import { makeZip } from "#domain/backup/zip.server.ts";
import { backupFolder } from "#domain/backup/snapshots.server.ts";
import { makeSnapshot } from "#domain/backup/make-snapshot.server.ts";
import {
  isBesideSite,
  listSome,
  reportProgress,
  runCommand,
  sizeOf,
  tellResult,
} from "../system/command.ts";

const own = backupFolder();

/** `npm run backup -- FILE` writes a zip. Of a folder, or of BACKUP_DIR if nothing is named, it makes a snapshot. */
await runCommand(
  "backup",
  async (place) => {
    const isFolder =
      place === own ||
      (await stat(place).catch(() => undefined))?.isDirectory();
    const made = isFolder
      ? await makeSnapshot(
          place,
          isBesideSite ? reportProgress("pictures copied") : undefined,
        )
      : await makeZip(place);
    const { missing, damaged } = made;
    tellResult({ missing: missing.length, damaged: damaged.length });
    return [
      `Backed up the database and ${made.files.toLocaleString("en")} pictures, ${sizeOf(made.bytes)}: ${made.path}`,
      ...listSome("Missing from the store, or not readable", missing),
      ...listSome("Not as they were uploaded", damaged),
    ];
  },
  { fallback: own },
);
