import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import {
  catalogueFolder,
  deriveTaskForRock,
  derivativeOfRock,
} from "#domain/store/paths.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { deriveImage } from "#worker/images/derive.ts";

const SIZE = 128;

/** Makes the derivatives of a catalogue picture, and reads its pin: colours and opacity by pixel. */
async function cutPin(rock_number: number, picture: Buffer) {
  const folder = catalogueFolder(rock_number);
  const task = deriveTaskForRock({ folder, original_file: "a.png" });
  await mkdir(path.dirname(onDisk(task.original)), { recursive: true });
  await writeFile(onDisk(task.original), picture);
  await deriveImage(task);
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
      for (const [x, y] of [
        [64, 64],
        [40, 50],
        [88, 78],
      ] as const)
        expect(at(x, y)[3]).toBe(255);
      const [red = 0, green = 0, blue = 0] = at(64, 70);
      expect(Math.abs(red - 0xc0)).toBeLessThan(16);
      expect(Math.abs(green - 0x40)).toBeLessThan(16);
      expect(Math.abs(blue - 0x20)).toBeLessThan(16);
    },
  );

  test("is cut from the middle of the picture, without what lies around the stone", async () => {
    const { at } = await cutPin(
      2,
      await sharp(await paint(1000, 600, "#0000ff"))
        .composite([
          {
            input: await paint(420, 420, "#ff0000"),
            left: 290,
            top: 90,
          },
        ])
        .png()
        .toBuffer(),
    );
    for (const [x, y] of [
      [64, 64],
      [12, 64],
      [116, 64],
      [64, 20],
      [64, 108],
    ] as const) {
      const [red = 0, , blue = 0] = at(x, y);
      expect(red).toBeGreaterThan(blue);
    }
  });

  test("shows no ground around a stone that fills half of its picture", async () => {
    const { at } = await cutPin(
      6,
      await sharp(await paint(600, 600, "#0000ff"))
        .composite([
          { input: await paint(310, 270, "#ff0000"), left: 145, top: 165 },
        ])
        .png()
        .toBuffer(),
    );
    for (const [x, y] of [
      [8, 64],
      [120, 64],
      [64, 15],
      [64, 113],
    ] as const) {
      const [red = 0, , blue = 0] = at(x, y);
      expect(red).toBeGreaterThan(blue);
    }
  });

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
