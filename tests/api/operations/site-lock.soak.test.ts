import { link, mkdir, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import {
  makeFolder,
  makePlace,
  openDatabase,
  runCommand,
  type Place,
} from "#tests/setup/calls/backup.ts";
import {
  beginUpload,
  offsetOf,
  sendPiece,
} from "#tests/setup/calls/uploads/tus-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { startSecondSite } from "#tests/setup/processes/second-site.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

const startSecond = async (place: Place) =>
  (await startSecondSite(place)).ended;

test("a second site on the same database ends with one line and status 1, and touches nothing", async () => {
  const site = await forThisTest(startSite());
  expect((await site.sendFind()).status).toBe(201);
  const files = filesBelow(site.mediaDir);
  const { lines, status } = await startSecond(site);
  expect(status).toBe(1);
  expect(lines).toEqual([
    `Another site is running on ${site.databasePath}. Stop it first, or set another DATABASE_PATH and MEDIA_DIR.`,
  ]);
  expect(
    filesBelow(site.mediaDir).filter((file) => file.includes("original/")),
  ).toEqual(files.filter((file) => file.includes("original/")));
  expect((await site.sendFind()).status).toBe(201);
  expect(site.query("SELECT count(*) AS n FROM rock_posts")).toEqual([
    { n: 2 },
  ]);
});

test("a second site on the same database by a link ends with one line", async () => {
  const site = await forThisTest(startSite());
  await site.sendFind();
  const elsewhere = await makePlace();
  const linked = elsewhere.databasePath;
  await mkdir(path.dirname(linked), { recursive: true });
  await symlink(site.databasePath, linked);
  expect(await startSecond(elsewhere)).toEqual({
    status: 1,
    lines: [
      `Another site is running on ${linked}. Stop it first, or set another DATABASE_PATH and MEDIA_DIR.`,
    ],
  });
  await rm(linked);
  await link(site.databasePath, linked);
  expect(await startSecond(elsewhere)).toEqual({
    status: 1,
    lines: [expect.stringContaining("has a second name (a hard link)")],
  });
});

test("a second site with a copied database on the same store ends with one line, and its store stays whole", async () => {
  const site = await forThisTest(startSite());
  expect((await site.sendFind()).status).toBe(201);
  const copied = (await makePlace()).databasePath;
  await mkdir(path.dirname(copied), { recursive: true });
  openDatabase(site.databasePath).prepare("VACUUM INTO ?").run(copied);
  const upload = await beginUpload(site, 100);
  await sendPiece(site, upload, 0, Buffer.alloc(40));
  const second = { databasePath: copied, mediaDir: site.mediaDir };
  expect(await startSecond(second)).toEqual({
    status: 1,
    lines: [
      `Another site is running on ${site.mediaDir}. Stop it first, or set another DATABASE_PATH and MEDIA_DIR.`,
    ],
  });
  expect(await offsetOf(site, upload)).toBe(40);
  const backup = path.join(await makeFolder(), "site.zip");
  expect((await runCommand("backup", site, backup)).code).toBe(0);
  expect(await runCommand("restore", second, backup)).toMatchObject({
    code: 1,
    said: expect.stringContaining(
      "The site is running on this database or store.",
    ),
  });
});

test("a database that was moved, or the store's after a kill, is the only site on its store", async () => {
  const site = await forThisTest(startSite());
  await site.sendFind();
  await site.kill("SIGKILL");
  const moved = `${site.databasePath}.moved`;
  openDatabase(site.databasePath).prepare("VACUUM INTO ?").run(moved);
  await site.restart({ DATABASE_PATH: moved });
  expect((await site.sendFind()).status).toBe(201);
});

test("the lock ends with its process, however that ends", async () => {
  const site = await forThisTest(startSite());
  await site.kill("SIGKILL");
  await site.restart();
  expect((await site.sendFind()).status).toBe(201);
});
