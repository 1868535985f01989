import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DomainError } from "#domain/core/errors.ts";
import { inspectImage } from "#domain/images/inspect.server.ts";
import { messages } from "#domain/core/messages.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { paintPicture } from "#tests/fixtures/picture.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "image-files-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Inspects a file with these bytes, whose name has no ending. */
async function inspect(bytes: Buffer) {
  const file = path.join(folder, "upload");
  await writeFile(file, bytes);
  return inspectImage(file);
}
const read = (name: string) => readFileSync(fixture(name));

const notAnImage = {
  kind: "not_an_image",
  message: messages.notAnImage.message,
};
const damaged = {
  kind: "not_an_image",
  message: expect.stringContaining("damaged"),
};
const tooLarge = { kind: "too_large" };

const images: [
  name: string,
  format: string,
  extension: string,
  width: number,
  height: number,
][] = [
  ["orientation-6.jpg", "jpeg", "jpg", 2000, 1500],
  ["progressive.jpg", "jpeg", "jpg", 400, 300],
  ["greyscale.jpg", "jpeg", "jpg", 400, 300],
  ["cmyk.jpg", "jpeg", "jpg", 400, 300],
  ["plain.png", "png", "png", 400, 300],
  ["alpha.png", "png", "png", 400, 300],
  ["photo.webp", "webp", "webp", 400, 300],
  ["animation.gif", "gif", "gif", 400, 300],
  ["photo.avif", "avif", "avif", 400, 300],
  ["pages.tiff", "tiff", "tiff", 400, 300],
  ["portrait.heic", "heic", "heic", 800, 600],
  ["grid.heic", "heic", "heic", 1200, 900],
];

describe("an image is known by its bytes", () => {
  test.each(images)("%s", async (name, format, extension, width, height) => {
    expect(await inspectImage(fixture(name))).toEqual({
      format,
      extension,
      width,
      height,
      sha256: createHash("sha256")
        .update(readFileSync(fixture(name)))
        .digest("hex"),
    });
  });

  const picture = paintPicture(60, 40);
  test.each<[string, () => Promise<Buffer>]>([
    [
      "a lossless webp",
      () => picture.clone().webp({ lossless: true }).toBuffer(),
    ],
    [
      "a webp with alpha",
      () => picture.clone().ensureAlpha(0.5).webp().toBuffer(),
    ],
    [
      "an animated webp",
      async () => {
        const frame = await picture.clone().png().toBuffer();
        const other = await picture.clone().negate().png().toBuffer();
        return sharp([frame, other], { join: { animated: true } })
          .webp()
          .toBuffer();
      },
    ],
    [
      "an interlaced PNG of 16 bits",
      () =>
        picture
          .clone()
          .toColourspace("rgb16")
          .png({ progressive: true })
          .toBuffer(),
    ],
    [
      "a tiled TIFF",
      () =>
        picture
          .clone()
          .tiff({ tile: true, tileWidth: 32, tileHeight: 32 })
          .toBuffer(),
    ],
  ])("%s", async (_what, make) => {
    expect(await inspect(await make())).toMatchObject({
      width: 60,
      height: 40,
    });
  });

  test("a JPEG may have restart markers, padding between its parts, and a film behind its end", async () => {
    const bytes = read("progressive.jpg");
    const scan = bytes.indexOf(Buffer.from([0xff, 0xda]));
    const restarted = Buffer.concat([
      bytes.subarray(0, scan),
      Buffer.from([0xff, 0xff, 0xff]),
      bytes.subarray(scan, scan + 100),
      Buffer.from([0xff, 0xd3]),
      bytes.subarray(scan + 100),
      Buffer.from("ftypmp42 and so on"),
    ]);
    expect(await inspect(restarted)).toMatchObject({ format: "jpeg" });
  });

  test("a TIFF may have its bytes in either order", async () => {
    expect(await inspect(bigEndianTiff())).toMatchObject({
      format: "tiff",
      width: 2,
      height: 1,
    });
  });
});

