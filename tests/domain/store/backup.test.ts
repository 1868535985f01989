import { mkdir, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { timeUntilDue } from "#domain/backup/schedule.server.ts";
import {
  clearRestoring,
  databaseFile,
  finishSwap,
  planSwap,
  RESTORED,
} from "#domain/restore/swap.server.ts";
import { onDisk, storeRoot } from "#domain/store/disk.server.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { PARTS, prepareSwap } from "./prepare-swap.ts";

beforeEach(prepareSwap);

describe("a restore that is killed", () => {
  test("before its plan is complete leaves the old site, however often it is asked for", async () => {
    expect(await finishSwap()).toBeUndefined();
    expect(await readFile(databaseFile(), "utf8")).toBe("old");
    await clearRestoring();
    expect(filesBelow(storeRoot()).sort()).toEqual([
      "albums/file",
      "catalog/file",
      "logo.webp",
      "rocks/file",
    ]);
  });

  /** The renames of a swap, in order. The process may be killed after each. */
  const steps = [
    ...PARTS.flatMap((part) => [
      [part, `.before-restore-STAMP/${part}`],
      [`${RESTORED}/${part}`, part],
    ]),
    ["logo.webp", ".before-restore-STAMP/logo.webp"],
    ["site.sqlite-wal", "site.sqlite.before-restore-STAMP-wal"],
    ["site.sqlite", "site.sqlite.before-restore-STAMP"],
    ["site.sqlite.restoring", "site.sqlite"],
  ];

  test.each(steps.map((_, done) => done).concat(steps.length))(
    "after %i renames is finished by whoever comes next",
    async (done) => {
      await planSwap();
      const plan = await readFile(onDisk(".restoring/plan.json"), "utf8");
      const { stamp } = JSON.parse(plan) as { stamp: string };
      const folderOf = (name: string) =>
        name.startsWith("site.sqlite")
          ? path.dirname(databaseFile())
          : storeRoot();
      const place = (name: string) =>
        path.join(folderOf(name), name.replace("STAMP", stamp));
      await mkdir(onDisk(`.before-restore-${stamp}`), { recursive: true });
      for (const [from, to] of steps.slice(0, done))
        await rename(place(from!), place(to!));

      const aside = await finishSwap();
      expect(await finishSwap()).toBeUndefined();
      expect(await readFile(databaseFile(), "utf8")).toBe("new");
      expect(filesBelow(path.dirname(databaseFile()))).not.toContain(
        "site.sqlite-wal",
      );
      for (const part of PARTS)
        expect(await readFile(onDisk(`${part}/file`), "utf8")).toBe("new");
      const [database, store] = aside!;
      expect(await readFile(database!, "utf8")).toBe("old");
      expect(await readFile(`${database}-wal`, "utf8")).toBe("old");
      expect(filesBelow(store!)).toEqual([
        "albums/file",
        "catalog/file",
        "logo.webp",
        "rocks/file",
      ]);
      for (const file of filesBelow(store!))
        expect(await readFile(path.join(store!, file), "utf8")).toBe("old");
      expect(filesBelow(storeRoot())).not.toContain("logo.webp");
    },
  );
});

describe("the next backup is due", () => {
  const HOUR = 3_600_000;
  test.each([
    ["at once if there is none yet", undefined, 0],
    ["when the newest was begun that long ago", -HOUR, 0],
    ["at once if the site was down then", -5 * HOUR, 0],
    ["not before", -HOUR / 4, (HOUR * 3) / 4],
  ])("%s", (_when, newest, wait) => {
    const now = Date.parse("2026-05-17T12:00:00Z");
    expect(
      timeUntilDue(newest === undefined ? undefined : now + newest, now, HOUR),
    ).toBe(wait);
  });
});
