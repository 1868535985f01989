import { writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "vitest";
import { readStorage } from "#domain/store/storage.server.ts";
import { until } from "#tests/setup/until.ts";

test("a store that is counted quickly is counted again soon", async () => {
  const count = async () => (await readStorage()).media ?? undefined;
  const before = await until(count);
  const file = path.join(process.env.MEDIA_DIR!, "rocks.webp");
  writeFileSync(file, Buffer.alloc(1000));
  await until(async () => (await count()) === before + 1000);
});
