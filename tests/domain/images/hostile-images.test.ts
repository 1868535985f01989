import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DomainError } from "#domain/core/errors.ts";
import {
  inspectImage,
  prepareInspection,
} from "#domain/images/inspect.server.ts";
import { walkImage } from "#domain/images/walk.server.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { paintPicture } from "#tests/fixtures/picture.ts";

const UPLOAD_BYTES = 25 * 1_048_576;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hostile-images-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function save(bytes: Buffer) {
  const file = path.join(folder, "upload");
  await writeFile(file, bytes);
  return file;
}

const latin1 = (text: string) => Buffer.from(text, "latin1");

/** Inserts this part into a picture at `at`, as often as the size of an upload allows. */
function stuffed(picture: Buffer, at: number, part: Buffer) {
  const count = Math.floor((UPLOAD_BYTES - picture.length) / part.length);
  return Buffer.concat([
    picture.subarray(0, at),
    Buffer.alloc(count * part.length, part),
    picture.subarray(at),
  ]);
}

const read = (name: string) => readFileSync(fixture(name));

test.each<[string, () => Buffer]>([
  [
    "a JPEG of empty segments",
    () => stuffed(read("greyscale.jpg"), 2, latin1("\xff\xe1\0\x02")),
  ],
  [
    "a PNG of empty chunks",
    () => stuffed(read("plain.png"), 33, latin1("\0\0\0\0teXt\0\0\0\0")),
  ],
  [
    "a GIF of empty extensions",
    () => stuffed(read("animation.gif"), -1, latin1("\x21\xfe\0")),
  ],
  [
    "a WebP of empty chunks",
    () => {
      const photo = read("photo.webp");
      const bytes = stuffed(photo, photo.length, latin1("EXIF\0\0\0\0"));
      bytes.writeUInt32LE(bytes.length - 8, 4);
      return bytes;
    },
  ],
  [
    "a HEIC of empty boxes",
    () => {
      const photo = read("grid.heic");
      return stuffed(photo, photo.length, latin1("\0\0\0\x08free"));
    },
  ],
])("%s, 25 MB of them, is refused", async (_, make) => {
  await expect(inspectImage(await save(make()))).rejects.toMatchObject({
    name: "DomainError",
    kind: "not_an_image",
    message: expect.stringContaining("damaged"),
  });
});

describe("real files of many parts are taken", () => {
  test("a GIF of 3,000 frames", async () => {
    const frame = latin1(
      "\x21\xf9\x04\0\x04\0\0\0\x2c\0\0\0\0\x02\0\x02\0\0\x02\x03\x84\x1f\x05\0",
    );
    const bytes = Buffer.concat([
      latin1("GIF89a\x02\0\x02\0\x80\0\0\xff\0\0\0\0\xff"),
      latin1("\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"),
      ...Array.from({ length: 3000 }, () => frame),
      latin1(";"),
    ]);
    expect(await inspectImage(await save(bytes))).toMatchObject({
      format: "gif",
    });
  });

  test("a PNG of 25 MB in chunks of 8 kB", async () => {
    const png = await paintPicture(8, 8).png({ palette: false }).toBuffer();
    const data = png.indexOf("IDAT") - 4;
    const chunk = Buffer.alloc(8192 + 12, 1);
    chunk.writeUInt32BE(8192);
    chunk.write("IDAT", 4);
    const bytes = Buffer.concat([
      png.subarray(0, data),
      ...Array.from({ length: 3200 }, () => chunk),
      png.subarray(-12),
    ]);
    expect(await inspectImage(await save(bytes))).toMatchObject({
      format: "png",
    });
  });

  test("a JPEG with 25 MB of full segments, and 100 scans", async () => {
    const jpeg = await paintPicture(40, 40)
      .jpeg({ progressive: true })
      .toBuffer();
    const segment = Buffer.alloc(65_537, 1);
    segment.writeUInt16BE(0xffe2);
    segment.writeUInt16BE(65_535, 2);
    const scan = jpeg.subarray(jpeg.lastIndexOf(latin1("\xff\xda")), -2);
    const bytes = Buffer.concat([
      jpeg.subarray(0, 2),
      ...Array.from({ length: 400 }, () => segment),
      jpeg.subarray(2, -2),
      ...Array.from({ length: 100 }, () => scan),
      jpeg.subarray(-2),
    ]);
    expect(await inspectImage(await save(bytes))).toMatchObject({
      format: "jpeg",
      width: 40,
    });
  });

  test("a WebP of 300 frames", async () => {
    const frames = await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        sharp({
          create: {
            width: 8,
            height: 8,
            channels: 3,
            background: { r: n % 256, g: n >> 4, b: 0 },
          },
        })
          .png()
          .toBuffer(),
      ),
    );
    const bytes = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer();
    expect(await inspectImage(await save(bytes))).toMatchObject({
      format: "webp",
    });
  });
});

describe("the threads that check", () => {
  const script = "tests/domain/images/stand-in-inspect-thread.mjs";
  /** The id of the thread that checked the file. */
  const threadOf = async (answer: ReturnType<typeof inspectImage>) =>
    (await answer).width;

  test("are two at most, however many files there are, and stay for the next", async () => {
    const inspect = prepareInspection({ script });
    const used = await Promise.all(
      Array.from({ length: 20 }, (_, n) => threadOf(inspect(`file ${n}`))),
    );
    expect(new Set(used).size).toBe(2);
    expect(used).toContain(await threadOf(inspect("one more")));
  });

  test("end at the time limit, which refuses the file and keeps no other waiting for ever", async () => {
    const inspect = prepareInspection({ script, timeLimit: 1500 });
    const hanging = [inspect("hang"), inspect("hang")];
    const fine = inspect("file");
    for (const answer of hanging)
      await expect(answer).rejects.toMatchObject({
        name: "DomainError",
        kind: "not_an_image",
        message: expect.stringContaining("too long"),
      });
    expect(await fine).toMatchObject({ format: "png", extension: "png" });
  });

  test.each(["crash", "exit"])(
    "are followed by another after a %s",
    async (fault) => {
      const inspect = prepareInspection({ script });
      const before = await threadOf(inspect("file"));
      await expect(inspect(fault)).rejects.toThrow(/crashed|ended with 3/);
      expect(await threadOf(inspect("file"))).not.toBe(before);
    },
  );

  test("say of a file that is not there what the disk says", async () => {
    const answer = inspectImage(path.join(folder, "nowhere"));
    await expect(answer).rejects.toThrow(/ENOENT/);
    await expect(answer).rejects.not.toBeInstanceOf(DomainError);
  });

  test("give the same answer as a walk without them", async () => {
    const file = await save(await paintPicture(30, 20).avif().toBuffer());
    expect(await inspectImage(file)).toEqual({
      ...(await walkImage(file)),
      extension: "avif",
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
});
