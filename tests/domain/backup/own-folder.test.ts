import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { getSettings } from "#core/settings.server.ts";
import { requireOwnFolder } from "#domain/backup/own-folder.server.ts";
import { storeRoot } from "#domain/store/disk.server.ts";
import { makeFolder } from "#tests/setup/calls/backup.ts";

test("a folder for backups may be neither the store, nor in it, nor around it, also by a link", async () => {
  const link = path.join(await makeFolder(), "link");
  mkdirSync(storeRoot(), { recursive: true });
  symlinkSync(storeRoot(), link);
  const refused = [
    storeRoot(),
    path.join(storeRoot(), "backups/daily"),
    path.dirname(storeRoot()),
    path.join(link, "backups"),
  ];
  for (const folder of refused) {
    getSettings().BACKUP_DIR = folder;
    expect(requireOwnFolder, folder).toThrow("neither may be inside the other");
  }
  getSettings().BACKUP_DIR = `${storeRoot()}-backups`;
  expect(requireOwnFolder).not.toThrow();
});
