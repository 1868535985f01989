import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import sharp from "sharp";
import { paintPicture } from "#tests/fixtures/picture.ts";
import { addPosts, emptyRocks, keyOfPost } from "#tests/setup/calls/rocks.ts";
import { call, setUpSite, site } from "#tests/setup/vitest/site.ts";

setUpSite();

async function rockForm(rock_number: number, colour: string) {
  const form = new FormData();
  form.set("rock_number", String(rock_number));
  form.set("artist_keys", "[1]");
  const image = await sharp({
    create: { width: 300, height: 300, channels: 3, background: colour },
  })
    .png()
    .toBuffer();
  form.set("image", new Blob([new Uint8Array(image)]), "rock.png");
  return form;
}

async function addRock(number: number, colour = "#c00") {
  const { body, status } = await call(
    "POST /api/rocks",
    await rockForm(number, colour),
  );
  expect(status).toBe(201);
  await site.untilIdle();
  return body;
}

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
    expect(
      await sharp(Buffer.from(await versioned.arrayBuffer())).metadata(),
    ).toMatchObject({ width: 128, height: 128, hasAlpha: true });
    for (const other of [undefined, "0123abcd"])
      expect((await getPin(1, other)).headers.get("cache-control")).toBe(
        "no-cache",
      );
  });

  test("has another address once the rock's picture is replaced, and none in between", async () => {
    const rock = await addRock(2);
    const before = await summaryOf(2);
    await call(`PUT /api/rocks/${rock.rc_key}`, await rockForm(2, "#00c"));
    await site.untilIdle();
    const after = await summaryOf(2);
    expect(after.pin).not.toBe(before.pin);
    const [, , blue] = (
      await sharp(
        Buffer.from(await (await getPin(2, after.pin)).arrayBuffer()),
      ).stats()
    ).channels.map(({ mean }) => mean);
    expect(blue).toBeGreaterThan(60);
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

  test("that is missing in the store is made by Create Images", async () => {
    await addRock(4);
    await rm(site.inStore("catalog", "4", "pin.webp"));
    expect((await getPin(4)).status).toBe(404);
    await call("POST /api/create-images", { path: "media/catalog" });
    await site.untilIdle();
    expect((await getPin(4)).status).toBe(200);
  });
});

describe("a site of before there were pins", () => {
  test("makes them by itself at its next start, twenty at a time, and serves the old pictures meanwhile", async () => {
    emptyRocks(site);
    const numbers = Array.from({ length: 23 }, (_, index) => 100 + index);
    for (const number of numbers) {
      const file = site.inStore("catalog", `${number}`, "original", "a.png");
      await mkdir(path.dirname(file), { recursive: true });
      await paintPicture(60, 60).png().toFile(file);
    }
    site.alter(`INSERT INTO rocks (rock_number, original_file, ready, pin_ready) VALUES
       ${numbers.map((number) => `(${number}, 'a.png', 1, 0)`).join(",")}, (200, 'gone.png', 1, 0);
       CREATE TABLE seen_unready (rock_number INTEGER);
       CREATE TRIGGER seen_unready AFTER UPDATE ON rocks WHEN NOT new.ready
       BEGIN INSERT INTO seen_unready VALUES (new.rock_number); END`);
    await site.restart();
    await site.untilIdle();
    const parts = site
      .query<{ total: number }>(
        "SELECT total FROM jobs WHERE kind = 'derive' AND parent_id IS NOT NULL ORDER BY total DESC",
      )
      .map(({ total }) => total);
    expect(parts.slice(0, 2)).toEqual([20, 4]);
    expect(
      site.query(
        "SELECT rock_number FROM rocks WHERE NOT pin_ready OR NOT ready",
      ),
    ).toEqual([{ rock_number: 200 }]);
    expect(site.query("SELECT * FROM seen_unready")).toEqual([]);
    for (const number of [100, 122])
      expect((await getPin(number)).status).toBe(200);
  });

  test("does not try again what can't be read", async () => {
    const count = () =>
      site.query<{ n: number }>("SELECT count(*) AS n FROM jobs")[0]!.n;
    const before = count();
    expect(
      site.query<{ error: string }>(
        "SELECT error FROM rocks WHERE rock_number = 200",
      )[0]!.error,
    ).toBe("The original is not in the store.");
    await site.restart();
    await site.untilIdle();
    expect(count()).toBe(before);
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
