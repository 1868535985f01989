import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import {
  makeFolder,
  makePlace,
  openDatabase,
  runCommand,
  runNpmCommand,
  startCommand,
} from "#tests/setup/calls/backup.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { isRunning } from "#tests/setup/processes/child.ts";
import { startJob } from "#tests/setup/calls/jobs.ts";
import { listSnapshots } from "#domain/backup/snapshots.server.ts";
import { expectWhole } from "#tests/setup/own-store.ts";
import { startThere } from "#tests/setup/processes/copied-site.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";
import {
  hashOf,
  listOriginals,
  listShownPictures,
  makeFilledPlace,
  OPEN,
  readOriginals,
  readSite,
  startFilledSite,
} from "#tests/setup/calls/filled-site.ts";

describe("a backup", () => {
  test("restored into an empty place is the same site: every answer, every original, every picture @soak", async () => {
    const site = await startFilledSite();
    const file = path.join(await makeFolder(), "site.zip");
    expect(await runNpmCommand("backup", site, file)).toMatchObject({
      code: 0,
    });

    const place = await makePlace();
    expect(await runNpmCommand("restore", place, file)).toMatchObject({
      code: 0,
    });
    const restored = await startThere(place, {
      ...OPEN,
      ADMIN_PASSWORD: site.adminPassword,
    });
    await restored.untilIdle();

    const before = await readSite(site);
    expect(Object.keys(before.pictures)).toHaveLength(1 + 4 * 3 + 2 * 3 + 3);
    expect(await readSite(restored)).toEqual(before);
    expect(await readOriginals(place.mediaDir)).toEqual(
      await readOriginals(site.mediaDir),
    );
    expect(restored.query("SELECT DISTINCT state FROM jobs")).toEqual([
      { state: "succeeded" },
    ]);
  });

  test("taken while 20 uploaders and a regenerate run restores whole, and serves every shown photo @soak", async () => {
    const site = await startFilledSite();
    const cookie = await site.signIn();
    const file = path.join(await makeFolder(), "site.zip");

    const sent: string[] = [];
    let isOver = false;
    const uploaders = Array.from({ length: 20 }, async (_, n) => {
      while (!isOver) {
        const answer = await site.sendFind(
          { ...findFields, rockNumber: String(n + 1) },
          [n % 2 ? "progressive.jpg" : "plain.png"],
        );
        expect(answer.status).toBe(201);
        sent.push(((await answer.json()) as { uuid: string }).uuid);
      }
    });
    /** Deletes and renumbers finds, but leaves at least 20, so that the data change while the backup reads them. */
    const admin = (async () => {
      for (let n = 0; !isOver; n++) {
        const rows = site.query<{ rps_key: number }>(
          "SELECT rps_key FROM rock_posts ORDER BY rps_key DESC",
        );
        const address = `${site.baseURL}/api/journey-admin/${rows[0]!.rps_key}`;
        await fetch(
          address,
          n % 2 === 0 && rows.length > 20
            ? { method: "DELETE", headers: { cookie } }
            : {
                method: "PUT",
                headers: { cookie, "Content-Type": "application/json" },
                body: JSON.stringify({ ...findFields, rock_number: 500 + n }),
              },
        );
      }
    })();
    await startJob(site, cookie, "/api/create-images", {
      path: "media",
      regenerate: true,
    });
    await until(() => (sent.length >= 24 ? true : undefined));
    const acknowledged = [...sent];
    const listUuids = () =>
      new Set(
        site
          .query<{ uuid: string }>("SELECT uuid FROM rock_posts")
          .map(({ uuid }) => uuid),
      );
    const made = await runCommand("backup", site, file);
    const stillThere = listUuids();
    isOver = true;
    await Promise.all([...uploaders, admin]);
    expect(made.said).toContain("Backed up the database");
    expect(made.said).not.toContain("Missing");
    expect(made.code).toBe(0);

    const place = await makePlace();
    const done = await runCommand("restore", place, file);
    expect(done.said).not.toContain("Missing");
    expect(done.code).toBe(0);
    const db = openDatabase(place.databasePath);
    expect(db.pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
    expect(db.pragma("foreign_key_check")).toEqual([]);
    const uuids = db.prepare("SELECT uuid FROM rock_posts").pluck().all();
    expect(
      acknowledged.filter(
        (uuid) => stillThere.has(uuid) && !uuids.includes(uuid),
      ),
    ).toEqual([]);

    const restored = await startThere(place, OPEN);
    await restored.untilIdle();
    expect(
      restored.query(
        "SELECT count(*) AS n FROM rock_post_images WHERE NOT ready",
      ),
    ).toEqual([{ n: 0 }]);
    const pictures = await listShownPictures(restored);
    expect(pictures.length).toBeGreaterThan(40);
    for (const address of pictures) {
      const answer = await restored.fetch(address);
      expect(answer.status, address).toBe(200);
      expect(answer.headers.get("content-type")).toBe("image/webp");
    }
    const known = new Set(
      await Promise.all(
        ["progressive.jpg", "plain.png", "photo.avif"].map(async (name) =>
          hashOf(await readFile(fixture(name))),
        ),
      ),
    );
    for (const [original, hash] of Object.entries(
      await readOriginals(path.join(place.mediaDir, "rocks")),
    ))
      expect(known.has(hash), original).toBe(true);
  });

  test("says so if an original is lost, and has all the others @soak", async () => {
    const filled = await makeFilledPlace();
    const [lost] = listOriginals(path.join(filled.mediaDir, "rocks"));
    await rm(path.join(filled.mediaDir, "rocks", lost!));
    const file = path.join(await makeFolder(), "site.zip");
    const { code, said } = await runCommand("backup", filled, file);
    expect(said).toContain("Missing from the store, or not readable: 1 of");
    expect(said).toContain(lost);
    expect(code).toBe(0);
    const place = await makePlace();
    const done = await runCommand("restore", place, file);
    expect(done.said).toContain("Missing from the backup: 1 of");
    expect(done.said).toContain(lost);
    expect(done.code).toBe(0);
  });

  test("that is killed leaves the one before it whole, and the next clears up after it @soak", async () => {
    const filled = await makeFilledPlace();
    const folder = await makeFolder();
    const file = path.join(folder, "site.zip");
    await runCommand("backup", filled, file);
    const before = hashOf(await readFile(file));
    const { child, ended } = startCommand("backup", filled, file);
    await until(async () =>
      (await readdir(folder)).includes("site.zip.making") || !isRunning(child)
        ? true
        : undefined,
    );
    child.kill("SIGKILL");
    await ended;
    expect(hashOf(await readFile(file))).toBe(before);
    await runCommand("backup", filled, file);
    expect(await readdir(folder)).toEqual(["site.zip"]);
  });

  test("of a folder makes a snapshot in it, and two at once wait for each other @soak", async () => {
    const filled = await makeFilledPlace();
    const folder = await makeFolder();
    const both = await Promise.all([
      runCommand("backup", filled, folder),
      runCommand("backup", filled, folder),
    ]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(await listSnapshots(folder)).toHaveLength(2);
    expect(await readdir(folder)).toHaveLength(2);
    for (const { path: made } of await listSnapshots(folder))
      expect((await expectWhole(made)).complete).toBe(true);
  });

  test("needs a database to be taken of, and a file to go to @soak", async () => {
    const place = await makePlace();
    const nothing = await runCommand("backup", place, "/tmp/never.zip");
    expect(nothing).toMatchObject({ code: 1 });
    expect(nothing.said).toContain("There is no site here");
    const unnamed = await runCommand("backup", place, "");
    expect(unnamed).toMatchObject({ code: 1 });
    expect(unnamed.said).toContain("npm run backup -- FILE");
    const filled = await makeFilledPlace();
    const nowhere = await runCommand("backup", filled, "/dev/null/rocks.zip");
    expect(nowhere).toMatchObject({
      code: 1,
      said: expect.stringMatching(
        /^\/dev\/null\S* can't be written: not a directory\.$/,
      ) as string,
    });
  });
});

describe("a site with BACKUP_DIR", () => {
  /** A second before the next is due. */
  const almostDue = () =>
    new Date(Date.now() - 59_000).toISOString().replace(/[-:]|\.\d+/g, "");

  test("makes a snapshot when one is due, also if nothing has changed, and lets archives stay @soak", async () => {
    const folder = await makeFolder();
    const archive = "site-20200101T030000Z.tar";
    await writeFile(path.join(folder, archive), "");
    const before = almostDue();
    await mkdir(path.join(folder, before));
    await writeFile(
      path.join(folder, before, "manifest.json"),
      '{"files": [], "complete": true}',
    );
    const site = await forThisTest(
      startSite({
        env: {
          ...OPEN,
          BACKUP_DIR: folder,
          BACKUP_EVERY: "1m",
          BACKUP_KEEP: "1",
        },
      }),
    );
    const made = await until(async () => {
      const there = (await readdir(folder)).sort();
      return there.length === 2 && there[0] !== before ? there[0] : undefined;
    });
    expect(await readdir(folder)).toContain(archive);
    await until(() =>
      site.query("SELECT 1 FROM reports").length > 0 ? true : undefined,
    );
    expect(site.query("SELECT name, result FROM reports")).toEqual([
      {
        name: "backup",
        result: '{"ok":true,"complete":true,"missing":0,"damaged":0}',
      },
    ]);
    const place = await makePlace();
    expect(
      await runCommand("restore", place, path.join(folder, made!)),
    ).toMatchObject({ code: 0 });
  });

  test("says in the log and on the dashboard that a snapshot is not complete @soak", async () => {
    const filled = await makeFilledPlace();
    const [lost] = listOriginals(path.join(filled.mediaDir, "rocks"));
    await rm(path.join(filled.mediaDir, "rocks", lost!));
    const folder = await makeFolder();
    const site = await startThere(filled, {
      ...OPEN,
      ADMIN_PASSWORD: filled.adminPassword,
      BACKUP_DIR: folder,
    });
    const line = await until(() =>
      site.lines.find((line) => line.includes("that is not complete")),
    );
    expect(JSON.parse(line)).toMatchObject({
      level: "error",
      missing: 1,
      damaged: 0,
    });
    const cookie = await site.signIn();
    await until(async () =>
      (
        await site
          .fetch("/admin", {
            headers: { cookie, "Sec-Fetch-Dest": "empty" },
          })
          .then((answer) => answer.text())
      ).includes("1 missing")
        ? true
        : undefined,
    );
  });

  test("logs why one fails, and goes on @soak", async () => {
    const folder = await makeFolder();
    await writeFile(path.join(folder, "file"), "");
    const site = await forThisTest(
      startSite({
        env: { ...OPEN, BACKUP_DIR: path.join(folder, "file") },
      }),
    );
    await until(() =>
      site.lines.find((line) => line.includes("the backup failed")),
    );
    expect((await fetch(site.baseURL)).status).toBe(200);
  });
});
