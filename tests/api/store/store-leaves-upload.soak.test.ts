import { readFileSync, rmSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { beginUpload } from "#tests/setup/calls/held-upload.ts";
import { filesBelow } from "#tests/setup/files.ts";
import {
  takeStoreAway,
  untilSeenAway,
  untilSeenBack,
} from "#tests/setup/processes/volume.ts";
import { until } from "#tests/setup/until.ts";
import { setUpSite, site } from "#tests/setup/vitest/site.ts";

/** The store goes away in the middle of an upload. */

setUpSite({
  env: { UPLOAD_LIMITS: "off", UPLOAD_LIMIT_TOTAL: "off" },
});

const readFinds = () => site.query("SELECT * FROM rock_posts");
let finds: unknown[];
beforeEach(() => {
  finds = readFinds();
});

test("an upload that the store leaves is refused, and nothing of it stays", async () => {
  const files = filesBelow(site.mediaDir).length;
  const upload = await beginUpload();
  const volume = takeStoreAway(site);
  const { status } = await upload.finish();
  expect(status).toBe(503);
  volume.bringBack();
  await site.untilHealthy();
  await until(() => filesBelow(site.mediaDir).length === files || undefined);
  expect(readFinds()).toEqual(finds);
});

test("an upload whose files the store has taken along is refused for now", async () => {
  const upload = await beginUpload();
  rmSync(site.inStore("tmp/incoming"), { recursive: true });
  expect(await upload.finish()).toMatchObject({
    status: 503,
    body: { error: expect.stringContaining("try again later") },
  });
  expect(readFinds()).toEqual(finds);
});

test("an upload that goes on while the store is away and comes back is kept whole: no sweep takes it", async () => {
  const upload = await beginUpload();
  await untilSeenBack();
  const volume = takeStoreAway(site);
  await untilSeenAway();
  volume.bringBack();
  await untilSeenBack();
  const { status, body } = await upload.finish();
  expect(status).toBe(201);
  const [original] = filesBelow(
    site.inStore("rocks/214", body.uuid!, "original"),
  );
  expect(
    readFileSync(site.inStore("rocks/214", body.uuid!, "original", original!)),
  ).toEqual(readFileSync("tests/fixtures/orientation-6.jpg"));
});
