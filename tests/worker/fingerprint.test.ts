import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import {
  ALIKE_BITS,
  SAME_SECOND_BITS,
} from "#domain/review/same-pictures.server.ts";
import { findFingerprint } from "#worker/images/fingerprint.ts";
import { fixture } from "../fixtures/index.ts";
import { chooseFew } from "../setup/seeds.ts";
import { previewOf } from "../setup/calls/uploads/preview.ts";

const scene = (name: string) =>
  readFileSync(`scripts/demo/pictures/scenes/${name}.webp`);

/** In how many bits two fingerprints, 64 bits in hex each, differ. */
const bitsBetween = (one: string, other: string) =>
  (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll("0", "")
    .length;

/** As a worker finds it: of the small derivative. */
const fingerprint = async (picture: Buffer) =>
  findFingerprint(
    await sharp(picture)
      .rotate()
      .resize(320, 320, { fit: "inside" })
      .webp()
      .toBuffer(),
  );

const SCENES = ["harbour-1", "sea-5", "moss-1"].map(scene);
const PHOTOS = ["orientation-6.jpg", "progressive.jpg"].map((name) =>
  readFileSync(fixture(name)),
);

test("versions of one picture in another size, format or quality look the same", async () => {
  for (const picture of chooseFew([...SCENES, ...PHOTOS])) {
    const original = await fingerprint(picture);
    const upright = sharp(picture).rotate();
    for (const [most, version] of [
      [ALIKE_BITS, upright.clone().resize(1600).jpeg({ quality: 70 })],
      [SAME_SECOND_BITS, upright.clone().resize(640).webp({ quality: 60 })],
      [SAME_SECOND_BITS, upright.clone().resize(800).jpeg({ quality: 30 })],
    ] as const)
      expect(
        bitsBetween(original, await fingerprint(await version.toBuffer())),
      ).toBeLessThanOrEqual(most);
  }
});

test("a picture whose edges are cut off looks the same, if the camera's clock says the same", async () => {
  const { width, height } = await sharp(SCENES[0]).metadata();
  const edges = {
    ...{ left: Math.round(width * 0.02), top: Math.round(height * 0.02) },
    ...{ width: Math.round(width * 0.96), height: Math.round(height * 0.96) },
  };
  const cut = await sharp(SCENES[0]).extract(edges).jpeg().toBuffer();
  expect(
    bitsBetween(await fingerprint(SCENES[0]!), await fingerprint(cut)),
  ).toBeLessThanOrEqual(SAME_SECOND_BITS);
});

test("a HEIC and the JPEG that was made of it look the same", async () => {
  const [large, small] = [
    await fingerprint(await previewOf("portrait.heic", 2000)),
    await fingerprint(await previewOf("portrait.heic", 640)),
  ];
  expect(bitsBetween(large, small)).toBeLessThanOrEqual(SAME_SECOND_BITS);
});

test("pictures of something else look different, and so does one upside down", async () => {
  const names = ["harbour-1", "forest-1", "garden-1", "city-1", "mountains-1"];
  const turned = await sharp(SCENES[0]).rotate(180).toBuffer();
  const prints = await Promise.all(
    [...names.map(scene), turned].map(fingerprint),
  );
  for (const [index, one] of prints.entries())
    for (const other of prints.slice(index + 1))
      expect(bitsBetween(one, other)).toBeGreaterThan(SAME_SECOND_BITS);
});

test("a plain picture has a fingerprint too", async () => {
  const plain = sharp({
    create: { width: 10, height: 10, channels: 4, background: "#fff" },
  });
  expect(await fingerprint(await plain.png().toBuffer())).toBe("0".repeat(16));
});
