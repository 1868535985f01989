import sharp from "sharp";
import { expect, test } from "vitest";
import { onDisk } from "#domain/store/disk.server.ts";
import { openOriginal } from "#worker/images/decode.ts";
import { writeTiff } from "#worker/images/tiff.ts";
import {
  box,
  codeAv1,
  hevcTile,
  nclx,
  writeHeif,
} from "../fixtures/heif-items.ts";
import { writeInStore } from "../setup/own-store.ts";

const PATCH = 32;
const [P3, BT2020] = [12, 9];
const [SRGB, PQ, HLG] = [13, 16, 18];

type Colour = number[];
/** Writes patches, side by side, as an AVIF that names its colours. Stored values are from 0 to 1. */
async function patches(
  stored: Colour[],
  bitdepth: 8 | 10,
  colours?: [primaries: number, transfer: number],
) {
  const [width, height] = [stored.length * PATCH, PATCH];
  const pixels = new Uint16Array(width * height * 3).map((_, at) =>
    Math.round(
      stored[Math.floor(Math.floor(at / 3) / PATCH) % stored.length]![at % 3]! *
        65_535,
    ),
  );
  const raw = { width, height, channels: 3 as const };
  const picture = sharp(pixels, { raw }).toColourspace("rgb16");
  const exactly = { quality: 100, bitdepth, chromaSubsampling: "4:4:4" };
  const { data, properties } = await codeAv1(picture, exactly);
  const named = colours ? [...properties, nclx(...colours)] : properties;
  const item = { id: 1, type: "av01", data, properties: named };
  return writeHeif("avif", 1, [item]);
}

async function decode(bytes: Buffer) {
  writeInStore("picture", bytes);
  const { size, decode } = await openOriginal(onDisk("picture"));
  return decode(size);
}

async function shownOf(...given: Parameters<typeof patches>) {
  const { data, width, channels } = await decode(await patches(...given));
  return given[0].map((_, n) => {
    const at = ((PATCH / 2) * width + n * PATCH + PATCH / 2) * channels;
    return [...data.subarray(at, at + 3)];
  });
}

async function profileOf(name: string) {
  const one = sharp({
    create: { width: 1, height: 1, channels: 3, background: "red" },
  });
  const png = await one.withIccProfile(name).png().toBuffer();
  return (await sharp(png).metadata()).icc!;
}

const grey = (value: number) => [value, value, value];
const largestDifference = (one: number[], other: number[]) =>
  Math.max(...one.map((value, at) => Math.abs(value - other[at]!)));

/** The value that PQ stores for a brightness in cd/m². */
function toPq(nits: number) {
  const y = (nits / 10_000) ** (2610 / 16384);
  return (
    ((3424 / 4096 + (2413 / 128) * y) / (1 + (2392 / 128) * y)) ** 78.84375
  );
}

test.each([8, 10] as const)(
  "patches in Display P3, of %i bits, are shown as with a profile",
  async (bitdepth) => {
    const stored = [
      grey(1),
      grey(0.46),
      [0.73, 0.54, 0.35],
      [0.48, 0.73, 0.91],
    ];
    const data = Buffer.from(stored.flat().map((value) => value * 255));
    const pixels = {
      data,
      width: stored.length,
      height: 1,
      channels: 3,
    } as const;
    const profile = await profileOf("p3");
    const tiff = writeTiff(pixels, { profile, orientation: 1 });
    const expected = await sharp(tiff).toColourspace("srgb").raw().toBuffer();
    const shown = (await shownOf(stored, bitdepth, [P3, SRGB])).flat();
    expect(largestDifference(shown, [...expected])).toBeLessThanOrEqual(2);
  },
);

test("in PQ, white paper is nearly white, what is darker keeps its light, and what is brighter still differs", async () => {
  const stored = [5, 26, 100, 203, 400, 1000, 4000].map((light) =>
    grey(toPq(light)),
  );
  const shown = await shownOf(stored, 10, [BT2020, PQ]);
  const [five, dark, light, paper, ...brighter] = shown.map(([red]) => red!);
  // sRGB's values for 5, 26 and 100 of 203 cd/m².
  const darker = [five!, dark!, light!];
  expect(largestDifference(darker, [43.5, 100, 186])).toBeLessThanOrEqual(1);
  expect(paper! / 255).toBeGreaterThan(0.9);
  expect(brighter).toEqual([...new Set(brighter)].sort((a, b) => a - b));
  expect(Math.max(...brighter)).toBeLessThanOrEqual(255);
});

test("a lamp's colour stays its colour, however bright it is", async () => {
  const [amber] = await shownOf([[4000, 2000, 400].map(toPq)], 10, [P3, PQ]);
  const [red, green, blue] = amber!;
  expect(red).toBeGreaterThan(245);
  expect(green).toBeGreaterThan(150);
  expect(green).toBeLessThan(220);
  expect(blue).toBeLessThan(100);
});

test("HLG shows paper as PQ does", async () => {
  const [black, paper, lamp] = await shownOf([0, 0.75, 1].map(grey), 10, [
    BT2020,
    HLG,
  ]);
  const [inPq] = await shownOf([grey(toPq(203))], 10, [BT2020, PQ]);
  expect(black).toEqual(grey(0));
  expect(Math.abs(paper![0]! - inPq![0]!)).toBeLessThanOrEqual(1);
  expect(lamp![0]).toBeGreaterThan(paper![0]!);
});

test.each([
  ["sRGB", [1, SRGB]],
  ["BT.709", [1, 1]],
  ["no known colours", [2, 2]],
] as const)(
  "an AVIF that names %s is decoded as one that names none",
  async (_, colours) => {
    const stored = [grey(0.5), [0.73, 0.54, 0.35]];
    const plain = await decode(await patches(stored, 8));
    const named = await decode(await patches(stored, 8, [...colours]));
    expect(named.data.equals(plain.data)).toBe(true);
  },
);

test("a HEIC that names Display P3 is shown as with its profile", async () => {
  const { data, properties } = hevcTile();
  const withColours = (colours: Buffer) => {
    const item = { id: 1, type: "hvc1", data };
    const all = [...properties, colours];
    return decode(writeHeif("heic", 1, [{ ...item, properties: all }]));
  };
  const profile = [Buffer.from("prof"), await profileOf("p3")];
  const profiled = await withColours(box("colr", ...profile));
  const named = await withColours(nclx(P3, SRGB));
  let apart = 0;
  for (const [at, value] of named.data.entries())
    apart += Math.abs(value - profiled.data[at]!);
  expect(apart / named.data.length).toBeLessThan(1);
});
