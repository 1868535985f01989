import { spawnSync } from "node:child_process";
import {
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import {
  clearRestoring,
  databaseFile,
  finishSwap,
  isSwapPlanned,
  planSwap,
  RESTORED,
  restoredDatabase,
} from "#domain/restore/swap.server.ts";
import { onDisk, storeRoot } from "#domain/store/disk.server.ts";
import { filesBelow } from "#tests/setup/files.ts";

const PARTS = ["rocks", "catalog", "albums"];
const OLD_FILES = ["albums/file", "catalog/file", "logo.webp", "rocks/file"];

async function write(file: string, text: string) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Makes an old site and, beside it, a new one that was already checked. */
beforeEach(async () => {
  await rm(storeRoot(), { recursive: true, force: true });
  await write(databaseFile(), "old");
  await write(`${databaseFile()}-wal`, "old");
  for (const file of OLD_FILES) await write(onDisk(file), "old");
  for (const part of PARTS)
    await write(onDisk(`${RESTORED}/${part}/file`), "new");
  await write(restoredDatabase(), "new");
});

/** Plans the swap. @returns the time in the names of what is put aside */
async function plan() {
  await planSwap();
  const plan = await readFile(onDisk(".restoring/plan.json"), "utf8");
  return (JSON.parse(plan) as { stamp: string }).stamp;
}

async function expectOld(database: string, store: string) {
  for (const file of [database, `${database}-wal`])
    expect(await readFile(file, "utf8")).toBe("old");
  expect(filesBelow(store)).toEqual(OLD_FILES);
  for (const file of OLD_FILES)
    expect(await readFile(path.join(store, file), "utf8")).toBe("old");
}
const expectOldSite = () => expectOld(databaseFile(), storeRoot());

test("a restore that is killed before its plan is complete leaves the old site, however often it is asked for", async () => {
  expect(await finishSwap()).toBeUndefined();
  await clearRestoring();
  await expectOldSite();
});

/** The renames of a swap, in order. The process may be killed after each. */
const STEPS = [
  ...PARTS.flatMap((part) => [
    [part, `.before-restore-STAMP/${part}`],
    [`${RESTORED}/${part}`, part],
  ]),
  ["logo.webp", ".before-restore-STAMP/logo.webp"],
  ["site.sqlite-wal", "site.sqlite.before-restore-STAMP-wal"],
  ["site.sqlite", "site.sqlite.before-restore-STAMP"],
  ["site.sqlite.restoring", "site.sqlite"],
];

test.each(Array.from({ length: STEPS.length + 1 }, (_, done) => done))(
  "a restore that is killed after %i renames is finished by whoever comes next",
  async (done) => {
    const stamp = await plan();
    const place = (name: string) =>
      path.join(
        name.startsWith("site.sqlite")
          ? path.dirname(databaseFile())
          : storeRoot(),
        name.replace("STAMP", stamp),
      );
    await mkdir(onDisk(`.before-restore-${stamp}`), { recursive: true });
    for (const [from, to] of STEPS.slice(0, done))
      await rename(place(from!), place(to!));
    const aside = await finishSwap();
    expect(await finishSwap()).toBeUndefined();
    expect(await readFile(databaseFile(), "utf8")).toBe("new");
    expect(filesBelow(path.dirname(databaseFile()))).not.toContain(
      "site.sqlite-wal",
    );
    for (const part of PARTS)
      expect(await readFile(onDisk(`${part}/file`), "utf8")).toBe("new");
    await expectOld(aside![0]!, aside![1]!);
    expect(filesBelow(storeRoot())).not.toContain("logo.webp");
  },
);

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
    // Of which the old site has none.
    await write(onDisk(`${RESTORED}/bkg/home_bkg.webp`), "new");
    // A folder that isn't empty can't be replaced by a rename.
    const obstacle = onDisk(`.before-restore-${await plan()}/${step}/obstacle`);
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
  const obstacle = `${databaseFile()}.before-restore-${await plan()}`;
  await write(`${obstacle}/file`, "in the way");
  await expect(finishSwap()).rejects.toThrow();
  await rm(obstacle, { recursive: true });
  if (await isSwapPlanned()) await finishSwap();
  await expectOldSite();
});
