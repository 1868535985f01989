import { copyFile, rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { doJob, readJob } from "#tests/setup/calls/jobs.ts";
import { readTrash, remove } from "#tests/setup/calls/trash-calls.ts";
import { expectSums } from "#tests/setup/check/expect-sums.ts";
import {
  call,
  cookie,
  setUpSite,
  site,
  statusAt,
} from "#tests/setup/vitest/site.ts";
import {
  albums,
  albumWith,
  filesForm,
  newAlbum,
  photosOf,
} from "#tests/setup/calls/album-calls.ts";

setUpSite();

const filesOf = (name: string) => filesBelow(site.inStore("albums", name));
const sync = () => doJob(site, cookie, "/api/albums/sync");

test("several images become photos by themselves, each under a name of its own", async () => {
  const album = await newAlbum();
  const names = ["../Café & sea.PNG", "Café & sea.png", "Café & sea.png"];
  const form = await filesForm(
    ["progressive.jpg", "plain.png", "plain.png"],
    (_image, n) => names[n]!,
  );
  const sent = await call(`POST /api/albums/${album.name}/upload-images`, form);
  expect(sent.status).toBe(201);
  expect(sent.body.files).toEqual([
    "Cafe-sea.jpg",
    "Cafe-sea.png",
    "Cafe-sea-2.png",
  ]);
  await site.untilIdle();
  const done = { kind: "sync-albums", state: "succeeded" };
  const job = await readJob(site, cookie, sent.body.job_id);
  expect(job).toMatchObject(done);
  const photos = await photosOf(album);
  expect(new Set(photos.map(({ name }) => name)).size).toBe(3);
  for (const { name } of photos)
    for (const size of ["webp", "webp640", "webp300x300"]) {
      const address = `/media/albums/${album.name}/${size}/${name}`;
      expect(await statusAt(address, { cookie })).toBe(200);
    }
  expectSums("photos");
});

test("one file that is no image has all refused, and says which", async () => {
  const album = await newAlbum();
  const send = (form: FormData) =>
    call(`POST /api/albums/${album.name}/upload-images`, form);
  const note = expect.stringContaining("note.jpg") as string;
  expect(await send(await filesForm(["plain.png", "note.jpg"]))).toMatchObject({
    status: 415,
    body: { error: note, fields: { files: note } },
  });
  for (const form of [new FormData(), await filesForm(["drawing.svg"])])
    expect((await send(form)).status).toBeGreaterThanOrEqual(400);
  expect(filesBelow(site.inStore("albums")).join()).not.toContain(album.name);
  expect(filesBelow(site.inStore("tmp/incoming"))).toEqual([]);
});

test("a photo or an album is gone for everybody, its files stay until it is deleted for good, and sync does not bring it back", async () => {
  const { album, photos } = await albumWith(["plain.png", "photo.webp"]);
  const [gone, other] = photos;
  await remove(`/api/albums/photos/${gone!.p_key}`);
  await sync();
  expect(await photosOf(album)).toEqual([other]);
  const file = `/media/albums/${album.name}/webp/${gone!.name}`;
  expect(await statusAt(file, { cookie })).toBe(404);

  await remove(`/api/albums/${album.pa_key}`);
  // A worker that was still writing leaves derivatives without an original.
  const stray = site.inStore("albums", album.name, "webp", "stray.webp");
  await copyFile(fixture("photo.webp"), stray);
  await sync();
  expect((await albums()).map(({ name }) => name)).not.toContain(album.name);
  expect(site.count(`photos WHERE pa_key = ${album.pa_key}`)).toBe(0);
  expect(filesOf(album.name)).toHaveLength(9);
  await rm(stray);
  for (const { trash_key } of await readTrash())
    await call(`DELETE /api/trash/${trash_key}`);
  const { status } = await call("POST /api/albums", { name: album.name });
  expect(status).toBe(201);
});
