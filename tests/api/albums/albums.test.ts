import { expect, test } from "vitest";
import { addAlbum } from "#tests/setup/calls/albums.ts";
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

/** Adds an album with finished pictures, without a job. */
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

test("a name is refused in the words of its rule, and a taken one with 409: of two at once one is made", async () => {
  const before = await albums();
  const { status, body } = await call("POST /api/albums", { name: "Not this" });
  expect(status).toBe(400);
  expect(body.fields).toEqual({
    name: "Name can only contain lowercase letters and numbers, no spaces or special characters.",
  });
  expect(await albums()).toEqual(before);
  const answers = await Promise.all(
    [1, 2].map(() => call("POST /api/albums", { name: "twice" })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(site.count("albums WHERE name = 'twice'")).toBe(1);
});

test("an album is saved, and its name stays", async () => {
  const album = await newAlbum();
  const change = { name: "other", display_name: "New" };
  const { body } = await call(`PUT /api/albums/${album.pa_key}`, change);
  expect(body).toMatchObject({ name: album.name, display_name: "New" });
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
      [undefined, true],
    ] as const)
      expect((await set(sent)).body).toEqual({ show });
    expect((await set({ show: "no" })).status).toBe(400);
  }
});

test("a photo is saved whole, and its day is the camera's at first", async () => {
  const { photos } = await albumWith(["orientation-6.jpg"]);
  const [photo] = photos;
  expect(photo).toMatchObject({ date: "2024-05-17", show: true, ready: true });
  const change = { ...photo, desc: "Mud", date: "1998-12-31" };
  const more = { name: "other.webp", width: 1 };
  const { body } = await call(`PUT /api/albums/photos/${photo!.p_key}`, {
    ...change,
    ...more,
  });
  expect(body).toEqual({ ...change, version: body.version });
});

test("what is not there is answered with 404, and no folder is made", async () => {
  const { pa_key } = await newAlbum();
  const swap = { a_key: pa_key, a_order: 1, b_key: 999999, b_order: 2 };
  const one = { p_key: 999998, order_num: 1 };
  const pair = { photo1: one, photo2: { ...one, p_key: 999999 } };
  const files = await filesForm(["plain.png"]);
  await expectStatuses([
    ["POST /api/albums/nothere/upload-images", 404, files],
    ["POST /api/albums/reorder", 404, swap],
    [`POST /api/albums/${pa_key}/photos/swap`, 404, pair],
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
    const all = await albums({});
    expect(all.every((album) => !("version" in album))).toBe(true);
    return {
      album: all.some((album) => album.pa_key === pa_key),
      photos: status === 200 ? body.length : status,
      file: await statusAt(file),
    };
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

test("albums change places, two of them or all by a whole order, and none if others have moved meanwhile", async () => {
  const [a, b] = [await newAlbum(), await newAlbum()];
  const swap = (a_order: number) =>
    call("POST /api/albums/reorder", {
      a_key: a.pa_key,
      a_order,
      b_key: b.pa_key,
      b_order: b.order_num,
    });
  const swapped = await swap(a.order_num);
  expect(swapped.status).toBe(200);
  const keys = swapped.body.map(({ pa_key }) => pa_key);
  expect(keys.slice(-2)).toEqual([b.pa_key, a.pa_key]);
  expect((await swap(b.order_num)).status).toBe(409);
  const reorder = (order: number[]) =>
    call("POST /api/albums/reorder-all", { order });
  const order = keys.toReversed();
  expect((await reorder(order)).status).toBe(200);
  expect((await reorder(order.slice(1))).status).toBe(409);
  expect((await albums()).map(({ pa_key }) => pa_key)).toEqual(order);
});

test("two photos of an album change places, and none with another album's, and all of them by a whole order", async () => {
  const { pa_key, photos } = await madeAlbum();
  const other = await madeAlbum();
  const [a, b, c] = [...photos, other.photos[0]!].map(
    ({ p_key, order_num }) => ({ p_key, order_num }),
  ) as [object, object, object];
  const keys = photos.map(({ p_key }) => p_key);
  const address = `POST /api/albums/${pa_key}/photos` as const;
  const swapped = await call(`${address}/swap`, { photo1: a, photo2: b });
  expect(swapped.status).toBe(200);
  expect(swapped.body.map(({ p_key }) => p_key)).toEqual(keys.toReversed());
  for (const [photo2, status] of [
    [{ ...b, order_num: 9 }, 409],
    [c, 404],
    [{}, 400],
  ] as const) {
    const answer = await call(`${address}/swap`, { photo1: a, photo2 });
    expect(answer.status).toBe(status);
  }
  const reorder = (order: number[]) =>
    call(`${address}/reorder-all`, { order });
  expect((await reorder(keys)).body.map(({ p_key }) => p_key)).toEqual(keys);
  expect((await reorder([])).status).toBe(409);
});
