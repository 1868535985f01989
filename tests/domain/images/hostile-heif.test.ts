import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inspectImage } from "#domain/images/inspect.server.ts";
import {
  ALPHA,
  av1Tile,
  grid,
  gridOf,
  hevcTile,
  ispe,
  writeHeif,
  type Item,
} from "#tests/fixtures/heif-items.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hostile-heif-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function inspect(bytes: Buffer) {
  const file = path.join(folder, "upload");
  await writeFile(file, bytes);
  return inspectImage(file);
}

const hevc = hevcTile();
const tile = (id: number): Item => ({
  id,
  type: "hvc1",
  data: hevc.data,
  properties: hevc.properties,
});
const tooLarge = {
  kind: "too_large",
  message: expect.stringContaining("50 megapixels"),
};
const damaged = { kind: "not_an_image" };

describe("what is taken", () => {
  test("a grid of 48 megapixels, as phones write it", async () => {
    const { items, references } = gridOf(10, 10, hevc, "hvc1");
    expect(
      await inspect(writeHeif("heic", 1, items, references)),
    ).toMatchObject({
      format: "heic",
      extension: "heic",
      width: 8000,
      height: 6000,
    });
  });

  test("the primary picture, whatever comes before it", async () => {
    const { items, references } = gridOf(15, 14, hevc, "hvc1");
    const bytes = writeHeif("heic", 900, [...items, tile(900)], references);
    expect(await inspect(bytes)).toMatchObject({ width: 800, height: 600 });
  });

  test("a copy of a picture, and one laid over a canvas", async () => {
    const overlay = Buffer.concat([
      Buffer.alloc(10),
      Buffer.from([0x04, 0, 0x03, 0]),
      Buffer.alloc(8),
    ]);
    const bytes = writeHeif(
      "heic",
      3,
      [
        tile(1),
        {
          id: 2,
          type: "iden",
          data: Buffer.from([]),
          properties: [ispe(800, 600)],
        },
        { id: 3, type: "iovl", data: overlay, properties: [ispe(1024, 768)] },
      ],
      [
        { type: "dimg", from: 2, to: [1] },
        { type: "dimg", from: 3, to: [1, 2] },
      ],
    );
    expect(await inspect(bytes)).toMatchObject({ width: 1024, height: 768 });
  });

  test("an AVIF grid", async () => {
    const { items, references } = gridOf(2, 2, await av1Tile(800, 600), "av01");
    expect(
      await inspect(writeHeif("avif", 1, items, references)),
    ).toMatchObject({ format: "avif", width: 1600, height: 1200 });
  });
});

