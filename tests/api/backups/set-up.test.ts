import { randomFillSync } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { makeFolder, runCommand } from "#tests/setup/calls/backup.ts";
import {
  makeFilledPlace,
  readOriginals,
} from "#tests/setup/calls/filled-site.ts";
import { bearer } from "#tests/setup/calls/review-calls.ts";
import {
  NEW_PASSWORD,
  postSetUp,
  setUpKey,
  setUpState,
} from "#tests/setup/calls/set-up-calls.ts";
import { listBackups, untilOpen } from "#tests/setup/processes/kept-backups.ts";
import { until } from "#tests/setup/until.ts";
import {
  call,
  get,
  site,
  statusAt,
  statusOf,
  useOwnSite,
} from "#tests/setup/vitest/site.ts";

/** Of the large picture. `RESTORE_MB=2000` sends as much as a grown site has. */
const MB = Number(process.env.RESTORE_MB ?? 20);
const PIECE = 8_000_000;

const keyed = () => bearer(setUpKey(site.lines));
const restore = (body: object, headers = keyed()) =>
  statusOf("POST /api/setup/restore", body, headers);
const listKept = async () =>
  (await get("/api/setup/backups", keyed())).json() as Promise<object>;

/** Restores what can be. */
async function restoreNow(body: object) {
  site.letGo();
  expect(await restore(body)).toBe(202);
  await untilOpen();
}

/** Sends a file in pieces by tus. */
async function sendFile(bytes: Buffer<ArrayBuffer>) {
  const headers = { ...keyed(), "Tus-Resumable": "1.0.0" };
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
  const env = { ADMIN_PASSWORD: "", BACKUP_DIR: folder };
  const old = await useOwnSite(env);
  const { cookie } = await postSetUp(old);
  await old.sendFind();
  await old.untilIdle();
  await call("POST /api/backups", undefined, { cookie });
  await until(async () => (await listBackups({ cookie }))[0]);
  // Its plan may make a second one.
  await old.untilIdle();
  await old.kill();
  const backups = readdirSync(folder)
    .filter((name) => /^\d/.test(name))
    .sort()
    .reverse();

  await useOwnSite(env);
  // It has made none of its own emptiness.
  expect(await listKept()).toMatchObject({
    backups: backups.map((name) => ({ name })),
    chosen: backups[0],
  });
  expect(await statusAt("/api/setup/backups")).toBe(401);
  const body = { backup: backups[0] };
  expect(await restore(body, bearer("no"))).toBe(401);
  expect(await restore({})).toBe(400);
  expect(await restore({ backup: "../x" })).toBe(404);
  await restoreNow(body);
  expect(await readOriginals(site.mediaDir)).toEqual(
    await readOriginals(old.mediaDir),
  );
  expect(await setUpState(site)).toBe(410);
  await site.signIn(NEW_PASSWORD);
});

test("a site is set up with a large file, but not with one that is no backup; its link changes if that has no password @soak", async () => {
  await useOwnSite({ ADMIN_PASSWORD: "" });
  expect(await restore({ upload: "../../site" })).toBe(404);
  const none = await sendFile(Buffer.from("no zip at all".repeat(1000)));
  await restoreNow({ upload: none });
  expect(await listKept()).toMatchObject({
    error: expect.stringContaining("no whole backup") as string,
  });

  const filled = await makeFilledPlace();
  const large = Buffer.alloc(MB * 1_000_000);
  for (let at = 0; at < large.length; at += 1_000_000)
    randomFillSync(large, at, 1_000_000);
  await writeFile(path.join(filled.mediaDir, "bkg/home_bkg.webp"), large);
  const file = path.join(await makeFolder(), "backup.zip");
  await runCommand("backup", filled, file);
  const upload = await sendFile(await readFile(file));
  const key = setUpKey(site.lines);
  await restoreNow({ upload });
  expect(await readOriginals(site.mediaDir)).toEqual(
    await readOriginals(filled.mediaDir),
  );
  expect(await setUpState(site)).toBe(200);
  expect(setUpKey(site.lines)).not.toBe(key);
  expect(existsSync(site.inStore("tmp/backups", upload))).toBe(false);
});
