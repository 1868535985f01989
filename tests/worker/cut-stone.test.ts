import sharp from "sharp";
import { expect, test } from "vitest";
import {
  catalogueFolder,
  deriveTaskForRock,
  derivativeOfRock,
} from "#domain/store/paths.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { deriveImage } from "#worker/images/derive.ts";
import { writeInStore } from "../setup/own-store.ts";

const SIZE = 128;

/** Makes the derivatives of a catalogue picture, and reads its pin: colours and opacity by pixel. */
async function cutPin(rock_number: number, picture: Buffer) {
  const folder = catalogueFolder(rock_number);
  const of = { folder, original_file: "a.png" };
  const { original, outputs } = deriveTaskForRock(of);
  writeInStore(original, picture);
  await deriveImage({ original, outputs: { pin: outputs.pin! } });
  const { data, info } = await sharp(onDisk(derivativeOfRock(folder, "pin")))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: SIZE, height: SIZE, channels: 4 });
  const at = (x: number, y: number) => [
    ...data.subarray((y * SIZE + x) * 4, (y * SIZE + x) * 4 + 4),
  ];
  return { at, data };
}

const paint = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();

test.each([
  ["a wide picture", 900, 600],
  ["a tall one", 400, 1100],
  ["one smaller than the pin", 60, 40],
])(
  "a rock's pin is a stone of 128×128, transparent at its corners and opaque inside, of %s",
  async (_, width, height) => {
    const { at } = await cutPin(1, await paint(width, height, "#c04020"));
    for (const x of [0, SIZE - 1])
      for (const y of [0, SIZE - 1]) expect(at(x, y)[3]).toBe(0);
    const inside = [at(64, 64), at(40, 50), at(88, 78)];
    expect(inside.map(([, , , opacity]) => opacity)).toEqual([255, 255, 255]);
    for (const [band, value] of [0xc0, 0x40, 0x20].entries())
      expect(Math.abs(at(64, 70)[band]! - value)).toBeLessThan(16);
  },
);

test.each<[string, width: number, stone: [number, number], edges: number[]]>([
  ["lies in the middle", 1000, [420, 420], [12, 116, 20, 108]],
  ["fills half of its picture", 600, [310, 270], [8, 120, 15, 113]],
])(
  "a rock's pin shows no ground around a stone that %s",
  async (_, width, stone, [left = 0, right = 0, top = 0, bottom = 0]) => {
    const input = await paint(...stone, "#ff0000");
    const picture = sharp(await paint(width, 600, "#0000ff"));
    const { at } = await cutPin(
      2,
      await picture.composite([{ input }]).png().toBuffer(),
    );
    for (const [red = 0, , blue = 0] of [
      ...[at(64, 64), at(left, 64), at(right, 64)],
      ...[at(64, top), at(64, bottom)],
    ])
      expect(red).toBeGreaterThan(blue);
  },
);

test("a rock's pin has a soft edge, and a shape of its own for each rock, the same each time", async () => {
  const picture = await paint(500, 500, "#888888");
  const first = await cutPin(3, picture);
  const again = await cutPin(3, picture);
  const other = await cutPin(4, picture);
  expect(first.data.equals(again.data)).toBe(true);
  expect(first.data.equals(other.data)).toBe(false);
  const halfway = Array.from({ length: SIZE }, (_, x) => first.at(x, 64)[3]!);
  expect(halfway.some((alpha) => alpha > 20 && alpha < 235)).toBe(true);
});

test("a rock's pin leaves transparent what the picture leaves transparent", async () => {
  const { at } = await cutPin(5, await paint(300, 300, "#0000"));
  expect(at(64, 64)[3]).toBe(0);
});
