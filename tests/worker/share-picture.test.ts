import { cp, mkdir } from "node:fs/promises";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import type { ShareCard } from "#domain/jobs/catalogue.ts";
import { Refusal } from "#domain/images/refusals.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { deriveImage } from "#worker/images/derive.ts";
import { drawSharePicture } from "#worker/images/share-picture.ts";
import { fixture } from "../fixtures/index.ts";

const card: ShareCard = {
  site_name: "Robin’s Rocks",
  site_language: "en",
  language: "en",
  rock: "Rock 214",
  main: "870 km travelled",
  more: "541 miles · 2 stops in 2 countries",
  stops: [
    { latitude: 48.85, longitude: 2.35 },
    { latitude: 52.52, longitude: 13.4 },
  ],
  isWay: true,
};
const PHOTO = "photo.webp";

beforeAll(async () => {
  await mkdir(onDisk(""), { recursive: true });
  await sharp({
    create: { width: 640, height: 480, channels: 3, background: "#ff0000" },
  })
    .webp()
    .toFile(onDisk(PHOTO));
});

type Colour = [red: number, green: number, blue: number];

/** Counts the pixels in a part of the picture that have nearly this colour. */
async function countPixels(
  picture: Buffer,
  of: Colour,
  part = { left: 0, top: 0, width: 1200, height: 630 },
) {
  const { data } = await sharp(picture)
    .extract(part)
    .raw()
    .toBuffer({ resolveWithObject: true });
  let found = 0;
  for (let at = 0; at < data.length; at += 3)
    if (of.every((value, band) => Math.abs(data[at + band]! - value) < 24))
      found++;
  return found;
}

const RED: Colour = [255, 0, 0];
const ROUTE: Colour = [138, 59, 29];
const INK: Colour = [43, 42, 40];

test("a share picture is a JPEG of 1200×630 with the photograph, the way and the words, the same each time", async () => {
  const picture = await drawSharePicture({ card, photo: PHOTO });
  const { format, width, height } = await sharp(picture).metadata();
  expect([format, width, height]).toEqual(["jpeg", 1200, 630]);
  expect(await countPixels(picture, RED)).toBeGreaterThan(250_000);
  expect(await countPixels(picture, ROUTE)).toBeGreaterThan(500);
  expect(await countPixels(picture, INK)).toBeGreaterThan(4_000);
  expect(await drawSharePicture({ card, photo: PHOTO })).toEqual(picture);
});

describe("a share picture is drawn", () => {
  test.each<[string, Partial<ShareCard>, string | undefined]>([
    ["without a photograph", {}, undefined],
    ["without coordinates", { stops: [], main: "2 stops", more: "" }, PHOTO],
    ["without both", { stops: [], main: "2 stops", more: "" }, undefined],
    [
      "of one stop",
      { stops: card.stops.slice(0, 1), main: "1 stop", more: "" },
      PHOTO,
    ],
    [
      "of stops at both poles and both ends of the map",
      {
        stops: [
          [90, 0],
          [-90, 0],
          [0, 180],
          [0, -180],
        ].map(([latitude = 0, longitude = 0]) => ({ latitude, longitude })),
      },
      PHOTO,
    ],
    ["of a site whose name is in no font", { site_name: "ᚱᛟᚲᛊ" }, PHOTO],
    ["of a site whose name is long", { site_name: "Wide ".repeat(40) }, PHOTO],
  ])("%s", async (_, change, photo) => {
    const picture = await drawSharePicture({
      card: { ...card, ...change },
      photo,
    });
    const { width, height } = await sharp(picture).metadata();
    expect([width, height]).toEqual([1200, 630]);
    expect((await countPixels(picture, RED)) > 0).toBe(photo !== undefined);
    expect(await countPixels(picture, INK)).toBeGreaterThan(4_000);
  });
});

test("a way over the date line crosses the middle of its map, not the whole world", async () => {
  const picture = await drawSharePicture({
    card: {
      ...card,
      stops: [
        { latitude: -18, longitude: 178 },
        { latitude: -14, longitude: -171 },
      ],
    },
    photo: PHOTO,
  });
  const middle = { left: 880, top: 190, width: 20, height: 290 };
  expect(await countPixels(picture, ROUTE, middle)).toBeGreaterThan(20);
  const edge = { left: 622, top: 240, width: 10, height: 200 };
  expect(await countPixels(picture, ROUTE, edge)).toBe(0);
});

test("a photograph that is not in the store is no share picture", async () => {
  await expect(
    drawSharePicture({ card, photo: "elsewhere.webp" }),
  ).rejects.toThrow();
});

test("what visitors send is not read as SVG, before or after", async () => {
  const original = "drawing.png";
  await cp(fixture("drawing.svg"), onDisk(original));
  const derive = () => deriveImage({ original, outputs: { sm: "sm.webp" } });
  await expect(derive()).rejects.toBeInstanceOf(Refusal);
  await drawSharePicture({ card, photo: PHOTO });
  await expect(derive()).rejects.toBeInstanceOf(Refusal);
});

test("a share picture shows the rock's own stone, if it has one", async () => {
  const MAGENTA: Colour = [255, 0, 255];
  const background = "#ff00ff";
  await sharp({ create: { width: 128, height: 128, channels: 4, background } })
    .webp()
    .toFile(onDisk("pin.webp"));
  const drawWith = (pin?: string) =>
    drawSharePicture({ card, photo: undefined, pin });
  const count = async (pin?: string) =>
    countPixels(await drawWith(pin), MAGENTA);
  expect(await count("pin.webp")).toBeGreaterThan(20_000);
  expect(await count()).toBe(0);
});