describe("what takes more than 50 megapixels is refused", () => {
  const large = gridOf(15, 14, hevc, "hvc1");
  let largeAv1: Awaited<ReturnType<typeof av1Tile>>;
  beforeAll(async () => {
    largeAv1 = await av1Tile(9_000, 6_500);
  });

  test("a grid that says so", async () => {
    const bytes = writeHeif("heic", 1, large.items, large.references);
    await expect(inspect(bytes)).rejects.toMatchObject(tooLarge);
  });

  test("a grid that says to the reader that it is small", async () => {
    const lying = gridOf(15, 14, hevc, "hvc1", { stated: ispe(800, 600) });
    const bytes = writeHeif("heic", 1, lying.items, lying.references);
    await expect(inspect(bytes)).rejects.toMatchObject(tooLarge);
  });

  test("a small grid of far too many tiles", async () => {
    const many = gridOf(40, 40, hevc, "hvc1", { width: 800, height: 600 });
    const bytes = writeHeif("heic", 1, many.items, many.references);
    await expect(inspect(bytes)).rejects.toMatchObject(damaged);
  });

  test("a copy of a large grid", async () => {
    const bytes = writeHeif(
      "heic",
      900,
      [
        ...large.items,
        {
          id: 900,
          type: "iden",
          data: Buffer.from([]),
          properties: [ispe(800, 600)],
        },
      ],
      [...large.references, { type: "dimg", from: 900, to: [1] }],
    );
    await expect(inspect(bytes)).rejects.toMatchObject(tooLarge);
  });

  test("an alpha channel that is a large grid", async () => {
    const [canvas, ...tiles] = large.items as [Item, ...Item[]];
    const bytes = writeHeif(
      "heic",
      900,
      [
        { ...canvas, properties: [ispe(8000, 6000), ALPHA] },
        ...tiles,
        tile(900),
      ],
      [...large.references, { type: "auxl", from: 1, to: [900] }],
    );
    await expect(inspect(bytes)).rejects.toMatchObject(tooLarge);
  });

  test("AV1 data that is larger than its box says", async () => {
    const { data, configuration } = largeAv1;
    for (const stated of [ispe(9_000, 6_500), ispe(400, 300)]) {
      const properties = [configuration, stated];
      const bytes = writeHeif("avif", 1, [
        { id: 1, type: "av01", data, properties },
      ]);
      await expect(inspect(bytes)).rejects.toMatchObject(tooLarge);
    }
  });

  test("AV1 data that is larger than the configuration before it says", async () => {
    const { properties } = await av1Tile(400, 300);
    const { data } = largeAv1;
    const bytes = writeHeif("avif", 1, [
      { id: 1, type: "av01", data, properties },
    ]);
    await expect(inspect(bytes)).rejects.toMatchObject(tooLarge);
  });

  test("HEVC data whose parameters say so, in its configuration or in itself", async () => {
    const parameters = largeParameters();
    const before = Buffer.from(hevc.configuration);
    before.writeUInt8(before[8 + 22]! + 1, 8 + 22);
    const more = Buffer.concat([
      Buffer.from([33, 0, 1, 0, parameters.length]),
      parameters,
    ]);
    const longer = Buffer.concat([before, more]);
    longer.writeUInt32BE(longer.length);
    const data = Buffer.concat([
      Buffer.from([0, 0, 0, parameters.length]),
      parameters,
      hevc.data,
    ]);
    for (const item of [
      { ...tile(1), properties: [longer, ispe(800, 600)] },
      { ...tile(1), data },
    ])
      await expect(inspect(writeHeif("heic", 1, [item]))).rejects.toMatchObject(
        tooLarge,
      );
  });
});

describe("what can't be followed is refused", () => {
  test.each<[string, Item[], { type: string; from: number; to: number[] }[]]>([
    [
      "a copy of itself",
      [
        {
          id: 1,
          type: "iden",
          data: Buffer.from([]),
          properties: [ispe(8, 6)],
        },
      ],
      [{ type: "dimg", from: 1, to: [1] }],
    ],
    [
      "a grid with a tile too few",
      [
        {
          id: 1,
          type: "grid",
          data: grid(2, 1, 1600, 600),
          properties: [ispe(1600, 600)],
        },
        tile(2),
      ],
      [{ type: "dimg", from: 1, to: [2] }],
    ],
    [
      "a grid of a tile that is not there",
      [
        {
          id: 1,
          type: "grid",
          data: grid(1, 1, 800, 600),
          properties: [ispe(800, 600)],
        },
      ],
      [{ type: "dimg", from: 1, to: [7] }],
    ],
    [
      "two items of one number",
      [tile(1), { ...tile(1), data: Buffer.from(hevc.data) }],
      [],
    ],
  ])("%s", async (_, items, references) => {
    await expect(
      inspect(writeHeif("heic", 1, items, references)),
    ).rejects.toMatchObject(damaged);
  });
});

/** HEVC's sequence parameters for 16,000 × 16,000 pixels. They end after the size. */
function largeParameters() {
  const golomb = (value: number) => {
    const bits = (value + 1).toString(2);
    return "0".repeat(bits.length - 1) + bits;
  };
  // The profile is all ones, so that no zeros must be escaped.
  const bits = `0000${"000"}1${"1".repeat(96)}${golomb(0)}${golomb(1)}${golomb(16_000)}${golomb(16_000)}`;
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, "1");
  const bytes = padded.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2));
  return Buffer.from([33 << 1, 1, ...bytes]);
}
