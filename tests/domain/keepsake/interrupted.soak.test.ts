import { existsSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { closeDb, getDb } from "#db/client.server.ts";
import { storeRoot } from "#domain/store/disk.server.ts";
import {
  makeFolder,
  openDatabase,
  runCommand,
  runNpmCommand,
  startCommand,
} from "#tests/setup/calls/backup.ts";
import { addManyRocks, fillKeptSite, readZip } from "#tests/setup/kept-site.ts";
import { mountSmallDisk } from "#tests/setup/processes/small-disk.ts";
import { endChild } from "#tests/setup/processes/child.ts";
import { until } from "#tests/setup/until.ts";

const ROCKS = 1200;

const place = () => ({
  databasePath: process.env.DATABASE_PATH!,
  mediaDir: storeRoot(),
});

beforeAll(() => {
  const { $client } = getDb();
  fillKeptSite($client, storeRoot());
  addManyRocks($client, ROCKS);
  closeDb();
});

describe("the command", () => {
  test("goes on after it was killed, makes no page twice, and leaves no half of a zip", async () => {
    const folder = await makeFolder();
    const whole = path.join(folder, "whole.zip");
    expect(await runNpmCommand("keepsake", place(), whole)).toMatchObject({
      code: 0,
    });

    const target = path.join(folder, "rocks.zip");
    const list = `${target}.making/files.sqlite`;
    const isMarked = () => {
      if (!existsSync(list)) return false;
      const db = openDatabase(list);
      db.pragma("busy_timeout = 2000");
      try {
        return (
          db
            .prepare(
              "UPDATE entries SET content = replace(content, 'Nobody', 'MARK Nobody') WHERE path = 'rocks/2/2000.html'",
            )
            .run().changes > 0
        );
      } catch (error) {
        // The command makes the file first and its tables a moment later.
        if (String(error).includes("no such table")) return false;
        throw error;
      } finally {
        db.close();
      }
    };
    /** Each is when a try is killed. */
    const moments = [
      () => existsSync(`${target}.making/site.sqlite`),
      isMarked,
      () => existsSync(`${target}.making/keepsake.zip`),
    ];
    for (const hasCome of moments) {
      const { child, ended } = startCommand("keepsake", place(), target);
      await until(() => (hasCome() ? true : undefined));
      await endChild(child, "SIGKILL");
      expect((await ended).code).toBeNull();
      expect(existsSync(target)).toBe(false);
    }
    expect(await runCommand("keepsake", place(), target)).toMatchObject({
      code: 0,
    });
    expect(existsSync(`${target}.making`)).toBe(false);

    const made = await readZip(target);
    const wanted = await readZip(whole);
    expect([...made.keys()]).toEqual([...wanted.keys()]);
    const changed = [...made].filter(
      ([file, { bytes }]) => !bytes.equals(wanted.get(file)!.bytes),
    );
    expect(changed.map(([file]) => file)).toEqual(["rocks/2/2000.html"]);
    expect(changed[0]![1].bytes.toString()).toContain("MARK Nobody");
    expect(
      [...made.keys()].filter((file) => /^rocks\/(index|after-\d+)/.test(file)),
    ).toHaveLength(Math.ceil((ROCKS + 3) / 500));
  });

  test("says what is wrong, and leaves nothing, when there is no room", async () => {
    const disk = mountSmallDisk("size=30m");
    if (!disk) return;
    try {
      const target = path.join(disk.folder, "rocks.zip");
      const { code, said } = await runCommand("keepsake", place(), target);
      expect([code, said]).toEqual([
        1,
        expect.stringMatching(
          /not enough room for the keepsake: .* MB are free/,
        ),
      ]);
      expect(existsSync(target)).toBe(false);
    } finally {
      disk.remove();
    }
  });
});
