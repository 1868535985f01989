import { readFileSync } from "node:fs";
import sharp from "sharp";
import { fixture } from "#tests/fixtures/index.ts";
import { differenceOf, paintPicture } from "#tests/fixtures/picture.ts";
import { expect, page, test } from "#tests/setup/e2e/test.ts";
import {
  expectArrived,
  isAnnouncement,
  isPiece,
  type Photo,
  readMetadata,
  submitFind,
  takePhoto,
  thanks,
} from "#tests/setup/e2e/share-form.ts";

test.use({ serviceWorkers: "block" });

/** Collects what a page uploads: the metadata of each upload, and its bytes. */
function collectUploads() {
  const uploads = new Map<
    string,
    { metadata: Record<string, string>; bytes: Buffer }
  >();
  page.on("response", (response) => {
    const request = response.request();
    if (isAnnouncement(request) && response.status() === 201)
      uploads.set(response.headers().location!, {
        metadata: readMetadata(request),
        bytes: Buffer.alloc(0),
      });
    const upload = uploads.get(new URL(request.url()).pathname);
    if (isPiece(request) && upload)
      upload.bytes = Buffer.concat([upload.bytes, request.postDataBuffer()!]);
  });
  return uploads;
}

/** Sends one picture. Returns what was uploaded before the find. */
async function sendOne(comment: string, photo: Photo | string) {
  const uploads = collectUploads();
  await submitFind(comment, [photo] as Photo[]);
  await expect(thanks()).toBeVisible();
  return [...uploads.values()][0]!;
}

async function expectPreview(bytes: Buffer, format: string) {
  const preview = await sharp(bytes).metadata();
  expect(preview).toMatchObject({ format, width: 1200, height: 1600 });
  expect(preview.orientation ?? 1).toBe(1);
  expect(bytes.length).toBeLessThanOrEqual(400_000);
  expect(await differenceOf(bytes)).toBeLessThan(12);
}

test("a photograph taken sideways gets an upright preview of at most 1600 px, and follows as it is", async () => {
  const photo = await takePhoto();
  const { metadata, bytes } = await sendOne("Sideways.", photo);
  expect(metadata).toEqual({
    filename: "photo.jpg",
    filetype: "image/webp",
    preview: "",
  });
  await expectPreview(bytes, "webp");
  await expectArrived("Sideways.", [photo]);
});

test("a browser that encodes no WebP makes a JPEG, with a light ground under what is transparent @soak", async () => {
  await page.addInitScript(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
      toBlob.call(
        this,
        done,
        type === "image/webp" ? "image/png" : type,
        quality,
      );
    };
  });
  const buffer = await sharp(await paintPicture(1000, 1000).png().toBuffer())
    .ensureAlpha()
    .extend({ right: 1000, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
  const { metadata, bytes } = await sendOne("On a light ground.", {
    name: "clear.png",
    mimeType: "image/png",
    buffer,
  });
  expect(metadata.filetype).toBe("image/jpeg");
  expect(await sharp(bytes).metadata()).toMatchObject({
    width: 1600,
    height: 800,
  });
  const clear = await sharp(bytes)
    .extract({ left: 900, top: 0, width: 700, height: 800 })
    .toBuffer();
  const { channels } = await sharp(clear).stats();
  for (const { min } of channels) expect(min).toBeGreaterThan(240);
});

for (const [what, name] of [
  ["a HEIC that this browser can't decode", "portrait.heic"],
  ["a small picture", "plain.png"],
] as const)
  test(`${what} goes as it is, before the find @soak`, async () => {
    const uploads = collectUploads();
    await submitFind(`As it is: ${name}`, [fixture(name)]);
    await expect(thanks()).toBeVisible();
    const buffer = readFileSync(fixture(name));
    await expectArrived(`As it is: ${name}`, [{ name, mimeType: "", buffer }]);
    expect(uploads.size).toBe(1);
    const [{ metadata, bytes }] = [...uploads.values()] as [
      { metadata: Record<string, string>; bytes: Buffer },
    ];
    expect(metadata).not.toHaveProperty("preview");
    expect(bytes.equals(buffer)).toBe(true);
  });

test("Submit doesn't wait for a preview that can't be made @soak", async () => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.toBlob = (done) => done(null);
  });
  const photo = await takePhoto();
  const { metadata } = await sendOne("Without a preview.", photo);
  expect(metadata).not.toHaveProperty("preview");
  await expectArrived("Without a preview.", [photo]);
});

test("a browser that only turns pictures upright in elements makes an upright preview @soak", async () => {
  await page.addInitScript(() => {
    window.createImageBitmap = () => Promise.reject(new TypeError("unknown"));
  });
  const { bytes } = await sendOne("Old browser.", await takePhoto());
  await expectPreview(bytes, "webp");
});

// Noise would be too large for a preview anyway, so white shows whether the browser is found out.
test("a browser that gives white for what was drawn sends the photograph itself", async () => {
  await page.addInitScript(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (...how) {
      const context = this.getContext("2d")!;
      context.fillStyle = "#fff";
      context.fillRect(0, 0, this.width, this.height);
      toBlob.apply(this, how);
    };
  });
  const photo = await takePhoto();
  const { metadata } = await sendOne("White.", photo);
  expect(metadata).not.toHaveProperty("preview");
  await expectArrived("White.", [photo]);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).not.toContain("data:image");
});
