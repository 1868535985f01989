import { expect, test } from "vitest";
import { readDashboard } from "#domain/health/dashboard.server.ts";
import { writeInStore } from "#tests/setup/own-store.ts";

test("the dashboard notes what a sync leaves out of the albums' folders, with the reason, before any sync or check", async () => {
  const nothing = { count: 0, words: "" };
  expect((await readDashboard()).leftOut).toEqual(nothing);
  writeInStore("albums/sea/waves.mov", "a film");
  writeInStore("albums/sync/a.jpg", "of no album");
  expect((await readDashboard()).leftOut).toEqual({
    count: 2,
    words:
      "Left out: 'sea/waves.mov' (films can't be shown), 'sync/' (the site itself needs that name)",
  });
});
