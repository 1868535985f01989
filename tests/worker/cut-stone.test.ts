import sharp from "sharp";
import { describe, expect, test } from "vitest";
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
  const { original, outputs } = deriveTaskForRock({
    folder,
    original_file: "a.png",
  });
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
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

describe("a rock's pin", () => {
  test.each([
    ["a wide picture", 900, 600],
    ["a tall one", 400, 1100],
    ["one smaller than the pin", 60, 40],
  ])(
    "is a stone of 128×128, transparent at its corners and opaque inside, of %s",
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

  test.each<[string, [number, number], [number, number], number[][]]>([
    [
      "lies in the middle",
      [1000, 600],
      [420, 420],
      [
        [64, 64],
        [12, 64],
        [116, 64],
        [64, 20],
        [64, 108],
      ],
    ],
    [
      "fills half of its picture",
      [600, 600],
      [310, 270],
      [
        [8, 64],
        [120, 64],
        [64, 15],
        [64, 113],
      ],
    ],
  ])(
    "shows no ground around a stone that %s",
    async (_, [width, height], stone, places) => {
      const input = await paint(...stone, "#ff0000");
      const lies =
        width === 1000 ? { left: 290, top: 90 } : { left: 145, top: 165 };
      const picture = sharp(await paint(width, height, "#0000ff"))
        .composite([{ input, ...lies }])
        .png();
      const { at } = await cutPin(2, await picture.toBuffer());
      for (const [x = 0, y = 0] of places) {
        const [red = 0, , blue = 0] = at(x, y);
        expect(red).toBeGreaterThan(blue);
      }
    },
  );

  test("has a soft edge, and a shape of its own for each rock, the same each time", async () => {
    const picture = await paint(500, 500, "#888888");
    const [first, again, other] = [
      await cutPin(3, picture),
      await cutPin(3, picture),
      await cutPin(4, picture),
    ];
    expect(first.data.equals(again.data)).toBe(true);
    expect(first.data.equals(other.data)).toBe(false);
    const halfway = Array.from({ length: SIZE }, (_, x) => first.at(x, 64)[3]!);
    expect(halfway.some((alpha) => alpha > 20 && alpha < 235)).toBe(true);
  });

  test("leaves transparent what the picture leaves transparent", async () => {
    const picture = await sharp({
      create: { width: 300, height: 300, channels: 4, background: "#0000" },
    })
      .png()
      .toBuffer();
    expect((await cutPin(5, picture)).at(64, 64)[3]).toBe(0);
  });
});
