import { rm } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import sharp from "sharp";
import { saveFind } from "#tests/setup/calls/find-calls.ts";
import { newRock, rockForm } from "#tests/setup/calls/rock-calls.ts";
import {
  addPosts,
  addRocks,
  emptyRocks,
  keyOfPost,
} from "#tests/setup/calls/rocks.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

const addRock = (rock_number: number) =>
  newRock({ rock_number, artist_keys: [1] });

const getPin = (number: number, version?: string | null) =>
  site.fetch(
    `/media/catalog/${number}/pin.webp${version ? `?v=${version}` : ""}`,
  );
const summaryOf = async (number: number) =>
  (await call(`GET /api/rock-posts/${number}/summary`)).body;

describe("a rock's pin", () => {
  test("is made with its other pictures, and kept by browsers at the address that names its version", async () => {
    await addRock(1);
    const { pin } = await summaryOf(1);
    const versioned = await getPin(1, pin);
    expect([
      versioned.status,
      versioned.headers.get("content-type"),
      versioned.headers.get("cache-control"),
    ]).toEqual([200, "image/webp", "private, max-age=31536000, immutable"]);
    expect(await sharp(await versioned.bytes()).metadata()).toMatchObject({
      width: 128,
      height: 128,
      hasAlpha: true,
    });
    for (const other of [undefined, "0123abcd"])
      expect((await getPin(1, other)).headers.get("cache-control")).toBe(
        "no-cache",
      );
  });

  test("has another address once the rock's picture is replaced, and none in between", async () => {
    const rock = await addRock(2);
    const before = await summaryOf(2);
    const path = `/api/rocks/${rock.rc_key}` as const;
    await call(`PUT ${path}`, await rockForm({}, "greyscale.jpg"));
    await site.untilIdle();
    const after = await summaryOf(2);
    expect(after.pin).not.toBe(before.pin);
    const pin = await (await getPin(2, after.pin)).bytes();
    const [red, , blue] = (await sharp(pin).stats()).channels;
    expect(Math.abs(red!.mean - blue!.mean)).toBeLessThan(5);
    // The site lets nobody cache the old address any longer.
    expect((await getPin(2, before.pin)).headers.get("cache-control")).toBe(
      "no-cache",
    );
  });

  test("of a deleted rock is not there", async () => {
    const rock = await addRock(3);
    const { pin } = await summaryOf(3);
    await call(`DELETE /api/rocks/${rock.rc_key}`);
    expect((await getPin(3)).status).toBe(404);
    expect((await getPin(3, pin)).status).toBe(404);
    expect(await summaryOf(3)).toMatchObject({
      trips: 0,
      in_catalogue: false,
      pin: null,
    });
  });

  test("that is missing in the store is made by Create Images @soak", async () => {
    await addRock(4);
    await rm(site.inStore("catalog", "4", "pin.webp"));
    expect((await getPin(4)).status).toBe(404);
    await call("POST /api/create-images", { path: "media/catalog" });
    await site.untilIdle();
    expect((await getPin(4)).status).toBe(200);
  });
});

describe("GET /api/rock-posts/locations/places", () => {
  const read = (pins: string) =>
    call(`GET /api/rock-posts/locations/places?pins=${pins}`);

  test("gives the finders' words, or the nearest town, and leaves out what is not on the map", async () => {
    emptyRocks(site);
    const uuids = await addPosts(site, [
      { rock: 1, at: [35.9, 14.51], location: "Valletta, Malta" },
      { rock: 2, at: [52.52, 13.4], location: " " },
      { rock: 3, at: [1, 1], location: "Hidden", show: false },
      { rock: 0, at: [-60, -120], location: " " },
    ]);
    const key = `0-${keyOfPost(uuids[3]!)}`;
    const { status, body } = await read(`1,2,3,4,${key},0-999999`);
    expect(status).toBe(200);
    expect(new Map(body.map(({ pin, place }) => [pin, place]))).toEqual(
      new Map([
        ["1", "Valletta, Malta"],
        ["2", "Berlin, Germany"],
        [key, ""],
      ]),
    );
  });

  test("takes a hundred pins at most, and nothing else", async () => {
    expect((await read(Array(100).fill("7").join())).status).toBe(200);
    for (const pins of [Array(101).fill("7").join(), "", "x", "1;2", "0"])
      expect((await read(pins)).status).toBe(400);
  });
});

test.each([
  [5, 7],
  [7, 5],
  [5, 0],
  [0, 7],
])(
  "a shown find with coordinates moves from rock %i to %i, and pins and counts follow",
  async (from, to) => {
    emptyRocks(site);
    addRocks(site, [[5], [7]]);
    const [uuid] = await addPosts(site, [
      { rock: from, date: "2026-05-17", at: [51.5, -0.1] },
      { rock: from, date: "2026-04-01", at: [48.8, 2.3] },
      { rock: to, date: "2026-03-01", at: [40.4, -3.7] },
    ]);
    await saveFind({ rps_key: keyOfPost(uuid!) }, { rock_number: to });
    const { body } = await call("GET /api/rock-posts/locations/all");
    const inOrder = (pins: (readonly [number, number])[]) =>
      pins.map((pin) => pin.join()).sort();
    expect(inOrder(body.map((pin) => [pin.rock_number, pin.latitude]))).toEqual(
      inOrder([
        [from, 48.8],
        [to, 51.5],
        ...(to === 0 ? [[0, 40.4] as const] : []),
      ]),
    );
    for (const [rock, finds] of [
      [from, 1],
      [to, 2],
    ] as const)
      expect(
        site.query(`SELECT shown_posts FROM rocks WHERE rock_number = ${rock}`),
      ).toEqual(rock > 0 ? [{ shown_posts: finds }] : []);
  },
);
