import { randomUUID } from "node:crypto";
import { getViewConfig } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, test } from "vitest";
import { getDb } from "#db/client.server.ts";
import {
  albums,
  photos,
  publicAlbums,
  publicFinds,
  publicImages,
  publicPhotos,
  rockPostImages,
  rockPosts,
} from "#db/schema.ts";

const addFind = (show: boolean) =>
  getDb()
    .insert(rockPosts)
    .values({
      uuid: randomUUID(),
      rock_number: 7,
      location: "Harbour wall",
      date: "2026-05-17T00:00:00Z",
      comment: "There it was.",
      show,
    })
    .returning()
    .get().rps_key;

const addImage = (
  rps_key: number,
  current_name: string,
  state: { show?: boolean; ready?: boolean },
) =>
  getDb()
    .insert(rockPostImages)
    .values({
      rps_key,
      current_name,
      original_name: "a.jpg",
      original_file: `${current_name}.jpg`,
      ready: true,
      ...state,
    })
    .run();

const addAlbum = (name: string, show: boolean) =>
  getDb().insert(albums).values({ name, show, order_num: 1 }).returning().get()
    .pa_key;

const addPhoto = (
  pa_key: number,
  name: string,
  state: { show?: boolean; ready?: boolean; missing?: boolean },
) =>
  getDb()
    .insert(photos)
    .values({
      pa_key,
      name,
      original_file: `${name}.jpg`,
      order_num: 1,
      ready: true,
      ...state,
    })
    .run();

describe("the public views", () => {
  beforeAll(() => {
    for (const show of [true, false]) {
      const find = addFind(show);
      const of = show ? "shown" : "hidden";
      addImage(find, `${of}-first`, {});
      addImage(find, `${of}-hidden`, { show: false });
      addImage(find, `${of}-not-ready`, { ready: false });
      addImage(find, `${of}-again`, {});
      const album = addAlbum(of, show);
      addPhoto(album, `${of}-hidden`, { show: false });
      addPhoto(album, `${of}-not-ready`, { ready: false });
      addPhoto(album, `${of}-missing`, { missing: true });
      addPhoto(album, `${of}-first`, {});
      addPhoto(album, `${of}-again`, {});
    }
  });

  test("have the shown finds, each with its public images in order", () => {
    expect(
      getDb()
        .select()
        .from(publicFinds)
        .all()
        .map(({ imagenames }) => imagenames),
    ).toEqual(['["shown-first","shown-again"]']);
  });

  test("have the images that are shown, ready and of a shown find", () => {
    expect(
      getDb()
        .select()
        .from(publicImages)
        .all()
        .map((image) => image.current_name)
        .sort(),
    ).toEqual(["shown-again", "shown-first"]);
  });

  test("have the shown albums, with the count and the first of their public photos", () => {
    expect(getDb().select().from(publicAlbums).all()).toMatchObject([
      { name: "shown", count: 2, first_image_name: "shown-first" },
    ]);
  });

  test("have the photos that are shown, ready, there and in a shown album", () => {
    expect(
      getDb()
        .select()
        .from(publicPhotos)
        .all()
        .map((photo) => photo.name)
        .sort(),
    ).toEqual(["shown-again", "shown-first"]);
  });

  test("have nothing of what only the admin and the finder may know", () => {
    const secret = /^(name|email|submission_id|suggestion|find_key_hash)$/;
    expect(
      [publicFinds, publicImages].flatMap((view) =>
        Object.keys(getViewConfig(view).selectedFields).filter((column) =>
          secret.test(column),
        ),
      ),
    ).toEqual([]);
  });
});
