import { existsSync, readFileSync } from "node:fs";
import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";
import {
  derivativeSets,
  type Derivative,
  type DeriveTask,
} from "#domain/store/paths.ts";
import { Refusal } from "#domain/images/refusals.server.ts";
import { onDisk } from "#domain/store/disk.server.ts";
import { deriveImage, findTaken } from "#worker/images/derive.ts";
import { fixture } from "../fixtures/index.ts";
import {
  av1Tile,
  gridOf,
  hevcTile,
  writeHeif,
} from "../fixtures/heif-items.ts";
import { differenceOf, paintPicture } from "../fixtures/picture.ts";
import { filesBelow } from "../setup/files.ts";
import { writeInStore } from "../setup/own-store.ts";

/** Small ones, which are quickly made. */
const KINDS = ["sm", "webp640", "webp300x300"] as const;
const ALL_KINDS: Derivative[] = Object.values(derivativeSets).flat();
/** How much, of 255, lossy coding, grain and rounding may change the mean of a quarter. */
const TOLERANCE = 4;

let folders = 0;

/** Puts an original into a new folder. Returns the task of making these derivatives. */
function place(bytes: Buffer, kinds: readonly Derivative[] = KINDS) {
  const folder = `rocks/${++folders}`;
  const original = `${folder}/original/picture`;
  writeInStore(original, bytes);
  const placeOf = (kind: Derivative) => `${folder}/${kind}/picture.webp`;
  const task: DeriveTask = {
    original,
    outputs: Object.fromEntries(kinds.map((kind) => [kind, placeOf(kind)])),
  };
  const made = (kind: Derivative) => readFileSync(onDisk(placeOf(kind)));
  const files = () => filesBelow(onDisk(folder));
  const expectWhole = async (tolerance = TOLERANCE) => {
    for (const kind of kinds)
      expect(await differenceOf(made(kind)), kind).toBeLessThan(tolerance);
  };
  return { task, made, files, expectWhole };
}

async function derive(bytes: Buffer, kinds?: readonly Derivative[]) {
  const placed = place(bytes, kinds);
  return { ...placed, result: await deriveImage(placed.task) };
}

const read = (name: string) => readFileSync(fixture(name));

const derivedFixtures = new Map<string, ReturnType<typeof derive>>();
/** Derives a fixture, the first time that it is asked for. */
function deriveFixture(name: string) {
  if (!derivedFixtures.has(name)) derivedFixtures.set(name, derive(read(name)));
  return derivedFixtures.get(name)!;
}

const metadataOf = (bytes: Buffer) => sharp(bytes).metadata();

async function sizeOf(bytes: Buffer) {
  const { width, height, format } = await metadataOf(bytes);
  expect(format).toBe("webp");
  return [width, height];
}

test.each([
  ["orientation-6.jpg", 1500, 2000],
  ["progressive.jpg", 400, 300],
  ["plain.png", 400, 300],
  ["alpha.png", 400, 300],
  ["photo.webp", 400, 300],
  ["animation.gif", 400, 300],
  ["photo.avif", 400, 300],
  ["pages.tiff", 400, 300],
  ["portrait.heic", 600, 800],
  ["grid.heic", 900, 1200],
])(
  "%s gives the whole picture, the right way up and in its colours",
  async (name, width, height) => {
    const { result, expectWhole } = await deriveFixture(name);
    expect(result).toMatchObject({ width, height });
    await expectWhole();
  },
);

test("cmyk.jpg gives the whole picture in its colours, as far as ink can show it", async () => {
  const { made, expectWhole } = await derive(read("cmyk.jpg"));
  await expectWhole(50);
  const inSrgb = { space: "srgb", channels: 3 };
  expect(await metadataOf(made("webp640"))).toMatchObject(inSrgb);
});

test("greyscale.jpg stays grey", async () => {
  const { made } = await derive(read("greyscale.jpg"));
  const { channels } = await sharp(made("webp640")).stats();
  const means = channels.map(({ mean }) => mean);
  expect(Math.max(...means) - Math.min(...means)).toBeLessThan(1.5);
});

test("a PNG of 16 bits gives the whole picture in its colours", async () => {
  const picture = paintPicture(300, 200).toColourspace("rgb16").png();
  await (await derive(await picture.toBuffer())).expectWhole();
});

const upright = paintPicture(120, 80);
const transposed = async () =>
  sharp(await upright.clone().rotate(90).png().toBuffer());
// Stored as a camera does, so that the orientation turns the picture to the right way up.
const STORED: (() => Sharp | Promise<Sharp>)[] = [
  () => upright.clone(),
  () => upright.clone().flop(),
  () => upright.clone().rotate(180),
  () => upright.clone().flip(),
  async () => (await transposed()).flop(),
  () => upright.clone().rotate(270),
  async () => (await transposed()).flip(),
  () => upright.clone().rotate(90),
];
test.each(STORED.map((store, at) => [at + 1, store] as const))(
  "a JPEG has its right way up with EXIF orientation %i",
  async (orientation, store) => {
    const stored = (await store()).jpeg().withMetadata({ orientation });
    const { result, expectWhole } = await derive(await stored.toBuffer());
    expect(result).toMatchObject({ width: 120, height: 80 });
    await expectWhole();
  },
);

test.each(["p3", "srgb"])(
  "a JPEG in %s, turned, has its colours",
  async (icc) => {
    const stored = await paintPicture(120, 80).rotate(270).png().toBuffer();
    const jpeg = sharp(stored).jpeg().withMetadata({ icc, orientation: 6 });
    await (await derive(await jpeg.toBuffer())).expectWhole();
  },
);

