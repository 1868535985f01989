import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { makeFolder } from "#tests/setup/calls/backup.ts";
import { fillKeptSite, readZip } from "#tests/setup/kept-site.ts";
import {
  call,
  expectStatuses,
  send,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";

setUpSite();
beforeAll(() => {
  const own = () =>
    rmSync(site.inStore("keepsake"), { recursive: true, force: true });
  own();
  return own;
});

test("a keepsake is made as a job, and sent to the admin alone", async () => {
  fillKeptSite({ exec: (sql) => site.alter(sql) }, site.mediaDir);
  await expectStatuses([
    ["GET /api/keepsake/public.zip", 404],
    ["POST /api/keepsake", 400, { form: "secret" }],
  ]);
  const { body } = await call("POST /api/keepsake", { form: "public" });
  await site.untilIdle();
  expect((await call(`GET /api/jobs/${body.job_id}`)).body).toMatchObject({
    kind: "keepsake",
    state: "succeeded",
    message: expect.stringMatching(/^10 pages and \d+ pictures$/),
  });

  const answer = await send("GET /api/keepsake/public.zip");
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/zip",
    "content-disposition": 'attachment; filename="keepsake-public.zip"',
    "cache-control": "no-store",
    "content-length": expect.stringMatching(/^\d+$/) as string,
  });
  const file = path.join(await makeFolder(), "rocks.zip");
  await writeFile(file, await answer.bytes());
  expect((await readZip(file)).has("rocks/0/7.html")).toBe(true);
  await expectStatuses([
    ["GET /media/keepsake/public.zip", 404],
    ["GET /api/keepsake/..%2Fx.zip", 404],
  ]);
});

test("a keepsake that lacks a picture is there, and its job has failed at once with the reason", async () => {
  site.alter(
    "UPDATE photos SET ready = 0, error = 'broken' WHERE name = 'b.webp'",
  );
  const { body } = await call("POST /api/keepsake", { form: "public" });
  await site.untilIdle();
  expect((await call(`GET /api/jobs/${body.job_id}`)).body).toMatchObject({
    state: "failed",
    error: expect.stringMatching(
      /^It lacks 1 picture: album sea: b\.jpg\. Everything else is in it: 10 pages and \d+ pictures\.$/,
    ) as string,
  });
  expect(
    site.query("SELECT attempts FROM jobs ORDER BY rowid DESC LIMIT 1"),
  ).toEqual([{ attempts: 1 }]);
  await expectStatuses([["GET /api/keepsake/public.zip", 200]]);
});

test.each([
  ["rocks.csv", "text/csv; charset=utf-8", "\ufeffrock_number,"],
  ["journeys.geojson", "application/geo+json", '{"type":"FeatureCollection",'],
])("%s is a download of the type %s", async (file, type, start) => {
  const answer = await send(`GET /api/export/${file}`);
  expect(answer.headers.get("content-type")).toBe(type);
  expect(answer.headers.get("content-disposition")).toBe(
    `attachment; filename="${file}"`,
  );
  // The bytes show the mark of UTF-8 at the beginning of a table.
  const text = Buffer.from(await answer.bytes()).toString();
  expect(text.slice(0, start.length)).toBe(start);
});
