import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { until } from "#tests/setup/until.ts";
import { send, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite({});

test("what could not move into the trash because a folder was missing for a moment moves soon after", async () => {
  const created = await send("POST /api/albums", { name: "sea", show: true });
  const { pa_key } = (await created.json()) as { pa_key: number };
  const folder = site.inStore("albums", "sea");
  mkdirSync(folder, { recursive: true });
  const trash = site.inStore("trash");
  symlinkSync(site.inStore("nowhere", "trash"), trash);

  const answer = await send(`DELETE /api/albums/${pa_key}`);
  expect(answer.status).toBe(204);
  expect(existsSync(folder)).toBe(true);
  expect(site.lines.join()).toContain("could not be moved into the trash");

  rmSync(trash);
  await until(() => !existsSync(folder) || undefined);
  expect(existsSync(trash)).toBe(true);
});
