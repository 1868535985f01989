import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
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
import {
  makeFolder,
  openDatabase,
  runCommand,
} from "#tests/setup/calls/backup.ts";
import {
  makeFilledPlace,
  readOriginals,
} from "#tests/setup/calls/filled-site.ts";
import { bearer } from "#tests/setup/calls/review-calls.ts";
import { setUpKey, setUpState } from "#tests/setup/calls/set-up-calls.ts";
import { readZip } from "#tests/setup/kept-site.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import {
  askAnybody,
  beginRestore,
  listBackups,
  untilOpen,
  useFilledSiteWithBackup,
  useSiteWithBackup,
} from "#tests/setup/processes/kept-backups.ts";
import { until } from "#tests/setup/until.ts";
import {
  call,
  cookie,
  expectStatuses,
  get,
  send,
  setUpSite,
  site,
  statusAt,
  statusOf,
  textAt,
  useOwnSite,
} from "#tests/setup/vitest/site.ts";

setUpSite();

const FINDS = "SELECT uuid FROM rock_posts";

test("without BACKUP_DIR there are no backups, and no address finds one", async () => {
  expect(await listBackups()).toEqual([]);
  expect(await call("POST /api/backups")).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("BACKUP_DIR") as string },
  });
  for (const name of ["..%2f..", "%2e%2e", "20200101T000000Z", "."])
    await expectStatuses([
      [`GET /api/backups/${name}/download`, 404],
      [`POST /api/backups/${name}/restore`, 404],
    ]);
});

test("backups are listed, made at once, and downloaded as a file @soak", async () => {
  const { backup } = await useFilledSiteWithBackup();
  const sound = { complete: true, checked_dt: null, damaged: [] };
  expect(backup).toMatchObject(sound);
  expect(backup.name).toMatch(/^\d{8}T\d{6}Z$/);
  expect(backup.bytes).toBeGreaterThan(10_000);

  const { job_id } = (await call("POST /api/backups")).body;
  await site.untilIdle();
  const job = await call(`GET /api/jobs/${job_id}`);
  expect(job.body.message).toMatch(/^\d+ pictures$/);
  const [newest, ...others] = await listBackups();
  expect(others).toEqual([backup]);
  expect(newest!.name > backup.name).toBe(true);

  const download = await send(`GET /api/backups/${newest!.name}/download`);
  expect(download.headers.get("content-type")).toBe("application/zip");
  const file = path.join(await makeFolder(), "backup.zip");
  await writeFile(file, await download.bytes());
  expect((await readZip(file)).keys()).toContain("manifest.json");
});

test("a restore says in the site's language that the site comes back, and then all that the backup had lost, however much it is", async () => {
  const { folder, backup } = await useSiteWithBackup({ SITE_LANGUAGE: "de" });
  const lost = Array.from(
    { length: 5000 },
    (_, index) => `rocks/12/${randomUUID()}/original/${index}.jpg`,
  );
  const list = path.join(folder, backup.name, "manifest.json");
  const manifest = JSON.parse(await readFile(list, "utf8")) as Manifest;
  const sha256 = "0".repeat(64);
  for (const place of lost)
    manifest.files.push({ path: `media/${place}`, size: 1, sha256 });
  await writeFile(list, JSON.stringify(manifest));

  await beginRestore(backup.name);
  // Whoever began it loads the page again, on a slow machine half a second later.
  for (const start = performance.now(); performance.now() - start < 500;)
    expect((await askAnybody())?.status).toBe(503);
  const closed = await until(askAnybody);
  // A page that is sending a find waits then.
  expect(closed.headers.get("site-restoring")).toBe("true");
  expect(await closed.text()).toMatch(
    /<html lang="de" dir="ltr">[^]*<h1>Gleich wieder da<.*\n.*wiederhergestellt/,
  );
  await untilOpen();
  const page = await textAt("/admin/backups", { cookie: await site.signIn() });
  const told = new Set(page.match(/rocks\/12\/[\w-]+\/original\/\d+\.jpg/g));
  expect(lost.filter((place) => !told.has(place))).toEqual([]);
});

