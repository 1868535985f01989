import { link, mkdir, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import {
  makeFolder,
  makePlace,
  openDatabase,
  runCommand,
  startSecondSite,
  type Place,
} from "#tests/setup/calls/backup.ts";
import {
  beginUpload,
  offsetOf,
  sendPiece,
} from "#tests/setup/calls/uploads/tus-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({});
beforeEach(() => site.addFind());

const startSecond = async (place: Place) =>
  (await startSecondSite(place)).ended;
const running = (on: string) => ({
  status: 1,
  lines: [
    `Another site is running on ${on}. Stop it first, or set another DATABASE_PATH and MEDIA_DIR.`,
  ],
});
/** The path of a database elsewhere, which isn't there yet. */
async function elsewhere() {
  const { databasePath } = await makePlace();
  await mkdir(path.dirname(databasePath), { recursive: true });
  return databasePath;
}

test("a second site on the same database, also by a link, ends with one line, and touches nothing", async () => {
  const originals = () =>
    filesBelow(site.mediaDir).filter((file) => file.includes("original/"));
  const before = originals();
  expect(await startSecond(site)).toEqual(running(site.databasePath));
  expect(originals()).toEqual(before);
  expect((await site.sendFind()).status).toBe(201);
  const linked = await elsewhere();
  const place = { databasePath: linked, mediaDir: `${linked}.media` };
  await symlink(site.databasePath, linked);
  expect(await startSecond(place)).toEqual(running(linked));
  await rm(linked);
  await link(site.databasePath, linked);
  const { status, lines } = await startSecond(place);
  expect([status, lines.length]).toEqual([1, 1]);
  expect(lines[0]).toContain("has a second name (a hard link)");
  await rm(linked);
});

test("a second site with a copied database on the same store ends with one line, and its store stays whole", async () => {
  const copied = await elsewhere();
  openDatabase(site.databasePath).prepare("VACUUM INTO ?").run(copied);
  const upload = await beginUpload(site, 100);
  await sendPiece(site, upload, 0, Buffer.alloc(40));
  const second = { databasePath: copied, mediaDir: site.mediaDir };
  expect(await startSecond(second)).toEqual(running(site.mediaDir));
  expect(await offsetOf(site, upload)).toBe(40);
  const backup = path.join(await makeFolder(), "site.zip");
  expect((await runCommand("backup", site, backup)).code).toBe(0);
  expect(await runCommand("restore", second, backup)).toMatchObject({
    code: 1,
    said: expect.stringContaining(
      "The site is running on this database or store.",
    ) as string,
  });
});
