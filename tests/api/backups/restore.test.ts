import { randomUUID } from "node:crypto";
import {
  appendFile,
  copyFile,
  readFile,
  rm,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Manifest } from "#domain/backup/manifest.server.ts";
import { openDatabase } from "#tests/setup/calls/backup.ts";
import { readOriginals } from "#tests/setup/calls/filled-site.ts";
import {
  askAnybody,
  beginRestore,
  listBackups,
  startSiteWithBackup,
  untilOpen,
} from "#tests/setup/processes/kept-backups.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import type { Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";

const uuidsIn = (file: string) =>
  openDatabase(file)
    .prepare<[], { uuid: string }>("SELECT uuid FROM rock_posts")
    .all()
    .map(({ uuid }) => uuid);

/** Sends finds, or reads, until it is told to end. Notes what was answered, and which finds were confirmed. */
function keepAsking(site: Site) {
  const statuses = new Set<number>();
  const confirmed: string[] = [];
  const end = new AbortController();
  const note = (answer: Response) => {
    statuses.add(answer.status);
    if (answer.status === 503)
      expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
  };
  async function send() {
    while (!end.signal.aborted) {
      const answer = await site
        .sendFind({ ...findFields, rockNumber: "9" })
        .catch(() => undefined);
      if (!answer) continue;
      note(answer);
      const said = (await answer.json()) as { uuid?: string };
      if (answer.status === 201) confirmed.push(said.uuid!);
    }
  }
  async function read(address: string) {
    while (!end.signal.aborted) {
      const answer = await askAnybody(site, address);
      if (!answer) continue;
      note(answer);
      await answer.arrayBuffer();
    }
  }
  const asking = Promise.all([
    send(),
    send(),
    read("/map"),
    read("/api/rock-posts"),
  ]);
  return {
    statuses,
    confirmed,
    async end() {
      end.abort();
      await asking;
    },
  };
}

describe("a restore in the browser", () => {
  test("brings the site back to a backup, and a later one to the state before @soak", async () => {
    const { site, cookie, folder, backup } = await startSiteWithBackup();
    const originals = await readOriginals(site.mediaDir);
    const sent = await site.sendFind({ ...findFields, rockNumber: "9" });
    const { uuid } = (await sent.json()) as { uuid: string };
    await site.untilIdle();
    const later = await readOriginals(site.mediaDir);

    const pid = site.pid();
    site.letGo();
    expect((await beginRestore(site, cookie, backup.name)).status).toBe(202);
    const waiting = await until(() => askAnybody(site, "/map"));
    expect(waiting.status).toBe(503);
    expect(waiting.headers.get("content-type")).toContain("text/html");
    expect(await waiting.text()).toContain("comes back by itself");
    expect(await untilOpen(site)).toBeGreaterThan(0);

    expect(site.pid()).toBe(pid);
    expect(await readOriginals(site.mediaDir)).toEqual(originals);
    const old = await site.fetch("/api/backups", { headers: { cookie } });
    expect(old.status).toBe(401);
    const again = await site.signIn();
    const [newest, ...others] = await listBackups(site, again);
    expect(others).toEqual([backup]);
    expect(uuidsIn(path.join(folder, newest!.name, "site.sqlite"))).toContain(
      uuid,
    );

    await site.untilIdle();
    site.letGo();
    expect((await beginRestore(site, again, newest!.name)).status).toBe(202);
    await untilOpen(site);
    expect(await readOriginals(site.mediaDir)).toEqual(later);
    expect(await site.kill()).toBe(0);
  });

  test("answers meanwhile, and loses no find that was confirmed @soak", async () => {
    const { site, cookie, folder, backup } = await startSiteWithBackup();
    const asking = keepAsking(site);
    site.letGo();
    expect((await beginRestore(site, cookie, backup.name)).status).toBe(202);
    await untilOpen(site);
    await asking.end();
    expect([...asking.statuses].sort()).toEqual([200, 201, 503]);

    const [newest] = await listBackups(site, await site.signIn());
    const kept = [
      ...uuidsIn(site.databasePath),
      ...uuidsIn(path.join(folder, newest!.name, "site.sqlite")),
    ];
    expect(asking.confirmed.filter((uuid) => !kept.includes(uuid))).toEqual([]);
  });

  test("that fails leaves the site as it was, says why, and names the backup's damaged file at once @soak", async () => {
    const { site, cookie, folder, backup } = await startSiteWithBackup();
    const before = await readOriginals(site.mediaDir);
    const database = path.join(folder, backup.name, "site.sqlite");
    const copy = `${folder}.sqlite`;
    // Other backups may share the file.
    await copyFile(database, copy);
    await rm(database);
    await copyFile(copy, database);
    await appendFile(database, "more");
    site.letGo();
    expect((await beginRestore(site, cookie, backup.name)).status).toBe(202);
    await untilOpen(site);
    expect(await readOriginals(site.mediaDir)).toEqual(before);
    const page = await site.fetch("/admin/backups", { headers: { cookie } });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("its database is not as it was");
    const named = await until(async () => {
      const listed = await listBackups(site, cookie);
      const { damaged } = listed.find(({ name }) => name === backup.name)!;
      return damaged.length > 0 ? damaged : undefined;
    });
    expect(named).toEqual(["site.sqlite"]);
  });

  test("says in the site's language that it comes back, and then all that the backup had lost, however much it is", async () => {
    const { site, cookie, folder, backup } = await startSiteWithBackup({
      SITE_LANGUAGE: "de",
    });
    const lost = Array.from(
      { length: 5000 },
      (_, index) => `rocks/12/${randomUUID()}/original/${index}.jpg`,
    );
    const list = path.join(folder, backup.name, "manifest.json");
    const { files, ...others } = JSON.parse(
      await readFile(list, "utf8"),
    ) as Manifest;
    for (const place of lost)
      files.push({ path: `media/${place}`, size: 1, sha256: "0".repeat(64) });
    await writeFile(list, JSON.stringify({ ...others, files }));

    site.letGo();
    expect((await beginRestore(site, cookie, backup.name)).status).toBe(202);
    const closed = await until(() => askAnybody(site, "/"));
    expect(await closed.text()).toMatch(
      /<html lang="de" dir="ltr">[^]*<h1>Gleich wieder da<.*\n.*wiederhergestellt/,
    );
    await untilOpen(site);
    const page = await site.fetch("/admin/backups", {
      headers: { cookie: await site.signIn() },
    });
    const text = await page.text();
    expect(lost.filter((place) => !text.includes(place))).toEqual([]);
  });

  test("ends with a signal @soak", async () => {
    const { site, cookie, backup } = await startSiteWithBackup();
    site.letGo();
    expect((await beginRestore(site, cookie, backup.name)).status).toBe(202);
    expect(await site.kill()).toBe(0);
    await site.restart();
    expect((await site.fetch("/")).status).toBe(200);
  });
});
