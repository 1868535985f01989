import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { SAME_SECOND_BITS } from "#domain/review/same-pictures.server.ts";
import { findFingerprint } from "#worker/images/fingerprint.ts";
import { fixture } from "../fixtures/index.ts";
import { previewOf } from "../setup/calls/uploads/preview.ts";

const scene = (name: string) =>
  readFileSync(`scripts/demo/pictures/scenes/${name}.webp`);

/** Whether two fingerprints, 64 bits in hex each, are of pictures that show something else. */
function looksDifferent(one: string, other: string) {
  let differing = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
  let bits = 0;
  for (; differing > 0n; differing &= differing - 1n) bits++;
  return bits > SAME_SECOND_BITS;
}

/** As a worker finds it: of the small derivative. */
const fingerprint = async (picture: Buffer) =>
  findFingerprint(
    await sharp(picture)
      .rotate()
      .resize(320, 320, { fit: "inside" })
      .webp()
      .toBuffer(),
  );

test("versions of one picture in another size, format or quality look the same @soak", async () => {
  for (const picture of [
    scene("harbour-1"),
    scene("sea-5"),
    scene("moss-1"),
    readFileSync(fixture("orientation-6.jpg")),
    readFileSync(fixture("progressive.jpg")),
  ]) {
    const original = await fingerprint(picture);
    const upright = sharp(picture).rotate();
    for (const version of [
      upright.clone().resize(1600).jpeg({ quality: 50 }),
      upright.clone().resize(640).webp({ quality: 60 }),
      upright.clone().resize(800).jpeg({ quality: 30 }),
    ])
      expect(
        looksDifferent(original, await fingerprint(await version.toBuffer())),
      ).toBe(false);
  }
});

test("a HEIC and the JPEG that was made of it look the same", async () => {
  const large = await previewOf("portrait.heic", 2000);
  const small = await previewOf("portrait.heic", 640);
  expect(
    looksDifferent(await fingerprint(large), await fingerprint(small)),
  ).toBe(false);
});

test("pictures of something else look different, and so does one upside down", async () => {
  const names = ["harbour-1", "forest-1", "garden-1", "city-1", "mountains-1"];
  const prints = await Promise.all(
    names.map((name) => fingerprint(scene(name))),
  );
  for (const [index, one] of prints.entries())
    for (const other of prints.slice(index + 1))
      expect(looksDifferent(one, other)).toBe(true);
  const turned = await sharp(scene("harbour-1")).rotate(180).toBuffer();
  expect(looksDifferent(prints[0]!, await fingerprint(turned))).toBe(true);
});

test("a plain picture has a fingerprint too", async () => {
  const plain = sharp({
    create: { width: 10, height: 10, channels: 4, background: "#fff" },
  });
  expect(await fingerprint(await plain.png().toBuffer())).toBe("0".repeat(16));
});
