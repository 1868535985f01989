import { describe, expect, test } from "vitest";
import type { AdminPhoto, Photo } from "#domain/albums/answers.ts";
import { call, setUpSite } from "#tests/setup/vitest/site.ts";
import {
  albums,
  albumWith,
  newAlbum,
  photosOf,
} from "#tests/setup/calls/album-calls.ts";

setUpSite();

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

  test("a thousand swaps at once leave both orders a permutation", async () => {
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
