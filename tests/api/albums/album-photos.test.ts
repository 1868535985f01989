import { existsSync } from "node:fs";
import { copyFile, readFile, rm } from "node:fs/promises";
import { expect, test } from "vitest";
import type { AdminPhoto } from "#domain/albums/answers.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { doJob, readJob } from "#tests/setup/calls/jobs.ts";
import { readTrash, remove } from "#tests/setup/calls/trash-calls.ts";
import { expectSums } from "#tests/setup/check/expect-sums.ts";
import { call, cookie, setUpSite, site } from "#tests/setup/vitest/site.ts";
import {
  albums,
  albumWith,
  filesForm,
  newAlbum,
  photosOf,
  statusOf,
} from "#tests/setup/calls/album-calls.ts";

setUpSite();

/** Lists the files in an album's folder. None if there is no folder. */
function filesOf(name: string) {
  const folder = site.inStore("albums", name);
  return existsSync(folder) ? filesBelow(folder) : [];
}

test("several images become photos by themselves, each under a name of its own", async () => {
  const album = await newAlbum();
  const form = await filesForm(["progressive.jpg", "plain.png"], (image) =>
    image.startsWith("prog") ? "../Café & sea.PNG" : "Café & sea.png",
  );
  form.append(
    "files",
    new Blob([await readFile(fixture("plain.png"))]),
    "Café & sea.png",
  );
  const sent = await call(`POST /api/albums/${album.name}/upload-images`, form);
  expect(sent).toMatchObject({
    status: 201,
    body: {
      files: ["Cafe-sea.jpg", "Cafe-sea.png", "Cafe-sea-2.png"],
      job_id: expect.any(String),
    },
  });
  await site.untilIdle();
  expect(await readJob(site, cookie, sent.body.job_id)).toMatchObject({
    kind: "sync-albums",
    state: "succeeded",
  });
  const photos = await photosOf(album);
  expect(photos).toHaveLength(3);
  expect(new Set(photos.map(({ name }) => name)).size).toBe(3);
  for (const { name } of photos)
    for (const size of ["webp", "webp640", "webp300x300"])
      expect(
        await statusOf(`/media/albums/${album.name}/${size}/${name}`, {
          cookie,
        }),
      ).toBe(200);
  expect(
    await readFile(site.inStore("albums", album.name, "Cafe-sea.png")),
  ).toEqual(await readFile(fixture("plain.png")));
  expectSums("photos");
});

test("one file that is no image has all refused, and says which", async () => {
  const album = await newAlbum();
  const refused = await call(
    `POST /api/albums/${album.name}/upload-images`,
    await filesForm(["plain.png", "note.jpg"]),
  );
  expect(refused.status).toBe(415);
  expect(refused.body.error).toContain("note.jpg");
  expect(refused.body.fields).toEqual({ files: expect.any(String) });
  for (const form of [new FormData(), await filesForm(["drawing.svg"])])
    expect(
      (await call(`POST /api/albums/${album.name}/upload-images`, form)).status,
    ).toBeGreaterThanOrEqual(400);
  expect(filesOf(album.name)).toEqual([]);
  expect(filesBelow(site.inStore("tmp/incoming"))).toEqual([]);
});

test("a photo or an album is gone for everybody, its files stay until it is deleted for good, and sync does not bring it back", async () => {
  const { album, photos } = await albumWith(["plain.png", "photo.webp"]);
  const [gone, other] = photos as [AdminPhoto, AdminPhoto];
  await remove(`/api/albums/photos/${gone.p_key}`);
  await doJob(site, cookie, "/api/albums/sync");
  expect(await photosOf(album)).toEqual([other]);
  const file = `/media/albums/${album.name}/webp/${gone.name}`;
  expect(await statusOf(file, { cookie })).toBe(404);

  await remove(`/api/albums/${album.pa_key}`);
  // A worker that was still writing leaves derivatives without an original.
  const stray = site.inStore("albums", album.name, "webp", "stray.webp");
  await copyFile(fixture("photo.webp"), stray);
  await doJob(site, cookie, "/api/albums/sync");
  expect((await albums()).map(({ name }) => name)).not.toContain(album.name);
  expect(site.count(`photos WHERE pa_key = ${album.pa_key}`)).toBe(0);
  expect(filesOf(album.name)).toHaveLength(9);
  await rm(stray);
  for (const { trash_key } of await readTrash())
    await call(`DELETE /api/trash/${trash_key}`);
  expect(filesOf(album.name)).toEqual([]);
  const { status } = await call("POST /api/albums", { name: album.name });
  expect(status).toBe(201);
});
