import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { AdminPhoto, Photo } from "#domain/albums/answers.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { doJob, readJob } from "#tests/setup/calls/jobs.ts";
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

describe("adding images", () => {
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
    const sent = await call(
      `POST /api/albums/${album.name}/upload-images`,
      form,
    );
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
        (await call(`POST /api/albums/${album.name}/upload-images`, form))
          .status,
      ).toBeGreaterThanOrEqual(400);
    expect(filesOf(album.name)).toEqual([]);
    expect(filesBelow(site.inStore("tmp/incoming"))).toEqual([]);
  });

  test("a file over the limit has all refused @soak", async () => {
    const album = await newAlbum();
    const form = await filesForm(["plain.png"]);
    form.append("files", new Blob([Buffer.alloc(26 * 1_048_576)]), "large.jpg");
    expect(
      (await call(`POST /api/albums/${album.name}/upload-images`, form)).status,
    ).toBe(413);
    expect(filesOf(album.name)).toEqual([]);
  });
});

describe("deleting", () => {
  test("a photo is gone for everybody, its files stay, and sync does not bring it back", async () => {
    const { album, photos } = await albumWith(["plain.png", "photo.webp"]);
    const [gone, other] = photos as [AdminPhoto, AdminPhoto];
    expect((await call(`DELETE /api/albums/photos/${gone.p_key}`)).status).toBe(
      204,
    );
    await doJob(site, cookie, "/api/albums/sync");
    expect(await photosOf(album)).toEqual([other]);
    expect(filesOf(album.name)).toHaveLength(8);
    expect(
      await statusOf(`/media/albums/${album.name}/webp/${gone.name}`, {
        cookie,
      }),
    ).toBe(404);
  });

  test("an album goes with its photos, and its name is free again once it is deleted for good", async () => {
    const { album } = await albumWith(["plain.png"]);
    const deleted = await call(`DELETE /api/albums/${album.pa_key}`);
    expect(deleted.status).toBe(204);
    await doJob(site, cookie, "/api/albums/sync");
    expect((await albums()).map(({ name }) => name)).not.toContain(album.name);
    expect(
      site.query(`SELECT * FROM photos WHERE pa_key = ${album.pa_key}`),
    ).toEqual([]);
    await call(`DELETE /api/trash/${deleted.headers.get("trash-key")}`);
    expect(filesOf(album.name)).toEqual([]);
    expect((await call("POST /api/albums", { name: album.name })).status).toBe(
      201,
    );
  });

  test("an album that is deleted while a sync runs does not come back, nor does a photo @soak", async () => {
    for (let round = 0; round < 6; round++) {
      const album = await newAlbum();
      const keeps = await newAlbum();
      await mkdir(site.inStore("albums", album.name), { recursive: true });
      await mkdir(site.inStore("albums", keeps.name), { recursive: true });
      for (let copy = 0; copy < 12; copy++)
        for (const { name } of [album, keeps])
          await copyFile(
            fixture("progressive.jpg"),
            site.inStore("albums", name, `${copy}.jpg`),
          );
      const { job_id } = (await call("POST /api/albums/sync")).body;
      // Each round hits another moment of the sync.
      for (let turn = 0; turn < round * 3; turn++)
        await readJob(site, cookie, job_id);
      const [first] = await photosOf(keeps);
      const answers = await Promise.all([
        call(`DELETE /api/albums/${album.pa_key}`),
        first && call(`DELETE /api/albums/photos/${first.p_key}`),
      ]);
      for (const answer of answers) if (answer) expect(answer.status).toBe(204);
      await site.untilIdle();
      await doJob(site, cookie, "/api/albums/sync");
      const all = await albums();
      expect(all.map(({ name }) => name)).not.toContain(album.name);
      expect(filesOf(album.name)).toEqual([]);
      const photos = await photosOf(keeps);
      expect(photos).toHaveLength(first ? 11 : 12);
      expect(photos.every(({ ready }) => ready)).toBe(true);
      await call(`DELETE /api/albums/${keeps.pa_key}`);
    }
  });

  test("a list of the folders that is read before a deletion and applied after it brings nothing back @soak", async () => {
    const { album, photos } = await albumWith(["plain.png", "photo.webp"]);
    await call(`DELETE /api/albums/photos/${photos[0]!.p_key}`);
    await call(`DELETE /api/albums/${album.pa_key}`);
    // A worker that was still writing leaves derivatives without an original.
    const stray = site.inStore("albums", album.name, "webp", photos[0]!.name);
    await mkdir(path.dirname(stray), { recursive: true });
    await copyFile(fixture("photo.webp"), stray);
    await doJob(site, cookie, "/api/albums/sync");
    expect((await albums()).map(({ name }) => name)).not.toContain(album.name);
  });
});

