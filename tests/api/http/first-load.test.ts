import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { listFirstScripts } from "#tests/setup/routes.ts";

/** What the scripts of a page's first load may take, each packed with gzip, in kB. */
const KB_MAX = {
  "public/share-your-rock": 115,
  "public/qr": 97,
  "public/home": 95,
  "public/privacy": 91,
  "public/sudc": 91,
  "public/follow": 96,
  "public/finder-page": 104,
  "public/all-rocks": 100,
  "public/photos": 103,
  "public/track-the-rocks": 104,
  "public/map": 106,
  "public/rock": 106,
  "admin/review-by-key": 111,
};

test.each(Object.entries(KB_MAX))(
  "the first load of %s takes at most %d kB of scripts",
  async (page, most) => {
    const scripts = await Promise.all(
      [...(await listFirstScripts(page))].map((address) =>
        readFile(`build/client${address}`),
      ),
    );
    const packed = scripts.reduce(
      (sum, script) => sum + gzipSync(script).length,
      0,
    );
    expect(packed / 1000).toBeLessThanOrEqual(most);
  },
);
