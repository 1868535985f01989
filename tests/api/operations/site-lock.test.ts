import { once } from "node:events";
import { expect, test } from "vitest";
import { findFreePort, startChild } from "#tests/setup/processes/child.ts";
import { query, sendFind } from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { startSite, type Site } from "#tests/setup/processes/site.ts";
import { forThisTest } from "#tests/setup/vitest/site.ts";

/** Starts a second site on the same data. */
async function startSecond({ databasePath, mediaDir }: Site) {
  const lines: string[] = [];
  const child = startChild(
    process.execPath,
    ["scripts/system/serve.mjs"],
    lines,
    {
      PORT: String(await findFreePort()),
      DATABASE_PATH: databasePath,
      MEDIA_DIR: mediaDir,
      ADMIN_PASSWORD: "long enough",
    },
  );
  const [status] = (await once(child, "close")) as [number];
  return { lines, status };
}

test("a second site on the same database ends with one line and status 1, and touches nothing", async () => {
  const site = await forThisTest(startSite());
  expect((await sendFind(site)).status).toBe(201);
  const files = filesBelow(site.mediaDir);
  const { lines, status } = await startSecond(site);
  expect(status).toBe(1);
  expect(lines).toEqual([
    `Another site is running on ${site.databasePath}. Stop it first, or set another DATABASE_PATH and MEDIA_DIR.`,
  ]);
  expect(
    filesBelow(site.mediaDir).filter((file) => file.includes("original/")),
  ).toEqual(files.filter((file) => file.includes("original/")));
  expect((await sendFind(site)).status).toBe(201);
  expect(query(site, "SELECT count(*) AS n FROM rock_posts")).toEqual([
    { n: 2 },
  ]);
});

test("the lock ends with its process, however that ends", async () => {
  const site = await forThisTest(startSite());
  await site.kill("SIGKILL");
  await site.restart();
  expect((await sendFind(site)).status).toBe(201);
});
