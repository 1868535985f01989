import path from "node:path";
import { describe, expect, test } from "vitest";
import { openDatabase } from "#tests/setup/calls/backup.ts";
import { readOriginals } from "#tests/setup/calls/filled-site.ts";
import {
  beginRestore,
  listBackups,
  startSiteWithBackup,
  untilOpen,
} from "#tests/setup/calls/kept-backups.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";

const uuidsIn = (file: string) =>
  openDatabase(file)
    .prepare<[], { uuid: string }>("SELECT uuid FROM rock_posts")
    .all()
    .map(({ uuid }) => uuid);

describe("a restore in the browser", () => {
  test("brings the site back to a backup, and a later one to the state before", async () => {
    const { site, cookie, folder, backup } = await startSiteWithBackup();
    const originals = await readOriginals(site.mediaDir);
    const sent = await site.sendFind({ ...findFields, rockNumber: "9" });
    const { uuid } = (await sent.json()) as { uuid: string };
    await site.untilIdle();
    const later = await readOriginals(site.mediaDir);

    const pid = site.pid();
    site.letGo();
    expect((await beginRestore(site, cookie, backup.name)).status).toBe(202);
    const waiting = await site.fetch("/map");
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
});
