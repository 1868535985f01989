import { randomFillSync } from "node:crypto";
import { readdirSync } from "node:fs";
import { open, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { makeFolder, runCommand } from "#tests/setup/calls/backup.ts";
import {
  makeFilledPlace,
  readOriginals,
} from "#tests/setup/calls/filled-site.ts";
import { listBackups, untilOpen } from "#tests/setup/processes/kept-backups.ts";
import {
  NEW_PASSWORD,
  postSetUp,
  setUpKey,
  setUpState,
} from "#tests/setup/calls/set-up-calls.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

/** Of the large picture. `RESTORE_MB=2000` sends as much as a grown site has. */
const MB = Number(process.env.RESTORE_MB ?? 20);

const startEmpty = (env: Record<string, string> = {}) =>
  forThisTest(startSite({ env: { ADMIN_PASSWORD: "", ...env } }));

const keyed = (site: Site) => ({
  Authorization: `Bearer ${setUpKey(site.lines)}`,
});

const restore = (site: Site, body: object, headers = keyed(site)) =>
  site.fetch("/api/setup/restore", {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

/** Sends a file by tus. The first two pieces are cut in the middle. */
async function sendFile(site: Site, file: string) {
  const { size } = await stat(file);
  const headers = { ...keyed(site), "Tus-Resumable": "1.0.0" };
  const begun = await site.fetch("/api/setup/uploads", {
    method: "POST",
    headers: { ...headers, "Upload-Length": String(size) },
  });
  expect(begun.status).toBe(201);
  const address = begun.headers.get("location")!;
  const opened = await open(file);
  for (let cuts = 0; ; cuts++) {
    const head = await site.fetch(address, { method: "HEAD", headers });
    const offset = Number(head.headers.get("upload-offset"));
    if (offset === size) break;
    const cut = new AbortController();
    const rest = opened.createReadStream({ start: offset, autoClose: false });
    async function* chunks() {
      let sent = 0;
      for await (const chunk of rest as AsyncIterable<Buffer>) {
        if (cuts < 2 && (sent += chunk.length) > size / 3) cut.abort();
        yield chunk;
      }
    }
    await site
      .fetch(address, {
        method: "PATCH",
        headers: {
          ...headers,
          "Upload-Offset": String(offset),
          "Content-Type": "application/offset+octet-stream",
        },
        body: chunks() as unknown as BodyInit,
        duplex: "half",
        signal: cut.signal,
      } as RequestInit)
      .catch(() => undefined);
  }
  await opened.close();
  return address.split("/").at(-1)!;
}

describe("a site is set up", () => {
  test("with a backup of BACKUP_DIR, whose password it then has @soak", async () => {
    const folder = path.join(await makeFolder(), "backups");
    const old = await startEmpty({ BACKUP_DIR: folder });
    const { cookie } = await postSetUp(old);
    await old.sendFind();
    await old.untilIdle();
    await old.fetch("/api/backups", { method: "POST", headers: { cookie } });
    await until(async () =>
      (await listBackups(old, cookie)).length > 0 ? true : undefined,
    );
    // Its plan may make a second one.
    await old.untilIdle();
    await old.kill();
    const backups = readdirSync(folder)
      .filter((name) => /^\d/.test(name))
      .sort()
      .reverse();

    const site = await startEmpty({ BACKUP_DIR: folder });
    const kept = await site.fetch("/api/setup/backups", {
      headers: keyed(site),
    });
    const listed = (await kept.json()) as {
      backups: { name: string }[];
      chosen: string;
    };
    // It has made none of its own emptiness.
    expect(listed.backups.map(({ name }) => name)).toEqual(backups);
    expect(listed.chosen).toBe(backups[0]);
    expect((await site.fetch("/api/setup/backups")).status).toBe(401);
    const wrong = { Authorization: "Bearer no" };
    const body = { backup: backups[0] };
    expect((await restore(site, body, wrong)).status).toBe(401);
    expect((await restore(site, {})).status).toBe(400);
    expect((await restore(site, { backup: "../x" })).status).toBe(404);

    site.letGo();
    expect((await restore(site, body)).status).toBe(202);
    await untilOpen(site);
    expect(await readOriginals(site.mediaDir)).toEqual(
      await readOriginals(old.mediaDir),
    );
    expect(await setUpState(site)).toBe(410);
    expect(await site.signIn(NEW_PASSWORD)).toContain("admin=");
  });

  test("with a large file that was cut twice on its way, and offers a link again if that has no password @soak", async () => {
    const filled = await makeFilledPlace();
    const large = Buffer.alloc(MB * 1_000_000);
    for (let at = 0; at < large.length; at += 1_000_000)
      randomFillSync(large, at, 1_000_000);
    await writeFile(path.join(filled.mediaDir, "bkg/home_bkg.webp"), large);
    const file = path.join(await makeFolder(), "backup.zip");
    await runCommand("backup", filled, file);

    const site = await startEmpty();
    const upload = await sendFile(site, file);
    const key = setUpKey(site.lines);
    site.letGo();
    expect((await restore(site, { upload })).status).toBe(202);
    await untilOpen(site);
    expect(await readOriginals(site.mediaDir)).toEqual(
      await readOriginals(filled.mediaDir),
    );
    expect(await setUpState(site)).toBe(200);
    expect(setUpKey(site.lines)).not.toBe(key);
    await expect(readFile(site.inStore("tmp/backups", upload))).rejects.toThrow(
      "ENOENT",
    );
  });

  test("with no file that isn't there or is no backup, and then as before @soak", async () => {
    const site = await startEmpty();
    expect((await restore(site, { upload: "../../site" })).status).toBe(404);
    const file = path.join(await makeFolder(), "no.zip");
    await writeFile(file, "no zip at all".repeat(1000));
    const upload = await sendFile(site, file);
    site.letGo();
    expect((await restore(site, { upload })).status).toBe(202);
    await untilOpen(site);
    const kept = await site.fetch("/api/setup/backups", {
      headers: keyed(site),
    });
    expect(await kept.json()).toMatchObject({
      error: expect.stringContaining("no whole backup"),
    });
  });
});
