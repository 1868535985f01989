import { copyFile, mkdir } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import { doJob } from "#tests/setup/calls/jobs.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import {
  cookie,
  forThisTest,
  setUpSite,
  site,
} from "#tests/setup/vitest/site.ts";

setUpSite();
beforeAll(async () => {
  await mkdir(site.inStore("albums/sea"), { recursive: true });
});

const put = (name: string) =>
  copyFile(fixture("plain.png"), site.inStore("albums/sea", name));
const sync = () => doJob(site, cookie, "/api/albums/sync");
const listed = () =>
  site
    .query<{ file: string }>(
      "SELECT original_file AS file FROM photos WHERE show AND NOT missing ORDER BY 1",
    )
    .map(({ file }) => file);

test("a file whose name can be in no address is left out of its album, and named", async () => {
  await put("pier.png");
  await put("two\nlines\u0007.png");
  await put(`${"l".repeat(196)}.png`);
  await put(".hidden\n.png");
  const job = await sync();
  expect(job).toMatchObject({
    state: "succeeded",
    message: `1 image made. 2 files left out because of their names: "sea/${"l".repeat(196)}.png", "sea/two\\nlines\\u0007.png"`,
  });
  expect(listed()).toEqual(["pier.png"]);

  // A row that an earlier version may have left: it was listed, but its pictures were never served.
  site.alter(`INSERT INTO photos (pa_key, original_file, name, order_num, ready)
     VALUES (1, 'two' || char(10) || 'lines' || char(7) || '.png', 'x.webp', 2, 1)`);
  expect(listed()).toHaveLength(2);
  await sync();
  expect(listed()).toEqual(["pier.png"]);
});

test("a sync that leaves nothing out says nothing of it", async () => {
  const quiet = await forThisTest(startSite());
  const job = await doJob(quiet, await quiet.signIn(), "/api/albums/sync");
  expect(job.message).toBe("0 images made");
});