test("what is transparent stays so", async () => {
  const { made } = await derive(read("alpha.png"));
  const alpha = await sharp(made("webp640"))
    .extractChannel("alpha")
    .raw()
    .toBuffer();
  expect(alpha[150 * 400 + 200]).toBe(0);
  expect(alpha[0]).toBe(255);
});

test("the primary picture of a HEIC is made, although a larger one comes before it", async () => {
  const large = gridOf(15, 14, hevcTile(), "hvc1");
  const primary = { ...large.items[1]!, id: 900 };
  const items = [...large.items, primary];
  const bytes = writeHeif("heic", 900, items, large.references);
  const { result, made } = await derive(bytes, ["webp"]);
  expect(result).toMatchObject({ width: 800, height: 600 });
  expect(await sizeOf(made("webp"))).toEqual([800, 600]);
});

test("the primary picture of an AVIF is made too", async () => {
  const [first, second] = [await av1Tile(64, 64), await av1Tile(800, 600)];
  const bytes = writeHeif("avif", 2, [
    { id: 1, type: "av01", ...first },
    { id: 2, type: "av01", ...second },
  ]);
  const { result } = await derive(bytes, ["sm"]);
  expect(result).toMatchObject({ width: 800, height: 600 });
});

/** Of a large picture, a small one, a panorama and a thread. */
const SIZES: Record<Derivative, string> = {
  sm: "320x213 200x100 320x16 1x320",
  webp640: "640x427 200x100 640x32 1x640",
  webp: "2048x1365 200x100 2048x102 1x2048",
  a: "2048x1365 200x100 2048x102 1x2048",
  wide: "2400x1600 200x100 2400x120 1x2400",
  // These are covered by the picture, which may be enlarged.
  webp300x300: "300x300",
  a_sm: "512x512",
  a_xs: "320x320",
  pin: "128x128",
  tall: "1080x1920",
  logo: "512x512",
};

test.each([
  ["a large one", 0, 2430, 1620],
  ["one that is only enlarged to cover", 1, 200, 100],
  ["a panorama", 2, 6000, 300],
  ["a thread", 3, 1, 3000],
])(
  "the derivatives of %s have their sizes",
  async (_what, at, width, height) => {
    const create = { width, height, channels: 3, background: "#c52" } as const;
    const jpeg = await sharp({ create }).jpeg().toBuffer();
    const { result, made } = await derive(jpeg, ALL_KINDS);
    expect(result).toMatchObject({ width, height });
    for (const kind of ALL_KINDS) {
      const sizes = SIZES[kind].split(" ");
      const size = (await sizeOf(made(kind))).join("x");
      expect([kind, size]).toEqual([kind, sizes[at] ?? sizes[0]]);
    }
  },
);

test("a square cut from a panorama is as sharp as the panorama", async () => {
  const raw = { width: 6000, height: 300, channels: 1 } as const;
  const stripes = new Uint8Array(6000 * 300).map((_, at) => (at & 2) * 127);
  const panorama = sharp(stripes, { raw });
  const { made } = await derive(await panorama.png().toBuffer());
  const { channels } = await sharp(made("webp300x300")).stats();
  expect(channels[0]!.stdev).toBeGreaterThan(100);
});

test.each("orientation-6.jpg photo.webp photo.avif portrait.heic".split(" "))(
  "%s tells when it was taken, and no derivative tells anything",
  async (name) => {
    const { result, made } = await deriveFixture(name);
    expect(result.taken_dt).toBe("2024-05-17T18:42:03");
    expect(read(name).includes("SN-0042")).toBe(true);
    for (const kind of KINDS) {
      const { exif, xmp, iptc, icc, orientation } = await metadataOf(
        made(kind),
      );
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
      expect(made(kind).toString("latin1")).not.toMatch(
        /EXIF|XMP |SN-0042|Acme|lake|finder/,
      );
    }
  },
);

test("without EXIF, or with EXIF that can't be read, no day is known", async () => {
  const { result } = await derive(read("plain.png"));
  expect(result.taken_dt).toBeNull();
  const { exif } = await sharp(fixture("orientation-6.jpg")).metadata();
  for (let length = 0; length < exif!.length; length++)
    expect(findTaken(exif!.subarray(0, length))).toSatisfy(
      (taken) => taken === null || taken === "2024-05-17T18:42:03",
    );
  const noDay = Buffer.from(exif!);
  noDay.write("0000:00:00 00:00:00", noDay.indexOf("2024:05:17"));
  expect(findTaken(noDay)).toBeNull();
});

test("what can't be decoded leaves nothing behind", async () => {
  const { task, files } = place(read("drawing.svg"));
  await expect(deriveImage(task)).rejects.toBeInstanceOf(Refusal);
  expect(files()).toEqual(["original/picture"]);
});

test("an original that is gone leaves nothing behind", async () => {
  const outputs = { sm: "rocks/0/sm.webp" };
  const making = deriveImage({ original: "rocks/0/gone.jpg", outputs });
  await expect(making).rejects.toThrow("The original is not in the store.");
  expect(existsSync(onDisk("rocks/0"))).toBe(false);
});

test("the same original gives the same bytes again, and says which original it was", async () => {
  const { task, made, result } = await derive(read("photo.webp"));
  const before = KINDS.map(made);
  expect(await deriveImage(task)).toEqual(result);
  expect(KINDS.map(made)).toEqual(before);
  expect(result.bytes).toBe(read("photo.webp").length);
});
