import { beforeAll, expect, test } from "vitest";
import type { AdminAlbum, AdminPhoto } from "#domain/albums/answers.ts";
import type { Rock } from "#domain/rocks/answers.ts";
import {
  albums,
  albumWith,
  newAlbum,
  photosOf,
} from "#tests/setup/calls/album-calls.ts";
import { addArtists, artists, newRock } from "#tests/setup/calls/rock-calls.ts";
import { remove, restore } from "#tests/setup/calls/trash-calls.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

/** That each kind of thing comes back as it was is tested by `generators/calls`. */

let rock: Rock;
let album: AdminAlbum;
let photos: AdminPhoto[];

/** A rock of two artists, and an album with three photos between two others. */
beforeAll(async () => {
  await addArtists();
  rock = await newRock();
  await newAlbum();
  const pictures = ["progressive.jpg", "plain.png", "alpha.png"];
  ({ album, photos } = await albumWith(pictures));
  await newAlbum();
});

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
