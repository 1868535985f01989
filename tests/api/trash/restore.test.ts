import { beforeAll, expect, test } from "vitest";
import type { AdminAlbum, AdminPhoto } from "#domain/albums/answers.ts";
import type { AdminFind, FindImage } from "#domain/finds/answers.ts";
import type { Rock } from "#domain/rocks/answers.ts";
import {
  albums,
  albumWith,
  newAlbum,
  photosOf,
} from "#tests/setup/calls/album-calls.ts";
import { imagesOf, readFind, saveFind } from "#tests/setup/calls/find-calls.ts";
import { addArtists, artists, newRock } from "#tests/setup/calls/rock-calls.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import {
  readEverything,
  remove,
  restore,
} from "#tests/setup/calls/trash-calls.ts";
import {
  call,
  setUpSite,
  site,
  statusAt,
  statusOf,
} from "#tests/setup/vitest/site.ts";

setUpSite();

let rock: Rock;
let find: AdminFind;
let images: FindImage[];
let album: AdminAlbum;
let photos: AdminPhoto[];

/** A rock of two artists with two shown finds on the map, and an album with three photos between two others. */
beforeAll(async () => {
  await addArtists();
  rock = await newRock({ comment: "The fox" });
  const rockNumber = String(rock.rock_number);
  const pictures = ["progressive.jpg", "plain.png", "alpha.png"];
  const place = { latitude: -44, longitude: 170.5, show: true };
  // The newer one is the rock's pin.
  for (const date of ["2025-01-01", "2026-01-01"]) {
    const submission_id = crypto.randomUUID();
    const fields = { ...findFields, rockNumber, name: "Yuki", submission_id };
    const { uuid } = await site.addFind(fields, pictures);
    await site.untilIdle();
    find = (await saveFind(await readFind(uuid), { ...place, date })).body;
  }
  images = await imagesOf(find);
  const [, , third] = images;
  await call(`POST /api/journey-admin/images/${third!.rpi_key}/toggle-show`);
  await newAlbum({ show: true });
  const shown = { show: true, display_name: "The lake" };
  ({ album, photos } = await albumWith(pictures, shown));
  await newAlbum();
  await call(`PUT /api/albums/photos/${photos[1]!.p_key}`, {
    display_name: "Evening by the pier",
    show: false,
  });
});

const things = {
  find: () => ({
    path: `/api/journey-admin/${find.rps_key}`,
    media: `/media/rocks/${rock.rock_number}/${find.uuid}/sm/${images[0]!.current_name}.webp`,
  }),
  "find-image": () => ({
    path: `/api/journey-admin/images/${images[1]!.rpi_key}`,
    media: `/media/rocks/${rock.rock_number}/${find.uuid}/webp/${images[1]!.current_name}.webp`,
  }),
  rock: () => ({
    path: `/api/rocks/${rock.rc_key}`,
    media: `/media/catalog/${rock.rock_number}/pin.webp`,
  }),
  artist: () => ({ path: `/api/users/${artists[0]}`, media: undefined }),
  album: () => ({
    path: `/api/albums/${album.pa_key}`,
    media: `/media/albums/${album.name}/webp300x300/${photos[0]!.name}`,
  }),
  photo: () => ({
    path: `/api/albums/photos/${photos[0]!.p_key}`,
    media: `/media/albums/${album.name}/webp/${photos[0]!.name}`,
  }),
};
const kinds = Object.keys(things) as (keyof typeof things)[];

test.each(kinds)(
  "a deleted %s is gone for the public at once, and comes back with every row and file as it was",
  async (kind) => {
    const { path, media } = things[kind]();
    const before = await readEverything();
    if (media) expect(await statusAt(media)).toBe(200);
    const trashKey = await remove(path);
    expect(trashKey).toBeGreaterThan(0);
    if (media) expect(await statusAt(media)).toBe(404);
    expect(await statusOf(`DELETE ${path}`)).toBe(404);
    const inTrash = await readEverything();
    expect(inTrash.rows.trash).toHaveLength(1);
    expect(inTrash.files).toEqual(before.files);

    const restored = await restore(trashKey);
    const key = Number(path.split("/").at(-1));
    expect(restored.body).toEqual({ kind, key });
    expect(await readEverything()).toEqual(before);
    if (media) expect(await statusAt(media)).toBe(200);
    expect((await restore(trashKey)).status).toBe(404);
  },
);

test("an album and photos come back in their places after the others have closed the holes, whichever photo comes first", async () => {
  const orderOf = <T extends { name: string; order_num: number }>(list: T[]) =>
    list.map(({ name, order_num }) => `${order_num} ${name}`);
  const before = orderOf(await albums());
  const ofAlbum = await remove(`/api/albums/${album.pa_key}`);
  await call("POST /api/albums/reorder-all");
  await restore(ofAlbum);
  expect(orderOf(await albums())).toEqual(before);

  const photosBefore = orderOf(await photosOf(album));
  const removePhoto = (n: number) =>
    remove(`/api/albums/photos/${photos[n]!.p_key}`);
  const [first, last] = [await removePhoto(0), await removePhoto(2)];
  await call(`POST /api/albums/${album.pa_key}/photos/reorder-all`);
  await restore(last);
  const numbers = (await photosOf(album)).map(({ order_num }) => order_num);
  expect(numbers).toEqual([1, 2]);
  await restore(first);
  expect(orderOf(await photosOf(album))).toEqual(photosBefore);
});

test("a rock and its artists find each other again in their old order, whichever comes back last", async () => {
  const namesOf = async () =>
    (
      await call(`GET /api/rocks?rock_number=${rock.rock_number}`)
    ).body[0]?.artists.map(({ ra_key }) => ra_key);
  const [ida, june] = artists as [number, number];
  const ofIda = await remove(`/api/users/${ida}`);
  expect(await namesOf()).toEqual([june]);
  const ofRock = await remove(`/api/rocks/${rock.rc_key}`);
  await restore(ofRock);
  expect(await namesOf()).toEqual([june]);
  await restore(ofIda);
  expect(await namesOf()).toEqual([ida, june]);
  expect(site.count("rocks WHERE artists_text = 'Ida, Grandma June'")).toBe(1);
});

test("a column that no longer exists is left out when rows come back", async () => {
  const trashKey = await remove(`/api/users/${artists[1]}`);
  site.alter(
    `UPDATE trash SET rows = json_set(rows, '$.users[0].shoe_size', 43) WHERE trash_key = ${trashKey}`,
  );
  expect((await restore(trashKey)).status).toBe(200);
});
