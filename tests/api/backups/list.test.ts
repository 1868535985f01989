import { appendFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
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
import { until } from "#tests/setup/until.ts";
import { call, send, setUpSite } from "#tests/setup/vitest/site.ts";

test("backups are listed with their damage, made at once, and downloaded as a file that restores the same site @soak", async () => {
  const { site, cookie, folder, backup } = await startSiteWithBackup();
  expect(backup).toMatchObject({
    name: expect.stringMatching(/^\d{8}T\d{6}Z$/) as string,
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

  const address = `/api/backups/${newest!.name}/download`;
  const download = await site.fetch(address, { headers });
  expect(download.headers.get("content-type")).toBe("application/zip");
  const file = path.join(await makeFolder(), "backup.zip");
  await writeFile(file, Buffer.from(await download.arrayBuffer()));
  const place = await makePlace();
  const restored = await runCommand("restore", place, file);
  expect(restored).toMatchObject({ code: 0 });
  expect(await readOriginals(place.mediaDir)).toEqual(
    await readOriginals(site.mediaDir),
  );

  await appendFile(path.join(folder, backup.name, "manifest.json"), "no JSON");
  // What was read before stays as it was.
  await site.restart();
  const damaged = [
    { backup: backup.name, path: "media/bkg/home_bkg.webp" },
    { backup: "20200101T000000Z", path: "media/logo.webp" },
  ];
  site.alterWith(
    "INSERT INTO reports (name, ended_dt, result) VALUES ('backups-read', ?, ?)",
    new Date().toISOString(),
    JSON.stringify({ part: 1, damaged }),
  );
  const listed = await listBackups(site, await site.signIn());
  const found = listed.find(({ name }) => name === backup.name)!;
  expect(found.damaged).toEqual(["media/bkg/home_bkg.webp"]);
  expect(found.checked_dt).not.toBeNull();
});

setUpSite();

test("without BACKUP_DIR there are no backups, and no address finds one", async () => {
  expect((await call("GET /api/backups")).body).toEqual([]);
  const refused = await call("POST /api/backups");
  expect(refused.status).toBe(409);
  expect(refused.body.error).toContain("BACKUP_DIR");
  for (const name of ["..%2f..", "%2e%2e", "20200101T000000Z", "."])
    for (const what of ["GET download", "POST restore"]) {
      const [method, last] = what.split(" ");
      const request = `${method} /api/backups/${name}/${last}`;
      expect((await send(request)).status, request).toBe(404);
    }
});
