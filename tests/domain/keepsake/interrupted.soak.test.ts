import { existsSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { closeDb, getDb } from "#db/client.server.ts";
import { storeRoot } from "#domain/store/disk.server.ts";
import {
  makeFolder,
  runCommand,
  runNpmCommand,
  startCommand,
} from "#tests/setup/calls/backup.ts";
import { ownData } from "#tests/setup/own-store.ts";
import { addManyRocks, fillKeptSite, readZip } from "#tests/setup/kept-site.ts";
import { mountSmallDisk } from "#tests/setup/processes/small-disk.ts";
import { endChild } from "#tests/setup/processes/child.ts";
import { until } from "#tests/setup/until.ts";

const ROCKS = 1200;

beforeAll(() => {
  const { $client } = getDb();
  fillKeptSite($client, storeRoot());
  addManyRocks($client, storeRoot(), ROCKS);
  closeDb();
});

test("the command leaves no half of a zip when it is killed, and begins again", async () => {
  const folder = await makeFolder();
  const whole = path.join(folder, "whole.zip");
  const done = { code: 0 };
  expect(await runNpmCommand("keepsake", ownData(), whole)).toMatchObject(done);

  const target = path.join(folder, "rocks.zip");
  /** A try is killed as soon as this is there. */
  for (const file of ["site.sqlite", "keepsake.zip"]) {
    const { child, ended } = startCommand("keepsake", ownData(), target);
    await until(() => existsSync(path.join(`${target}.making`, file)));
    await endChild(child, "SIGKILL");
    expect((await ended).code).toBeNull();
    expect(existsSync(target)).toBe(false);
  }
  expect(await runCommand("keepsake", ownData(), target)).toMatchObject(done);
  expect(existsSync(`${target}.making`)).toBe(false);

  const made = await readZip(target);
  const wanted = await readZip(whole);
  expect([...made.keys()]).toEqual([...wanted.keys()]);
  for (const [file, { bytes }] of made)
    expect(bytes.equals(wanted.get(file)!.bytes), file).toBe(true);
  const lists = [...made.keys()].filter((file) =>
    /^rocks\/(index|after-\d+)/.test(file),
  );
  expect(lists).toHaveLength(Math.ceil((ROCKS + 3) / 500));
});

test("the command says what is wrong, and leaves nothing, when there is no room", async () => {
  const disk = mountSmallDisk("size=30m");
  if (!disk) return;
  onTestFinished(() => disk.remove());
  const target = path.join(disk.folder, "rocks.zip");
  const { code, said } = await runCommand("keepsake", ownData(), target);
  expect(code).toBe(1);
  expect(said).toMatch(/not enough room for the keepsake: .* MB are free/);
  expect(existsSync(target)).toBe(false);
});
