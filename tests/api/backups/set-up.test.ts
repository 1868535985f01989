import { randomFillSync } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { makeFolder, runCommand } from "#tests/setup/calls/backup.ts";
import {
  makeFilledPlace,
  readOriginals,
} from "#tests/setup/calls/filled-site.ts";
import {
  NEW_PASSWORD,
  postSetUp,
  setUpKey,
  setUpState,
} from "#tests/setup/calls/set-up-calls.ts";
import { listBackups, untilOpen } from "#tests/setup/processes/kept-backups.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

/** Of the large picture. `RESTORE_MB=2000` sends as much as a grown site has. */
const MB = Number(process.env.RESTORE_MB ?? 20);
const PIECE = 8_000_000;

const startEmpty = (env: Record<string, string> = {}) =>
  forThisTest(startSite({ env: { ADMIN_PASSWORD: "", ...env } }));

const keyed = (site: Site) => ({
  Authorization: `Bearer ${setUpKey(site.lines)}`,
});

const restore = async (site: Site, body: object, headers = keyed(site)) => {
  const { status } = await site.fetch("/api/setup/restore", {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return status;
};

const listKept = (site: Site) =>
  site.fetch("/api/setup/backups", { headers: keyed(site) });

/** Sends a file in pieces by tus. */
async function sendFile(site: Site, bytes: Buffer<ArrayBuffer>) {
  const headers = { ...keyed(site), "Tus-Resumable": "1.0.0" };
  const begun = await site.fetch("/api/setup/uploads", {
    method: "POST",
    headers: { ...headers, "Upload-Length": String(bytes.length) },
  });
  const address = begun.headers.get("location")!;
  for (let at = 0; at < bytes.length; at += PIECE) {
    const sent = await site.fetch(address, {
      method: "PATCH",
      headers: {
        ...headers,
        "Upload-Offset": String(at),
        "Content-Type": "application/offset+octet-stream",
      },
      body: bytes.subarray(at, at + PIECE),
    });
    expect(sent.status).toBe(204);
  }
  return address.split("/").at(-1)!;
}

test("a site is set up with a backup of BACKUP_DIR, whose password it then has @soak", async () => {
  const folder = path.join(await makeFolder(), "backups");
  const old = await startEmpty({ BACKUP_DIR: folder });
  const { cookie } = await postSetUp(old);
  await old.sendFind();
  await old.untilIdle();
  await old.fetch("/api/backups", { method: "POST", headers: { cookie } });
  await until(async () => (await listBackups(old, cookie))[0]);
  // Its plan may make a second one.
  await old.untilIdle();
  await old.kill();
  const backups = readdirSync(folder)
    .filter((name) => /^\d/.test(name))
    .sort()
    .reverse();

  const site = await startEmpty({ BACKUP_DIR: folder });
  const listed = (await (await listKept(site)).json()) as {
    backups: { name: string }[];
    chosen: string;
  };
  // It has made none of its own emptiness.
  expect(listed.backups.map(({ name }) => name)).toEqual(backups);
  expect(listed.chosen).toBe(backups[0]);
  expect((await site.fetch("/api/setup/backups")).status).toBe(401);
  const body = { backup: backups[0] };
  const wrong = { Authorization: "Bearer no" };
  expect(await restore(site, body, wrong)).toBe(401);
  expect(await restore(site, {})).toBe(400);
  expect(await restore(site, { backup: "../x" })).toBe(404);

  site.letGo();
  expect(await restore(site, body)).toBe(202);
  await untilOpen(site);
  expect(await readOriginals(site.mediaDir)).toEqual(
    await readOriginals(old.mediaDir),
  );
  expect(await setUpState(site)).toBe(410);
  expect(await site.signIn(NEW_PASSWORD)).toContain("admin=");
});

test("a site is set up with a large file, but not with one that is no backup; its link changes if that has no password @soak", async () => {
  const site = await startEmpty();
  expect(await restore(site, { upload: "../../site" })).toBe(404);
  const none = await sendFile(site, Buffer.from("no zip at all".repeat(1000)));
  site.letGo();
  expect(await restore(site, { upload: none })).toBe(202);
  await untilOpen(site);
  expect(await (await listKept(site)).json()).toMatchObject({
    error: expect.stringContaining("no whole backup") as string,
  });

  const filled = await makeFilledPlace();
  const large = Buffer.alloc(MB * 1_000_000);
  for (let at = 0; at < large.length; at += 1_000_000)
    randomFillSync(large, at, 1_000_000);
  await writeFile(path.join(filled.mediaDir, "bkg/home_bkg.webp"), large);
  const file = path.join(await makeFolder(), "backup.zip");
  await runCommand("backup", filled, file);
  const upload = await sendFile(site, await readFile(file));
  const key = setUpKey(site.lines);
  site.letGo();
  expect(await restore(site, { upload })).toBe(202);
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
