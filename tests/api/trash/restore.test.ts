import { existsSync, rmSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { AdminAlbum, AdminPhoto } from "#domain/albums/answers.ts";
import type { AdminFind, FindImage } from "#domain/finds/answers.ts";
import type { Rock } from "#domain/rocks/answers.ts";
import {
  albums,
  albumWith,
  newAlbum,
  photosOf,
  statusOf,
} from "#tests/setup/calls/album-calls.ts";
import { asChange } from "#tests/setup/calls/find-calls.ts";
import { addArtists, artists, newRock } from "#tests/setup/calls/rock-calls.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import {
  readEverything,
  remove,
  restore,
} from "#tests/setup/calls/trash-calls.ts";
import { call, send, setUpSite, site } from "#tests/setup/vitest/site.ts";

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
  for (const location of ["Valletta", "Lake Tekapo"])
    await site.sendFind(
      {
        ...findFields,
        location,
        rockNumber: String(rock.rock_number),
        name: "Yuki",
        submission_id: crypto.randomUUID(),
      },
      ["progressive.jpg", "plain.png", "orientation-6.jpg"],
    );
  await site.untilIdle();
  const { body } = await call("GET /api/journey-admin");
  for (const sent of body)
    await call(
      `PUT /api/journey-admin/${sent.rps_key}`,
      asChange(sent, {
        show: true,
        latitude: -44,
        longitude: 170.5,
        // The newer one is the rock's pin.
        date: sent.location === "Valletta" ? "2025-01-01" : "2026-01-01",
      }),
    );
  find = body.find(({ location }) => location === "Lake Tekapo")!;
  images = (await call(`GET /api/journey-admin/${find.rps_key}/images`)).body;
  await send(
    `POST /api/journey-admin/images/${images[2]!.rpi_key}/toggle-show`,
  );
  await newAlbum({ show: true });
  ({ album, photos } = await albumWith(
    ["progressive.jpg", "plain.png", "orientation-6.jpg"],
    { show: true, display_name: "The lake" },
  ));
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
    if (media) expect(await statusOf(media)).toBe(200);
    const trashKey = await remove(path);
    expect(trashKey).toBeGreaterThan(0);
    if (media) expect(await statusOf(media)).toBe(404);
    expect((await send(`DELETE ${path}`)).status).toBe(404);
    const inTrash = await readEverything();
    expect(inTrash.rows.trash).toHaveLength(1);
    expect(inTrash.files).toEqual(before.files);

    const restored = await restore(trashKey);
    expect(restored.status).toBe(200);
    expect(restored.body).toEqual({
      kind,
      key: Number(path.split("/").at(-1)),
    });
    expect(await readEverything()).toEqual(before);
    if (media) expect(await statusOf(media)).toBe(200);
    expect((await restore(trashKey)).status).toBe(404);
  },
);

test("everything at once comes back, in any order in which it can", async () => {
  const before = await readEverything();
  // Parts first, so that each is in the trash alone.
  const keys: Record<string, number> = {};
  for (const kind of ["find-image", "photo", "artist", ...kinds] as const)
    keys[kind] ??= await remove(things[kind]().path);
  for (const kind of ["album", "rock", "artist", "find", "find-image", "photo"])
    expect((await restore(keys[kind]!)).status).toBe(200);
  expect(await readEverything()).toEqual(before);
});

describe("an ordered list", () => {
  const order = async () =>
    (await albums()).map(({ name, order_num }) => `${order_num} ${name}`);
  const orderOfPhotos = async () =>
    (await photosOf(album)).map(
      ({ name, order_num }) => `${order_num} ${name}`,
    );

  test("gets an album back in its place after the others have closed the hole", async () => {
    const before = await order();
    const trashKey = await remove(`/api/albums/${album.pa_key}`);
    await call("POST /api/albums/reorder-all");
    expect((await order()).length).toBe(before.length - 1);
    await restore(trashKey);
    expect(await order()).toEqual(before);
  });

  test("gets photos back in their places, whichever comes first", async () => {
    const before = await orderOfPhotos();
    const first = await remove(`/api/albums/photos/${photos[0]!.p_key}`);
    const last = await remove(`/api/albums/photos/${photos[2]!.p_key}`);
    await call(`POST /api/albums/${album.pa_key}/photos/reorder-all`);
    await restore(last);
    await restore(first);
    expect(await orderOfPhotos()).toEqual(before);
  });

  test("has no hole and no double when it has become shorter, or longer, meanwhile", async () => {
    const trashKey = await remove(`/api/albums/photos/${photos[2]!.p_key}`);
    const other = await remove(`/api/albums/photos/${photos[1]!.p_key}`);
    await call(`POST /api/albums/${album.pa_key}/photos/reorder-all`);
    await restore(trashKey);
    expect((await photosOf(album)).map(({ order_num }) => order_num)).toEqual([
      1, 2,
    ]);
    await restore(other);
    expect((await photosOf(album)).map(({ order_num }) => order_num)).toEqual([
      1, 2, 3,
    ]);
  });
});

