import { appendFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  makeFolder,
  makePlace,
  runCommand,
} from "#tests/setup/calls/backup.ts";
import { readOriginals } from "#tests/setup/calls/filled-site.ts";
import { readJob } from "#tests/setup/calls/jobs.ts";
import {
  listBackups,
  startSiteWithBackup,
} from "#tests/setup/processes/kept-backups.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { until } from "#tests/setup/until.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

describe("the backups", () => {
  test("are listed, made at once, and downloaded as a file that restores the same site @soak", async () => {
    const { site, cookie, backup } = await startSiteWithBackup();
    expect(backup).toMatchObject({
      name: expect.stringMatching(/^\d{8}T\d{6}Z$/),
      complete: true,
      checked_dt: null,
      damaged: [],
    });
    expect(Date.parse(backup.create_dt)).not.toBeNaN();
    expect(backup.bytes).toBeGreaterThan(10_000);

    const headers = { cookie };
    const begun = await site.fetch("/api/backups", { method: "POST", headers });
    expect(begun.status).toBe(202);
    const { job_id } = (await begun.json()) as { job_id: string };
    const job = await until(async () => {
      const now = await readJob(site, cookie, job_id);
      return now.state === "succeeded" ? now : undefined;
    });
    expect(job.message).toMatch(/^\d+ pictures$/);
    const [newest, ...others] = await listBackups(site, cookie);
    expect(others).toEqual([backup]);
    expect(newest!.name > backup.name).toBe(true);

    const download = await site.fetch(`/api/backups/${newest!.name}/download`, {
      headers,
    });
    expect(download.headers.get("content-type")).toBe("application/zip");
    const file = path.join(await makeFolder(), "backup.zip");
    await writeFile(file, Buffer.from(await download.arrayBuffer()));
    const place = await makePlace();
    const restored = await runCommand("restore", place, file);
    expect(restored).toMatchObject({ code: 0 });
    expect(await readOriginals(place.mediaDir)).toEqual(
      await readOriginals(site.mediaDir),
    );
  });

  test("that are damaged are named, and only the admin sees any @soak", async () => {
    const { site, cookie, folder, backup } = await startSiteWithBackup();
    await appendFile(
      path.join(folder, backup.name, "manifest.json"),
      "no JSON",
    );
    // What was read before stays as it was.
    await site.restart();
    site.alterWith(
      "INSERT INTO reports (name, ended_dt, result) VALUES ('backups-read', ?, ?)",
      new Date().toISOString(),
      JSON.stringify({
        part: 1,
        damaged: [
          { backup: backup.name, path: "media/bkg/home_bkg.webp" },
          { backup: "20200101T000000Z", path: "media/logo.webp" },
        ],
      }),
    );
    const [found] = await listBackups(site, await site.signIn());
    expect(found!.damaged).toEqual(["media/bkg/home_bkg.webp"]);
    expect(found!.checked_dt).not.toBeNull();
    expect(cookie).toBeTruthy();

    for (const [method, address] of [
      ["GET", "/api/backups"],
      ["POST", "/api/backups"],
      ["GET", `/api/backups/${backup.name}/download`],
      ["POST", `/api/backups/${backup.name}/restore`],
    ] as const)
      expect((await site.fetch(address, { method })).status, address).toBe(401);
  });

  test("are absent without BACKUP_DIR, and no name leads out of it @soak", async () => {
    const site = await forThisTest(startSite());
    const headers = { cookie: await site.signIn() };
    expect(await listBackups(site, headers.cookie)).toEqual([]);
    const refused = await site.fetch("/api/backups", {
      method: "POST",
      headers,
    });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("BACKUP_DIR");
    for (const name of ["..%2f..", "%2e%2e", "20200101T000000Z", "."])
      for (const [method, what] of [
        ["GET", "download"],
        ["POST", "restore"],
      ] as const)
        expect(
          (
            await site.fetch(`/api/backups/${name}/${what}`, {
              method,
              headers,
            })
          ).status,
          name,
        ).toBe(404);
  });
});
