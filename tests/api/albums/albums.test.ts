import { copyFile, rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { doJob, readJob } from "#tests/setup/calls/jobs.ts";
import { readTrash, remove } from "#tests/setup/calls/trash-calls.ts";
import { expectSums } from "#tests/setup/check/expect-sums.ts";
import { filesBelow } from "#tests/setup/files.ts";
import {
  call,
  cookie,
  expectStatuses,
  setUpSite,
  site,
  statusAt,
} from "#tests/setup/vitest/site.ts";
import {
  albums,
  albumWith,
  filesForm,
  freeName,
  newAlbum,
  photosOf,
} from "#tests/setup/calls/album-calls.ts";

setUpSite();

async function madeAlbum() {
  const name = freeName();
  const { pa_key } = await addAlbum(site, { name, photos: [{}, {}] });
  return { name, pa_key, photos: await photosOf({ pa_key }) };
}

test("an album is made hidden, last, and given whole; its folder follows as often as it is asked for", async () => {
  await newAlbum();
  const fields = { name: "sea", display_name: "The sea", desc: "Salt" };
  const made = await call("POST /api/albums", fields);
  expect(made).toMatchObject({
    status: 201,
    etag: `"${made.body.version}"`,
    body: { ...fields, show: false, count: 0, first_image_name: null },
  });
  const orders = (await albums()).map(({ order_num }) => order_num);
  expect(made.body.order_num).toBe(Math.max(...orders));
  for (let time = 0; time < 2; time++) {
    const { body } = await call("POST /api/albums/sea/init-folder");
    expect(body).toMatchObject({ name: "sea" });
  }
  expect(filesBelow(site.inStore("albums", "sea"))).toEqual([]);
  expect((await call(`GET /api/albums/${made.body.pa_key}`)).body).toEqual(
    made.body,
  );
});

test("a name is refused in the words of its rule, and a taken one with 409: of two at once one is made; it stays when an album is saved", async () => {
  const { status, body } = await call("POST /api/albums", { name: "Not this" });
  expect(status).toBe(400);
  expect(body.fields).toEqual({
    name: "Name can only contain lowercase letters and numbers, no spaces or special characters.",
  });
  const answers = await Promise.all(
    [1, 2].map(() => call("POST /api/albums", { name: "twice" })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(site.count("albums WHERE name = 'twice'")).toBe(1);
  const { pa_key, name } = await newAlbum();
  const change = { name: "other", display_name: "New" };
  const saved = await call(`PUT /api/albums/${pa_key}`, change);
  expect(saved.body).toMatchObject({ name, display_name: "New" });
});

test("show is set if it is sent, and flipped if it isn't, and the answer has the new version", async () => {
  const { pa_key, photos } = await madeAlbum();
  for (const [method, thing, toggle] of [
    ["PATCH", `/${pa_key}`, "show"],
    ["POST", `/photos/${photos[0]!.p_key}`, "toggle-show"],
  ] as const) {
    const set = (body?: unknown) =>
      call(`${method} /api/albums${thing}/${toggle}`, body);
    const before = (await call(`GET /api/albums${thing}`)).etag;
    const { etag } = await set();
    expect(etag).not.toBe(before);
    expect(etag).toBe((await call(`GET /api/albums${thing}`)).etag);
    for (const [sent, show] of [
      [{ show: true }, true],
      [{ show: true }, true],
      [undefined, false],
    ] as const)
      expect((await set(sent)).body).toEqual({ show });
    expect((await set({ show: "no" })).status).toBe(400);
  }
});

test("a photo's day is the camera's at first", async () => {
  const { photos } = await albumWith(["orientation-6.jpg"]);
  expect(photos[0]).toMatchObject({ date: "2024-05-17", ready: true });
});

test("what is not there is answered with 404, and no folder is made", async () => {
  const { pa_key } = await newAlbum();
  const swap = { a_key: pa_key, a_order: 1, b_key: 999999, b_order: 2 };
  const files = await filesForm(["plain.png"]);
  await expectStatuses([
    ["POST /api/albums/nothere/upload-images", 404, files],
    ["POST /api/albums/reorder", 404, swap],
    ["POST /api/albums/nowhere/init-folder", 404],
    ["POST /api/albums/..%2F..%2Fetc/init-folder", 404],
    ["POST /api/albums/photos/init-folder", 404],
  ]);
  expect(filesBelow(site.inStore("albums")).join()).not.toContain("nowhere");
});

test("what is hidden is hidden from everyone else at once, with its files", async () => {
  const { name, pa_key, photos } = await madeAlbum();
  const file = `/media/albums/${name}/webp/${photos[0]!.name}`;
  const seen = async () => {
    const path = `GET /api/albums/${pa_key}/photos` as const;
    const { status, body } = await call(path, undefined, {});
    const listed = (await albums({})).find((one) => one.pa_key === pa_key);
    expect(listed ?? {}).not.toHaveProperty("version");
    const photos = status === 200 ? body.length : status;
    return { album: !!listed, photos, file: await statusAt(file) };
  };
  expect(await seen()).toEqual({ album: true, photos: 2, file: 200 });
  const photo = `POST /api/albums/photos/${photos[0]!.p_key}/toggle-show`;
  await call(photo);
  expect(await seen()).toEqual({ album: true, photos: 1, file: 404 });
  await call(photo);
  await call(`PATCH /api/albums/${pa_key}/show`, { show: false });
  expect(await seen()).toEqual({ album: false, photos: 404, file: 404 });
  expect(await statusAt(file, { cookie })).toBe(200);
});

test("albums change places, two of them or all by a whole order, and so do an album's photos, but none with another's", async () => {
  const [a, b] = [await newAlbum(), await newAlbum()];
  const pair = { a_key: a.pa_key, b_key: b.pa_key, b_order: b.order_num };
  const swapped = await call("POST /api/albums/reorder", {
    ...pair,
    a_order: a.order_num,
  });
  const keys = swapped.body.map(({ pa_key }) => pa_key);
  expect(keys.slice(-2)).toEqual([b.pa_key, a.pa_key]);
  const order = keys.toReversed();
  await expectStatuses([["POST /api/albums/reorder-all", 200, { order }]]);
  expect((await albums()).map(({ pa_key }) => pa_key)).toEqual(order);

  const { pa_key, photos } = await madeAlbum();
  const [one, two, other] = [...photos, ...(await madeAlbum()).photos].map(
    ({ p_key, order_num }) => ({ p_key, order_num }),
  );
  const own = photos.map(({ p_key }) => p_key);
  const address = `POST /api/albums/${pa_key}/photos` as const;
  const turned = await call(`${address}/swap`, { photo1: one, photo2: two });
  expect(turned.body.map(({ p_key }) => p_key)).toEqual(own.toReversed());
  const foreign = { photo1: one, photo2: other };
  await expectStatuses([[`${address}/swap`, 404, foreign]]);
  const again = await call(`${address}/reorder-all`, { order: own });
  expect(again.body.map(({ p_key }) => p_key)).toEqual(own);
});

test("several images become photos by themselves, each under a name of its own", async () => {
  const album = await newAlbum();
  const names = ["../Café & sea.PNG", "Café & sea.png", "Café & sea.png"];
  const images = ["progressive.jpg", "plain.png", "plain.png"];
  const form = await filesForm(images, (_image, n) => names[n]!);
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

test("images that are sent one by one become photos by one sync, which waits for more until it is started", async () => {
  const album = await newAlbum();
  const upload = `POST /api/albums/${album.name}/upload-images` as const;
  const jobs = new Set<string>();
  for (const image of ["plain.png", "photo.webp", "progressive.jpg"]) {
    const form = await filesForm([image]);
    const { body } = await call(`${upload}?sync=later`, form);
    jobs.add(body.job_id);
    const job = await readJob(site, cookie, body.job_id);
    expect(job).toMatchObject({ state: "queued", kind: "sync-albums" });
  }
  expect(await photosOf(album)).toEqual([]);
  jobs.add((await call("POST /api/albums/sync")).body.job_id);
  await site.untilIdle();
  expect(jobs.size).toBe(1);
  expect(await photosOf(album)).toHaveLength(3);
  const { status } = await call(
    `${upload}?sync=soon`,
    await filesForm(["plain.png"]),
  );
  expect(status).toBe(400);
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

const sync = () => doJob(site, cookie, "/api/albums/sync");

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
  expect(filesBelow(site.inStore("albums", album.name))).toHaveLength(9);
  await rm(stray);
  for (const { trash_key } of await readTrash())
    await call(`DELETE /api/trash/${trash_key}`);
  const { status } = await call("POST /api/albums", { name: album.name });
  expect(status).toBe(201);
});
