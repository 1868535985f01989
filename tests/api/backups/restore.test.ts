import { randomUUID } from "node:crypto";
import {
  appendFile,
  copyFile,
  readFile,
  rm,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import type { Manifest } from "#domain/backup/manifest.server.ts";
import { makeFolder, openDatabase } from "#tests/setup/calls/backup.ts";
import { readOriginals } from "#tests/setup/calls/filled-site.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import {
  askAnybody,
  beginRestore,
  listBackups,
  startSiteWithBackup,
  untilOpen,
} from "#tests/setup/processes/kept-backups.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

/** The finds of a site, which a restore lets go of its database. */
const uuidsOf = (site: Site) =>
  site
    .query<{ uuid: string }>("SELECT uuid FROM rock_posts")
    .map(({ uuid }) => uuid);
const uuidsIn = (file: string) =>
  openDatabase(file)
    .prepare("SELECT uuid FROM rock_posts")
    .pluck()
    .all() as string[];

async function restore(site: Site, cookie: string, name: string) {
  site.letGo();
  expect((await beginRestore(site, cookie, name)).status).toBe(202);
}

test("a restore says in the site's language that the site comes back, and then all that the backup had lost, however much it is", async () => {
  const folder = path.join(await makeFolder(), "backups");
  const env = { BACKUP_DIR: folder, SITE_LANGUAGE: "de" };
  const site = await forThisTest(startSite({ env }));
  const cookie = await site.signIn();
  const { name } = await until(
    async () => (await listBackups(site, cookie))[0],
  );
  const lost = Array.from(
    { length: 5000 },
    (_, index) => `rocks/12/${randomUUID()}/original/${index}.jpg`,
  );
  const list = path.join(folder, name, "manifest.json");
  const manifest = JSON.parse(await readFile(list, "utf8")) as Manifest;
  for (const place of lost)
    manifest.files.push({
      path: `media/${place}`,
      size: 1,
      sha256: "0".repeat(64),
    });
  await writeFile(list, JSON.stringify(manifest));

  await restore(site, cookie, name);
  const closed = await until(() => askAnybody(site, "/"));
  expect(await closed.text()).toMatch(
    /<html lang="de" dir="ltr">[^]*<h1>Gleich wieder da<.*\n.*wiederhergestellt/,
  );
  await untilOpen(site);
  const own = { cookie: await site.signIn() };
  const page = await site.fetch("/admin/backups", { headers: own });
  const told = new Set(
    (await page.text()).match(/rocks\/12\/[\w-]+\/original\/\d+\.jpg/g),
  );
  expect(lost.filter((place) => !told.has(place))).toEqual([]);
});

test("a restore brings the site back to a backup and loses no find that was confirmed; a later one brings back the state before @soak", async () => {
  const { site, cookie, folder, backup } = await startSiteWithBackup();
  const originals = await readOriginals(site.mediaDir);
  await site.addFind({ ...findFields, rockNumber: "9" });
  await site.untilIdle();

  const statuses = new Set<number>();
  const confirmed: string[] = [];
  const end = new AbortController();
  /** Sends finds, or reads, until it is told to end. */
  async function keepAsking(ask: () => Promise<Response>) {
    while (!end.signal.aborted) {
      const answer = await ask().catch(() => undefined);
      if (!answer) continue;
      statuses.add(answer.status);
      if (answer.status === 503)
        expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
      const text = await answer.text();
      if (answer.status === 201)
        confirmed.push((JSON.parse(text) as { uuid: string }).uuid);
    }
  }
  const send = () => site.sendFind({ ...findFields, rockNumber: "10" });
  const asking = [send, send, () => site.fetch("/api/rock-posts")];
  const ended = Promise.all(asking.map(keepAsking));
  const pid = site.pid();
  await restore(site, cookie, backup.name);
  expect(await untilOpen(site)).toBeGreaterThan(0);
  end.abort();
  await ended;
  expect([...statuses].sort()).toEqual([200, 201, 503]);

  expect(site.pid()).toBe(pid);
  const restored = await readOriginals(site.mediaDir);
  expect(restored).toMatchObject(originals);
  expect(Object.keys(restored).join()).not.toContain("rocks/9/");
  const before = await site.fetch("/api/backups", { headers: { cookie } });
  expect(before.status).toBe(401);
  const again = await site.signIn();
  const [newest, ...others] = await listBackups(site, again);
  expect(others).toEqual([backup]);
  const saved = uuidsIn(path.join(folder, newest!.name, "site.sqlite"));
  const kept = [...uuidsOf(site), ...saved];
  expect(confirmed.filter((uuid) => !kept.includes(uuid))).toEqual([]);

  await site.untilIdle();
  await restore(site, again, newest!.name);
  await untilOpen(site);
  expect(uuidsOf(site).sort()).toEqual(saved.sort());
  expect(await site.kill()).toBe(0);
});

test("a restore that fails leaves the site as it was, says why, and names the backup's damaged file at once @soak", async () => {
  const { site, cookie, folder, backup } = await startSiteWithBackup();
  const before = await readOriginals(site.mediaDir);
  const database = path.join(folder, backup.name, "site.sqlite");
  const copy = `${folder}.sqlite`;
  // Other backups may share the file.
  await copyFile(database, copy);
  await rm(database);
  await copyFile(copy, database);
  await appendFile(database, "more");
  await restore(site, cookie, backup.name);
  await untilOpen(site);
  expect(await readOriginals(site.mediaDir)).toEqual(before);
  const page = await site.fetch("/admin/backups", { headers: { cookie } });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("its database is not as it was");
  await until(async () => {
    const listed = await listBackups(site, cookie);
    const { damaged } = listed.find(({ name }) => name === backup.name)!;
    return damaged.join() === "site.sqlite";
  });

  // A signal ends one that is under way.
  await restore(site, cookie, backup.name);
  expect(await site.kill()).toBe(0);
  await site.restart();
  expect((await site.fetch("/")).status).toBe(200);
});