describe("the order", () => {
  test("two albums change places, by their current numbers or by the exchanged ones", async () => {
    const a = await newAlbum();
    const b = await newAlbum();
    const placesOf = async () => {
      const all = await albums();
      return [a, b].map(
        ({ pa_key }) => all.find((album) => album.pa_key === pa_key)!.order_num,
      );
    };
    const swap = (a_order: number, b_order: number) =>
      call("POST /api/albums/reorder", {
        a_key: a.pa_key,
        a_order,
        b_key: b.pa_key,
        b_order,
      });
    const [first, second] = [a.order_num, b.order_num];
    const swapped = await swap(first, second);
    expect(swapped.status).toBe(200);
    expect(swapped.body.slice(-2).map(({ pa_key }) => pa_key)).toEqual([
      b.pa_key,
      a.pa_key,
    ]);
    expect(await placesOf()).toEqual([second, first]);
    expect((await swap(first, second)).status).toBe(200);
    expect(await placesOf()).toEqual([first, second]);
    for (const [x, y] of [
      [first, first],
      [second + 1, first],
      [first, second + 1],
    ] as const)
      expect((await swap(x, y)).status).toBe(409);
    expect(await placesOf()).toEqual([first, second]);
    expect(
      (await call("POST /api/albums/reorder", { a_key: a.pa_key })).status,
    ).toBe(400);
  });

  test("two photos of an album change places, and none with another album's", async () => {
    const { album, photos } = await albumWith(["plain.png", "photo.webp"]);
    const other = await albumWith(["plain.png"]);
    const place = ({ p_key, order_num }: Photo) => ({ p_key, order_num });
    const [a, b] = photos as [AdminPhoto, AdminPhoto];
    const swap = (photo1: object, photo2: object) =>
      call(`POST /api/albums/${album.pa_key}/photos/swap`, {
        photo1,
        photo2,
      });
    const swapped = await swap(place(a), place(b));
    expect(swapped.status).toBe(200);
    expect(
      swapped.body.map(({ p_key, order_num }) => [p_key, order_num]),
    ).toEqual([
      [b.p_key, a.order_num],
      [a.p_key, b.order_num],
    ]);
    expect((await swap({ ...place(a), order_num: 9 }, place(b))).status).toBe(
      409,
    );
    expect((await swap(place(a), place(other.photos[0]!))).status).toBe(404);
    expect((await swap(place(a), place(a))).status).toBe(400);
    expect((await swap(place(a), {})).status).toBe(400);
  });

  test("a thousand swaps at once leave both orders a permutation @soak", async () => {
    const keys = (await albums()).map(({ pa_key }) => pa_key);
    const { album, photos } = await albumWith([
      "plain.png",
      "photo.webp",
      "progressive.jpg",
      "greyscale.jpg",
    ]);
    await call("POST /api/albums/reorder-all");
    const pick = <T>(all: T[]) => all[Math.floor(Math.random() * all.length)]!;
    let now = await albums();
    let photosNow = photos;
    const statuses: number[] = [];
    const swapAlbums = async () => {
      const [a, b] = [pick(now), pick(now)];
      const answer = await call("POST /api/albums/reorder", {
        a_key: a.pa_key,
        a_order: a.order_num,
        b_key: b.pa_key,
        b_order: b.order_num,
      });
      statuses.push(answer.status);
      if (answer.status === 200) now = answer.body;
      else now = await albums();
    };
    const swapPhotos = async () => {
      const [photo1, photo2] = [pick(photosNow), pick(photosNow)];
      const answer = await call(
        `POST /api/albums/${album.pa_key}/photos/swap`,
        { photo1, photo2 },
      );
      statuses.push(answer.status);
      if (answer.status === 200) photosNow = answer.body;
      else photosNow = await photosOf(album);
    };
    await Promise.all(
      Array.from({ length: 20 }, async (_, line) => {
        for (let time = 0; time < 50; time++)
          await (line % 2 ? swapAlbums() : swapPhotos());
      }),
    );
    expect(statuses).toHaveLength(1000);
    expect(new Set(statuses)).toEqual(new Set([200, 400, 409]));
    const all = await albums();
    expect(all.map(({ order_num }) => order_num)).toEqual(
      all.map((_, index) => index + 1),
    );
    expect(new Set(all.map(({ pa_key }) => pa_key))).toEqual(
      new Set([...keys, album.pa_key]),
    );
    expect((await photosOf(album)).map(({ order_num }) => order_num)).toEqual([
      1, 2, 3, 4,
    ]);
  });

  test("reorder-all closes holes, or sets the whole order that it is given", async () => {
    const [a, b] = [await newAlbum(), await newAlbum()];
    await call(`DELETE /api/albums/${a.pa_key}`);
    const closed = await call("POST /api/albums/reorder-all");
    expect(closed.status).toBe(200);
    expect(closed.body.map(({ order_num }) => order_num)).toEqual(
      closed.body.map((_, index) => index + 1),
    );
    const keys = closed.body.map(({ pa_key }) => pa_key);
    expect(keys.at(-1)).toBe(b.pa_key);
    const order = keys.toReversed();
    const turned = await call("POST /api/albums/reorder-all", { order });
    expect(turned.body.map(({ pa_key }) => pa_key)).toEqual(order);
    for (const wrong of [
      order.slice(1),
      [...order, a.pa_key],
      [...order.slice(1), order[1]],
    ])
      expect(
        (await call("POST /api/albums/reorder-all", { order: wrong })).status,
      ).toBe(409);
    expect((await albums()).map(({ pa_key }) => pa_key)).toEqual(order);

    const { album, photos } = await albumWith(["plain.png", "photo.webp"]);
    const wanted = photos.map(({ p_key }) => p_key).toReversed();
    const address = `/${album.pa_key}/photos/reorder-all`;
    const moved = await call<Photo[]>(`POST /api/albums${address}`, {
      order: wanted,
    });
    expect(moved.body.map(({ p_key }) => p_key)).toEqual(wanted);
    expect(
      (await call(`POST /api/albums${address}`, { order: [] })).status,
    ).toBe(409);
  });
});
