import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { readPhotoPlace } from "#app/components/share/place/read-photo-place.ts";
import { fixture } from "#tests/fixtures/index.ts";
import {
  HARBOUR,
  HARBOUR_SPOT,
  photograph,
} from "#tests/fixtures/photo-of-place.ts";
import { giveFileReader } from "#tests/setup/file-reader.ts";

giveFileReader();

async function read(...photo: Parameters<typeof photograph>) {
  const { name, buffer } = await photograph(...photo);
  return readPhotoPlace(new File([buffer], name));
}

test.each(["orientation-6.jpg", "photo.webp", "photo.avif", "grid.heic"])(
  "the position of %s is read",
  async (name) => {
    const bytes = new Uint8Array(await readFile(fixture(name)));
    const place = await readPhotoPlace(new File([bytes], name));
    expect(place!.latitude).toBeCloseTo(39.1, 1);
    expect(place!.longitude).toBeCloseTo(-120, 1);
  },
);

test("a position is read from PNG, south and west are minus, and the camera's clock has its offset", async () => {
  const gps = {
    GPSLatitudeRef: "S",
    GPSLatitude: "33/1 3135/100 0/1",
    GPSLongitudeRef: "W",
    GPSLongitude: "70/1 33/1 0/1",
  };
  const camera = {
    DateTimeOriginal: "2024:05:17 18:42:03",
    OffsetTimeOriginal: "-04:00",
  };
  expect(await read("a.png", gps, camera)).toEqual({
    latitude: -33.5225,
    longitude: -70.55,
    accuracy: null,
    taken_dt: "2024-05-17T22:42:03.000Z",
  });
});

test.each([
  ["South", "West"],
  ["south", "WEST"],
  ["s", "w"],
  [" S", "W "],
])("towards '%s' and '%s' is minus", async (latitude, longitude) => {
  const gps = {
    ...HARBOUR,
    GPSStatus: "A",
    GPSLatitudeRef: latitude,
    GPSLongitudeRef: longitude,
  };
  expect(await read("a.jpeg", gps)).toMatchObject({
    latitude: -HARBOUR_SPOT.latitude,
    longitude: HARBOUR_SPOT.longitude,
  });
});

test("towards 'north' and 'East' is plus", async () => {
  const gps = { ...HARBOUR, GPSLatitudeRef: "north", GPSLongitudeRef: "East" };
  expect(await read("a.jpeg", gps)).toMatchObject({
    latitude: HARBOUR_SPOT.latitude,
    longitude: -HARBOUR_SPOT.longitude,
  });
});

const { GPSLatitudeRef: _north, ...withoutHemisphere } = HARBOUR;
test.each([
  ["nothing", {}],
  [
    "no fix",
    { ...HARBOUR, GPSLatitude: "0/1 0/1 0/1", GPSLongitude: "0/1 0/1 0/1" },
  ],
  ["no hemisphere", withoutHemisphere],
  ["a hemisphere that isn't one", { ...HARBOUR, GPSLatitudeRef: "X" }],
  ["a hemisphere of the other axis", { ...HARBOUR, GPSLongitudeRef: "N" }],
  ["a receiver that warns", { ...HARBOUR, GPSStatus: "V" }],
  ["a receiver that warns in a word", { ...HARBOUR, GPSStatus: "void" }],
  ["a zero denominator", { ...HARBOUR, GPSLatitude: "56/0 13/1 0/1" }],
  ["nothing by nothing", { ...HARBOUR, GPSLongitude: "0/0 0/0 0/0" }],
  ["beyond the pole", { ...HARBOUR, GPSLatitude: "90/1 0/1 1/1" }],
] as [string, Record<string, string>][])(
  "a position that can't be right is ignored: %s",
  async (_what, gps) => {
    expect(await read("a.jpeg", gps)).toBeUndefined();
  },
);

test("a date that no calendar has costs the date alone", async () => {
  const gps = { ...HARBOUR, GPSHPositioningError: "4294967295/1" };
  const camera = { DateTimeOriginal: "9999:99:99 10:00:00" };
  expect(await read("a.jpeg", gps, camera)).toEqual({
    ...HARBOUR_SPOT,
    accuracy: null,
    taken_dt: undefined,
  });
});
