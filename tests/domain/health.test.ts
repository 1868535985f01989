import { mkdirSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { readHealth } from "#domain/health/health.server.ts";
import { mountSmallDisk } from "#tests/setup/processes/small-disk.ts";

const disk = mountSmallDisk("size=16m");
afterAll(() => disk?.remove());

test.skipIf(!disk)(
  "a store without room for pictures is no reason to stop the site",
  async () => {
    process.env.MEDIA_DIR = path.join(disk!.folder, "media");
    mkdirSync(process.env.MEDIA_DIR);
    expect(await readHealth()).toMatchObject({
      status: "degraded",
      database: "ok",
      media: "full",
    });
  },
);