describe("what is no image is refused", () => {
  test.each(["note.jpg", "drawing.svg"])("%s", async (name) => {
    await expect(inspectImage(fixture(name))).rejects.toMatchObject(notAnImage);
  });

  test.each<[string, Buffer]>([
    ["an empty file", Buffer.alloc(0)],
    ["a single byte", Buffer.from([0xff])],
    ["a PDF", Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n")],
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a PPM", Buffer.from("P6 2 2 255\n............")],
    [
      "a BigTIFF",
      Buffer.from("49492b0008000000100000000000000000000000", "hex"),
    ],
    ["a film", Buffer.from("00000018667479706d70343200000000", "hex")],
    ["zeros", Buffer.alloc(1000)],
  ])("%s", async (_what, bytes) => {
    await expect(inspect(bytes)).rejects.toMatchObject(notAnImage);
  });
});

test("an image of too many pixels is refused by its header", async () => {
  await expect(inspectImage(fixture("huge.png"))).rejects.toMatchObject(
    tooLarge,
  );

  const gif = read("animation.gif");
  gif.writeUInt32LE(0xffff_ffff, 6);
  await expect(inspect(gif)).rejects.toMatchObject(tooLarge);

  const jpeg = read("greyscale.jpg");
  jpeg.writeUInt32BE(0xffff_ffff, jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5);
  await expect(inspect(jpeg)).rejects.toMatchObject(tooLarge);
});

test("a HEIC may have 50 megapixels and no more", async () => {
  const heic = read("portrait.heic");
  // Changes the second size. The first is a tile's, and this picture has no tiles.
  const size = heic.lastIndexOf("ispe") + 8;
  heic.writeUInt32BE(10_000, size);
  heic.writeUInt32BE(5_000, size + 4);
  expect(await inspect(heic)).toMatchObject({ width: 10_000 });
  heic.writeUInt32BE(5_001, size + 4);
  await expect(inspect(heic)).rejects.toMatchObject(tooLarge);
});

describe("a file that was cut off is refused", () => {
  test.each(images)("%s", async (name) => {
    const bytes = read(name);
    const shares = [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99];
    const cuts = shares.map((share) => Math.floor(bytes.length * share));
    for (const cut of [13, 20, 40, ...cuts, bytes.length - 1])
      await expect(
        inspect(bytes.subarray(0, cut)),
        `after ${cut} bytes`,
      ).rejects.toMatchObject(damaged);
  });

  test("truncated.jpg", async () => {
    await expect(inspectImage(fixture("truncated.jpg"))).rejects.toMatchObject(
      damaged,
    );
  });
});

describe("a file that lies is refused", () => {
  const at = (name: string, mark: string | Buffer) =>
    read(name).indexOf(mark as string);
  const lies: [string, string, (bytes: Buffer) => void][] = [
    [
      "a PNG whose header's checksum is wrong",
      "plain.png",
      (bytes) => bytes.writeUInt32BE(123, 16),
    ],
    [
      "a PNG with a chunk of 4 GB",
      "plain.png",
      (bytes) => bytes.writeUInt32BE(0xffff_ffff, at("plain.png", "IDAT") - 4),
    ],
    [
      "a JPEG with a segment of no length",
      "progressive.jpg",
      (bytes) => bytes.writeUInt16BE(0, 4),
    ],
    [
      "a JPEG of no height",
      "greyscale.jpg",
      (bytes) =>
        bytes.writeUInt16BE(
          0,
          at("greyscale.jpg", Buffer.from([0xff, 0xc0])) + 5,
        ),
    ],
    [
      "a webp with a chunk that is longer than the file says it is",
      "photo.webp",
      (bytes) => bytes.writeUInt32LE(0xffff_fff0, 16),
    ],
    [
      "a HEIC with a box that is shorter than its own head",
      "grid.heic",
      (bytes) => bytes.writeUInt32BE(4, at("grid.heic", "meta") - 4),
    ],
    [
      "a HEIC with a part behind its end",
      "grid.heic",
      (bytes) => bytes.writeUInt32BE(0x7fff_ffff, at("grid.heic", "iloc") + 20),
    ],
    [
      "a HEIC with any number of parts that take no room",
      "grid.heic",
      (bytes) => bytes.writeUInt16BE(0, at("grid.heic", "iloc") + 8),
    ],
    [
      "a HEIC whose first picture is nowhere",
      "grid.heic",
      (bytes) => bytes.writeUInt16BE(999, at("grid.heic", "pitm") + 8),
    ],
    [
      "a TIFF whose first page is behind its end",
      "pages.tiff",
      (bytes) => bytes.writeUInt32LE(0x7fff_ffff, 4),
    ],
  ];
  test.each(lies)("%s", async (_what, name, tell) => {
    const bytes = read(name);
    tell(bytes);
    await expect(inspect(bytes)).rejects.toMatchObject(damaged);
  });

  test("a TIFF with billions of strips", async () => {
    const bytes = bigEndianTiff();
    for (const tag of [273, 279]) {
      const entry = bytes.indexOf(Buffer.from([tag >> 8, tag & 255, 0, 4]));
      bytes.writeUInt32BE(0xffff_ffff, entry + 4);
    }
    await expect(inspect(bytes)).rejects.toMatchObject(damaged);
  });

  test("a TIFF whose page is followed by itself", async () => {
    const bytes = bigEndianTiff();
    bytes.writeUInt32BE(8, 82);
    await expect(inspect(bytes)).rejects.toMatchObject(damaged);
  });

  test("25 MB of padding, of empty chunks, of blocks of one byte", async () => {
    const length = 25 * 1_048_576;
    const jpeg = Buffer.alloc(length, 0xff);
    jpeg[1] = 0xd8;
    await expect(inspect(jpeg)).rejects.toMatchObject(damaged);

    const png = Buffer.alloc(length, "\0\0\0\0teXt\0\0\0\0", "latin1");
    read("plain.png").copy(png, 0, 0, 33);
    png.fill("\0\0\0\0teXt\0\0\0\0", 33, "latin1");
    await expect(inspect(png)).rejects.toMatchObject(damaged);

    const gif = Buffer.alloc(length, 1);
    gif.write("GIF89a");
    gif[10] = 0;
    gif[13] = 0x21;
    await expect(inspect(gif)).rejects.toMatchObject(damaged);
  });
});

describe("whatever the bytes are, the answer is an image or a refusal", () => {
  test.each(images)("%s, changed in 400 ways", async (name) => {
    const original = read(name);
    const random = countingRandom();
    for (let round = 0; round < 400; round++) {
      const changed = change(original, random);
      try {
        expect(await inspect(changed)).toHaveProperty("format");
      } catch (error) {
        expect(error, `round ${round}`).toBeInstanceOf(DomainError);
      }
    }
  });
});

/** Random whole numbers from 0 up to `below`, the same in each run. */
function countingRandom() {
  let state = 42;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Changes some bytes, mostly near the start, where a file describes its structure. */
function change(original: Buffer, random: (below: number) => number) {
  const somewhere = () =>
    random(random(4) === 0 ? original.length : Math.min(1500, original.length));
  const bytes = Buffer.from(original);
  for (let left = 1 + random(6); left > 0; left--) {
    const start = somewhere();
    const end = start + 1 + random(4);
    const value = [0, 0xff, 0x7f, 0x80, random(256)][random(5)]!;
    bytes.fill(value, start, Math.min(end, bytes.length));
  }
  if (random(5) === 0) return bytes.subarray(0, somewhere());
  if (random(5) === 0) {
    const start = somewhere();
    return Buffer.concat([
      bytes.subarray(0, start),
      bytes.subarray(start + 1 + random(40)),
    ]);
  }
  return bytes;
}

/** A TIFF of two grey pixels. */
function bigEndianTiff() {
  const fields = [
    [256, 4, 1, 2],
    [257, 4, 1, 1],
    [258, 3, 1, 8 << 16],
    [262, 3, 1, 1 << 16],
    [273, 4, 1, 86],
    [279, 4, 1, 2],
  ] as const;
  // The four zeros between the fields and the pixels mean that no page follows.
  const bytes = Buffer.alloc(88);
  bytes.write("MM\0*\0\0\0\x08", "latin1");
  bytes.writeUInt16BE(fields.length, 8);
  fields.forEach(([tag, type, count, value], index) => {
    const at = 10 + 12 * index;
    bytes.writeUInt16BE(tag, at);
    bytes.writeUInt16BE(type, at + 2);
    bytes.writeUInt32BE(count, at + 4);
    bytes.writeUInt32BE(value, at + 8);
  });
  return bytes;
}
