import { readFileSync, rmSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { inStore, query, untilHealthy } from "#tests/setup/calls/site-calls.ts";
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

const readFinds = () => query(site, "SELECT * FROM rock_posts");
let finds: unknown[];
beforeEach(() => {
  finds = readFinds();
});

test("an upload that the store leaves is refused, and nothing of it stays", async () => {
  const files = filesBelow(site.mediaDir).length;
  const upload = await beginUpload(site);
  const volume = takeStoreAway(site);
  const { status } = await upload.finish();
  expect(status).toBe(503);
  volume.bringBack();
  await untilHealthy(site);
  await until(() => filesBelow(site.mediaDir).length === files || undefined);
  expect(readFinds()).toEqual(finds);
});

test("an upload whose files the store has taken along is refused for now", async () => {
  const upload = await beginUpload(site);
  rmSync(inStore(site, "tmp/incoming"), { recursive: true });
  expect(await upload.finish()).toMatchObject({
    status: 503,
    body: { error: expect.stringContaining("try again later") },
  });
  expect(readFinds()).toEqual(finds);
});

test("an upload that goes on while the store is away and comes back is kept whole: no sweep takes it", async () => {
  const upload = await beginUpload(site);
  await untilSeenBack(site);
  const volume = takeStoreAway(site);
  await untilSeenAway(site);
  volume.bringBack();
  await untilSeenBack(site);
  const { status, body } = await upload.finish();
  expect(status).toBe(201);
  const [original] = filesBelow(
    inStore(site, "rocks/214", body.uuid!, "original"),
  );
  expect(
    readFileSync(inStore(site, "rocks/214", body.uuid!, "original", original!)),
  ).toEqual(readFileSync("tests/fixtures/orientation-6.jpg"));
});
