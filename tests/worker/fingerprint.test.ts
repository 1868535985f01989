import { readFileSync } from "node:fs";
import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import {
  ALIKE_BITS,
  SAME_SECOND_BITS,
} from "#domain/review/warnings.server.ts";
import { findFingerprint } from "#worker/images/derive.ts";
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

const HARBOUR = scene("harbour-1");
const PICTURES: [picture: Buffer, most: number][] = [
  ...["mountains-1", "leaves-1", "forest-1", "garden-1", "lake-2"].map(
    (name): [Buffer, number] => [scene(name), ALIKE_BITS],
  ),
  [HARBOUR, SAME_SECOND_BITS],
  [readFileSync(fixture("orientation-6.jpg")), SAME_SECOND_BITS],
];

test("versions of one picture in another size, format or quality look the same", async () => {
  for (const [picture, most] of chooseFew(PICTURES)) {
    const original = await fingerprint(picture);
    const upright = sharp(picture).rotate();
    const bitsOf = async (version: Sharp) =>
      bitsBetween(original, await fingerprint(await version.toBuffer()));
    const large = upright.clone().resize(1600).jpeg({ quality: 70 });
    expect(await bitsOf(large)).toBeLessThanOrEqual(most);
    for (const version of [
      upright.clone().resize(640).webp({ quality: 60 }),
      upright.clone().resize(800).jpeg({ quality: 30 }),
    ])
      expect(await bitsOf(version)).toBeLessThanOrEqual(SAME_SECOND_BITS);
  }
});

test("a picture whose edges are cut off looks the same, if the camera's clock says the same", async () => {
  const { width, height } = await sharp(HARBOUR).metadata();
  const edges = {
    ...{ left: Math.round(width * 0.02), top: Math.round(height * 0.02) },
    ...{ width: Math.round(width * 0.96), height: Math.round(height * 0.96) },
  };
  const cut = await sharp(HARBOUR).extract(edges).jpeg().toBuffer();
  expect(
    bitsBetween(await fingerprint(HARBOUR), await fingerprint(cut)),
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
  const turned = await sharp(HARBOUR).rotate(180).toBuffer();
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
