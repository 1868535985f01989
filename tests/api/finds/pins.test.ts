import { describe, expect, test } from "vitest";
import sharp from "sharp";
import { newRock, rockForm } from "#tests/setup/calls/rock-calls.ts";
import { addPosts, emptyRocks, keyOfPost } from "#tests/setup/calls/rocks.ts";
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

  test("has another address once the rock's picture is replaced, and none once it is deleted", async () => {
    const rock = await addRock(2);
    const { pin } = await summaryOf(2);
    const path = `/api/rocks/${rock.rc_key}` as const;
    await call(`PUT ${path}`, await rockForm({}, "greyscale.jpg"));
    await site.untilIdle();
    const after = await summaryOf(2);
    expect(after.pin).not.toBe(pin);
    const bytes = await (await getPin(2, after.pin)).bytes();
    const [red, , blue] = (await sharp(bytes).stats()).channels;
    expect(Math.abs(red!.mean - blue!.mean)).toBeLessThan(5);
    // The site lets nobody cache the old address any longer.
    expect((await getPin(2, pin)).headers.get("cache-control")).toBe(
      "no-cache",
    );
    await call(`DELETE ${path}`);
    for (const version of [undefined, after.pin])
      expect((await getPin(2, version)).status).toBe(404);
    expect(await summaryOf(2)).toMatchObject({
      trips: 0,
      in_catalogue: false,
      pin: null,
    });
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
});
