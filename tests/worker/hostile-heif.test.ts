import { mkdir, readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { onDisk } from "#domain/store/disk.server.ts";
import { deriveImage } from "#worker/images/derive.ts";
import {
  av1Tile,
  gridOf,
  hevcTile,
  ispe,
  writeHeif,
} from "../fixtures/heif-items.ts";

const hevc = hevcTile();
const large = gridOf(15, 14, hevc, "hvc1");

async function derive(bytes: Buffer) {
  await mkdir(onDisk("rocks/1"), { recursive: true });
  await writeFile(onDisk("rocks/1/original"), bytes);
  return deriveImage({
    original: "rocks/1/original",
    outputs: { webp: "rocks/1/made.webp" },
  });
}

test("the primary picture of a HEIC is made, although a larger one comes before it", async () => {
  const primary = { ...large.items[1]!, id: 900 };
  const bytes = writeHeif(
    "heic",
    900,
    [...large.items, primary],
    large.references,
  );
  expect(await derive(bytes)).toMatchObject({ width: 800, height: 600 });
  const made = await readFile(onDisk("rocks/1/made.webp"));
  expect(await sharp(made).metadata()).toMatchObject({
    width: 800,
    height: 600,
  });
});

test("so is that of an AVIF", async () => {
  const [first, second] = [await av1Tile(64, 64), await av1Tile(800, 600)];
  const bytes = writeHeif("avif", 2, [
    { id: 1, type: "av01", ...first },
    { id: 2, type: "av01", ...second },
  ]);
  expect(await derive(bytes)).toMatchObject({ width: 800, height: 600 });
});

test("50 megapixels at most of HEIC or AVIF are not decoded @soak", async () => {
  const grid = writeHeif("heic", 1, large.items, large.references);
  await expect(derive(grid)).rejects.toThrow("50 megapixels at most");
  const avif = await av1Tile(9_000, 6_500);
  await expect(
    derive(writeHeif("avif", 1, [{ id: 1, type: "av01", ...avif }])),
  ).rejects.toThrow("50 megapixels at most");
});

test("the decoder itself refuses a large grid that says that it is small", async () => {
  const lying = gridOf(15, 14, hevc, "hvc1", { stated: ispe(800, 600) });
  await expect(
    derive(writeHeif("heic", 1, lying.items, lying.references)),
  ).rejects.toThrow("HEIF processing error");
});