test("a restore brings the site back to a backup and loses no find that was confirmed; a later one brings back the state before @soak", async () => {
  const { folder, backup } = await useFilledSiteWithBackup();
  const originals = await readOriginals(site.mediaDir);
  await site.addFind({ ...findFields, rockNumber: "9" });
  await site.untilIdle();

  const statuses = new Set<number>();
  const confirmed: string[] = [];
  const end = new AbortController();
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
  const sendOne = () => site.sendFind({ ...findFields, rockNumber: "10" });
  const asking = [sendOne, sendOne, () => get("/api/rock-posts")];
  const ended = Promise.all(asking.map(keepAsking));
  const pid = site.pid();
  await beginRestore(backup.name);
  expect(await untilOpen()).toBeGreaterThan(0);
  end.abort();
  await ended;
  expect([...statuses].sort()).toEqual([200, 201, 503]);

  expect(site.pid()).toBe(pid);
  const restored = await readOriginals(site.mediaDir);
  expect(restored).toMatchObject(originals);
  expect(Object.keys(restored).join()).not.toContain("rocks/9/");
  expect(await statusAt("/api/backups", { cookie })).toBe(401);
  const again = { cookie: await site.signIn() };
  const [newest, ...others] = await listBackups(again);
  expect(others).toEqual([backup]);
  const made = openDatabase(path.join(folder, newest!.name, "site.sqlite"));
  const saved = made.prepare(FINDS).pluck().all() as string[];
  const uuids = () => site.column(FINDS);
  const kept = [...uuids(), ...saved];
  expect(confirmed.filter((uuid) => !kept.includes(uuid))).toEqual([]);

  await site.untilIdle();
  await beginRestore(newest!.name, again);
  await untilOpen();
  expect(uuids().sort()).toEqual(saved.sort());
  expect(await site.kill()).toBe(0);
});

test("a restore that fails leaves the site as it was, and says why @soak", async () => {
  const { folder, backup } = await useFilledSiteWithBackup();
  const before = await readOriginals(site.mediaDir);
  const database = path.join(folder, backup.name, "site.sqlite");
  const copy = `${folder}.sqlite`;
  // Other backups may share the file.
  await copyFile(database, copy);
  await rm(database);
  await copyFile(copy, database);
  await appendFile(database, "more");
  await beginRestore(backup.name);
  await untilOpen();
  expect(await readOriginals(site.mediaDir)).toEqual(before);
  expect(await textAt("/admin/backups", { cookie })).toContain(
    "its database is not as it was",
  );

  // A signal ends one that is under way.
  await beginRestore(backup.name);
  expect(await site.kill()).toBe(0);
  await site.restart();
  expect(await statusAt("/")).toBe(200);
});

const keyed = () => bearer(setUpKey(site.lines));

test("the link of the set-up alone restores a backup, and is another one if that has no password @soak", async () => {
  const filled = await makeFilledPlace();
  const folder = await makeFolder();
  await runCommand("backup", filled, folder);
  const [backup] = readdirSync(folder);
  await useOwnSite({ ADMIN_PASSWORD: "", BACKUP_DIR: folder });
  const restore = (body: object, headers = keyed()) =>
    statusOf("POST /api/setup/restore", body, headers);
  const listed = await call("GET /api/setup/backups", undefined, keyed());
  expect(listed.body).toMatchObject({ backups: [{ name: backup }] });
  expect(await statusAt("/api/setup/backups")).toBe(401);
  expect(await restore({ backup }, bearer("no"))).toBe(401);
  expect(await restore({})).toBe(400);
  for (const wrong of [{ backup: "../x" }, { upload: "../../site" }])
    expect(await restore(wrong)).toBe(404);

  const key = setUpKey(site.lines);
  site.letGo();
  expect(await restore({ backup })).toBe(202);
  await untilOpen();
  expect(await readOriginals(site.mediaDir)).toEqual(
    await readOriginals(filled.mediaDir),
  );
  expect(await setUpState(site)).toBe(200);
  expect(setUpKey(site.lines)).not.toBe(key);
});