describe("a rock and its artists", () => {
  const namesOf = async () =>
    (
      await call(`GET /api/rocks?rock_number=${rock.rock_number}`)
    ).body[0]?.artists.map(({ ra_key }) => ra_key);

  test("find each other again in their old order, whichever comes back last", async () => {
    const [ida, june] = artists as [number, number];
    const ofIda = await remove(`/api/users/${ida}`);
    expect(await namesOf()).toEqual([june]);
    const ofRock = await remove(`/api/rocks/${rock.rc_key}`);
    await restore(ofRock);
    expect(await namesOf()).toEqual([june]);
    await restore(ofIda);
    expect(await namesOf()).toEqual([ida, june]);
    expect(
      site.query(
        `SELECT artists_text FROM rocks WHERE rc_key = ${rock.rc_key}`,
      ),
    ).toEqual([{ artists_text: "Ida, Grandma June" }]);
  });
});

test("an image comes back to its find after that got another rock number", async () => {
  const trashKey = await remove(
    `/api/journey-admin/images/${images[0]!.rpi_key}`,
  );
  const { body: now } = await call("GET /api/journey-admin");
  const sent = now.find(({ rps_key }) => rps_key === find.rps_key)!;
  const change = (rock_number: number) =>
    call(
      `PUT /api/journey-admin/${find.rps_key}`,
      asChange(sent, { rock_number }),
    );
  await change(77);
  expect((await restore(trashKey)).status).toBe(200);
  const at = (number: number) =>
    `/media/rocks/${number}/${find.uuid}/sm/${images[0]!.current_name}.webp`;
  expect(await statusOf(at(77))).toBe(200);
  await change(rock.rock_number);
  expect(await statusOf(at(rock.rock_number))).toBe(200);
});

test("an image whose job ran while it was in the trash gets its derivatives after it is restored @soak", async () => {
  const { uuid } = await site.addFind({
    ...findFields,
    location: "In a hurry",
  });
  const [{ rpi_key }] = site.query<{ rpi_key: number }>(
    `SELECT rpi_key FROM rock_post_images JOIN rock_posts USING (rps_key) WHERE uuid = '${uuid}'`,
  ) as [{ rpi_key: number }];
  const trashKey = await remove(`/api/journey-admin/images/${rpi_key}`);
  await site.untilIdle();
  await restore(trashKey);
  await site.untilIdle();
  const { rows, files } = await readEverything();
  expect(rows.rock_post_images!.join()).not.toContain('"ready":0');
  expect(
    Object.keys(files).filter(
      (file) => file.includes(uuid) && file.endsWith(".webp"),
    ),
  ).toHaveLength(3);
});

test("an image that an earlier version made is shown as soon as it is restored, and gets what is missing @soak", async () => {
  const { uuid, images } = await site.addFind(findFields);
  await site.untilIdle();
  site.alter(`UPDATE rock_posts SET show = 1 WHERE uuid = '${uuid}'`);
  const [{ rpi_key }] = site.query<{ rpi_key: number }>(
    `SELECT rpi_key FROM rock_post_images JOIN rock_posts USING (rps_key) WHERE uuid = '${uuid}'`,
  ) as [{ rpi_key: number }];
  const medium = `rocks/214/${uuid}/webp640/${images[0]}.webp`;
  rmSync(site.inStore(medium));
  const trashKey = await remove(`/api/journey-admin/images/${rpi_key}`);
  await site.untilIdle();
  await restore(trashKey);
  expect((await site.fetch(`/media/${medium}`)).status).toBe(200);
  await site.untilIdle();
  expect(existsSync(site.inStore(medium))).toBe(true);
});

test("a find sent again while it is in the trash gets its first answer, and adds nothing", async () => {
  const fields = { ...findFields, submission_id: crypto.randomUUID() };
  // So many that their names, which are random, are hardly ever in the order of the images.
  const images = Array<string>(5).fill("plain.png");
  const first = (await (await site.sendFind(fields, images)).json()) as {
    uuid: string;
    images: string[];
  };
  expect(first.images).toHaveLength(5);
  await site.untilIdle();
  const [{ rps_key }] = site.query<{ rps_key: number }>(
    `SELECT rps_key FROM rock_posts WHERE uuid = '${first.uuid}'`,
  ) as [{ rps_key: number }];
  const trashKey = await remove(`/api/journey-admin/${rps_key}`);
  const again = await site.sendFind(fields);
  expect(again.status).toBe(200);
  expect(await again.json()).toEqual(first);
  expect((await restore(trashKey)).status).toBe(200);
  expect(
    site.count(`rock_posts WHERE submission_id = '${fields.submission_id}'`),
  ).toBe(1);
});

test("a column that no longer exists is left out when rows come back", async () => {
  const trashKey = await remove(`/api/users/${artists[1]}`);
  site.alter(
    `UPDATE trash SET rows = json_set(rows, '$.users[0].shoe_size', 43) WHERE trash_key = ${trashKey}`,
  );
  expect((await restore(trashKey)).status).toBe(200);
});
