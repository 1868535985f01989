import { spawnSync } from "node:child_process";
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import {
  databaseFile,
  finishSwap,
  isSwapPlanned,
  planSwap,
  RESTORED,
  restoredDatabase,
} from "#domain/restore/swap.server.ts";
import { onDisk, storeRoot } from "#domain/store/disk.server.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { PARTS, prepareSwap, write } from "./prepare-swap.ts";

beforeEach(async () => {
  await prepareSwap();
  await write(onDisk(`${RESTORED}/bkg/home_bkg.webp`), "new");
});

async function expectOldSite() {
  for (const file of [databaseFile(), `${databaseFile()}-wal`])
    expect(await readFile(file, "utf8")).toBe("old");
  expect(filesBelow(storeRoot())).toEqual([
    "albums/file",
    "catalog/file",
    "logo.webp",
    "rocks/file",
  ]);
  for (const file of filesBelow(storeRoot()))
    expect(await readFile(onDisk(file), "utf8")).toBe("old");
}

test("a volume inside the store is found before anything is touched", async (context) => {
  const place = onDisk("catalog");
  if (spawnSync("mount", ["-t", "tmpfs", "tmpfs", place]).status !== 0)
    return context.skip("A tmpfs may not be mounted here; root may do that.");
  try {
    await expect(planSwap()).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining(place),
    });
    expect(await isSwapPlanned()).toBe(false);
  } finally {
    spawnSync("umount", ["--lazy", place]);
  }
  await rm(onDisk(".restoring"), { recursive: true });
  await expectOldSite();
});

test.each(PARTS)(
  "a swap that fails at %s is taken back, and leaves the old site whole",
  async (step) => {
    await planSwap();
    const { stamp } = JSON.parse(
      await readFile(onDisk(".restoring/plan.json"), "utf8"),
    ) as { stamp: string };
    // A folder that isn't empty can't be replaced by a rename.
    const obstacle = onDisk(`.before-restore-${stamp}/${step}/obstacle`);
    await write(`${obstacle}/file`, "in the way");
    await expect(finishSwap()).rejects.toThrow();
    expect(await isSwapPlanned()).toBe(true);
    // Without the obstacle, it goes on to take the restore back, and never forward again.
    await rm(path.dirname(obstacle), { recursive: true });
    expect(await finishSwap()).toBeUndefined();
    await expectOldSite();
    expect(await readdir(path.dirname(restoredDatabase()))).not.toContain(
      path.basename(restoredDatabase()),
    );
  },
);

test("a swap that fails at the database is taken back at once", async () => {
  await planSwap();
  const { stamp } = JSON.parse(
    await readFile(onDisk(".restoring/plan.json"), "utf8"),
  ) as { stamp: string };
  const obstacle = `${databaseFile()}.before-restore-${stamp}`;
  await write(`${obstacle}/file`, "in the way");
  await expect(finishSwap()).rejects.toThrow();
  await rm(obstacle, { recursive: true });
  if (await isSwapPlanned()) await finishSwap();
  await expectOldSite();
});
