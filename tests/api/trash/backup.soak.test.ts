import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Trashed } from "#domain/trash/answers.ts";
import { albumWith } from "#tests/setup/calls/album-calls.ts";
import {
  makeFolder,
  makePlace,
  runCommand,
} from "#tests/setup/calls/backup.ts";
import { newFind } from "#tests/setup/calls/find-calls.ts";
import { newRock } from "#tests/setup/calls/rock-calls.ts";
import { remove } from "#tests/setup/calls/trash-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { startThere } from "#tests/setup/processes/copied-site.ts";
import type { Site } from "#tests/setup/processes/site.ts";
import { setUpSiteForEachTest, site } from "#tests/setup/vitest/site.ts";

setUpSiteForEachTest();

/** The checksums of all files of these folders, whatever they are called. */
const checksums = (of: Pick<Site, "mediaDir">, isWanted: RegExp) =>
  filesBelow(of.mediaDir)
    .filter((file) => isWanted.test(file))
    .map((file) =>
      createHash("sha256")
        .update(readFileSync(path.join(of.mediaDir, file)))
        .digest("hex"),
    )
    .sort();

/** Backs the site up, restores that into another place, and starts a site there. */
async function startFromBackup() {
  const file = path.join(await makeFolder(), "site.zip");
  const made = await runCommand("backup", site, file);
  expect(made).toMatchObject({ code: 0 });
  expect(made.said).not.toContain("Missing");
  const place = await makePlace();
  const done = await runCommand("restore", place, file);
  expect(done).toMatchObject({ code: 0 });
  expect(done.said).not.toContain("Missing");
  const restored = await startThere(place, {
    ADMIN_PASSWORD: site.adminPassword,
  });
  await restored.untilIdle();
  return restored;
}

/** Restores everything from the trash, whose pictures are made again then. */
async function restoreAll(of: Site) {
  const cookie = await of.signIn();
  const trash = (await (
    await of.fetch("/api/trash", { headers: { cookie } })
  ).json()) as Trashed[];
  for (const { trash_key } of trash)
    expect(
      (
        await of.fetch(`/api/trash/${trash_key}/restore`, {
          method: "POST",
          headers: { cookie },
        })
      ).status,
    ).toBe(200);
  await of.untilIdle();
  return trash;
}

const tablesWithPictures = ["rock_post_images", "rocks", "photos"];

test("what is in the trash is in a backup, and comes back from it with its pictures", async () => {
  const find = await newFind();
  const rock = await newRock({ artist_keys: [1] });
  const { album, photos } = await albumWith(["plain.png", "photo.webp"]);
  const originals = checksums(
    site,
    /^(rocks|catalog)\/.*original\/|^albums\/[^/]*\/[^/]*$/,
  );
  expect(originals).toHaveLength(4);
  await remove(`/api/journey-admin/${find.rps_key}`);
  await remove(`/api/rocks/${rock.rc_key}`);
  await remove(`/api/albums/photos/${photos[0]!.p_key}`);
  await remove(`/api/albums/${album.pa_key}`);

  const restored = await startFromBackup();
  expect(await restoreAll(restored)).toHaveLength(4);
  expect(
    checksums(
      restored,
      /^(rocks|catalog)\/.*original\/|^albums\/[^/]*\/[^/]*$/,
    ),
  ).toEqual(originals);
  for (const table of tablesWithPictures)
    expect(
      restored.query(`SELECT DISTINCT ready, error FROM ${table}`),
    ).toEqual([{ ready: 1, error: null }]);
  expect(
    filesBelow(restored.mediaDir).filter((file) =>
      /^(rocks|catalog|albums)\/.*\.webp$/.test(file),
    ),
  ).toHaveLength(3 + 4 + 6 + 1);
});
