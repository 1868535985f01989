import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { sumOf } from "#tests/setup/files.ts";
import { site } from "#tests/setup/vitest/site.ts";

/** Where the originals are whose rows have checksums. */
const PLACES = {
  rock_post_images: `SELECT folder || '/original/' || original_file AS place, sha256
                       FROM rock_post_images JOIN rock_posts USING (rps_key)`,
  rocks: `SELECT folder || '/original/' || original_file AS place, sha256 FROM rocks`,
  photos: `SELECT 'albums/' || albums.name || '/' || original_file AS place, sha256
             FROM photos JOIN albums USING (pa_key) WHERE NOT missing`,
};

/** Every row of a table has the checksum of its original as it is in the store. */
export function expectSums(table: keyof typeof PLACES) {
  const rows = site.query<{ place: string; sha256: string }>(PLACES[table]);
  expect(rows).not.toEqual([]);
  for (const { place, sha256 } of rows)
    expect(sha256, place).toBe(sumOf(readFileSync(site.inStore(place))));
}
