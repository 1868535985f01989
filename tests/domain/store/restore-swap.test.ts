import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
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

const read = (file: string) => readFileSync(file, "utf8");
function write(text: string, ...files: string[]) {
  for (const file of files) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
const remove = (place: string) => rmSync(place, { recursive: true });

/** Makes an old site and, beside it, a new one that was already checked. */
beforeEach(() => {
  rmSync(storeRoot(), { recursive: true, force: true });
  write("old", databaseFile(), `${databaseFile()}-wal`);
  write("old", ...OLD_FILES.map(onDisk));
  write("new", ...PARTS.map((part) => onDisk(`${RESTORED}/${part}/file`)));
  write("new", restoredDatabase());
});

/** Plans the swap. @returns the time in the names of what is put aside */
async function plan() {
  await planSwap();
  const plan = read(onDisk(".restoring/plan.json"));
  return (JSON.parse(plan) as { stamp: string }).stamp;
}

function expectOld(database: string, store: string) {
  expect(filesBelow(store)).toEqual(OLD_FILES);
  const files = OLD_FILES.map((file) => path.join(store, file));
  for (const file of [database, `${database}-wal`, ...files])
    expect(read(file)).toBe("old");
}
const expectOldSite = () => expectOld(databaseFile(), storeRoot());

test("a restore that is killed before its plan is complete leaves the old site, however often it is asked for", async () => {
  expect(await finishSwap()).toBeUndefined();
  await clearRestoring();
  expectOldSite();
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
    const place = (name: string) => {
      const isDatabase = name.startsWith("site.sqlite");
      const folder = isDatabase ? path.dirname(databaseFile()) : storeRoot();
      return path.join(folder, name.replace("STAMP", stamp));
    };
    mkdirSync(onDisk(`.before-restore-${stamp}`), { recursive: true });
    for (const [from, to] of STEPS.slice(0, done))
      renameSync(place(from!), place(to!));
    const aside = await finishSwap();
    expect(await finishSwap()).toBeUndefined();
    expectSwapped(aside);
    expect(existsSync(`${databaseFile()}-wal`)).toBe(false);
    expect(filesBelow(storeRoot())).not.toContain("logo.webp");
  },
);

test("a swap that finds a volume inside the store is taken back, and says so", async (context) => {
  const place = onDisk("catalog");
  if (spawnSync("mount", ["-t", "tmpfs", "tmpfs", place]).status !== 0)
    return context.skip("A tmpfs may not be mounted here; root may do that.");
  await planSwap();
  const swapping = finishSwap().finally(() =>
    spawnSync("umount", ["--lazy", place]),
  );
  const message = expect.stringContaining(place) as string;
  await expect(swapping).rejects.toMatchObject({
    kind: "unavailable",
    message,
  });
  expect(await isSwapPlanned()).toBe(false);
  expectOldSite();
});

/** Expects the restored site, and the old one aside. */
function expectSwapped(aside: string[] | undefined) {
  expectOld(aside![0]!, aside![1]!);
  for (const part of PARTS) expect(read(onDisk(`${part}/file`))).toBe("new");
  expect(read(databaseFile())).toBe("new");
  expect(existsSync(restoredDatabase())).toBe(false);
}

test.each([...PARTS, "the database"])(
  "a swap that fails at %s, and can't be taken back, is finished when nothing is in the way",
  async (step) => {
    // Of which the old site has none.
    write("new", onDisk(`${RESTORED}/bkg/home_bkg.webp`));
    const stamp = `before-restore-${await plan()}`;
    // A folder that isn't empty can't be replaced by a rename.
    const obstacle = PARTS.includes(step)
      ? onDisk(`.${stamp}/${step}`)
      : `${databaseFile()}.${stamp}`;
    write("in the way", `${obstacle}/obstacle/file`);
    await expect(finishSwap()).rejects.toThrow();
    expect(await isSwapPlanned()).toBe(true);
    remove(obstacle);
    expectSwapped(await finishSwap());
  },
);
