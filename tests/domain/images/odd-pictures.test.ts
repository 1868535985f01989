import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { Refusal } from "#domain/images/refusals.server.ts";
import type { ImageProcessOptions } from "#domain/jobs/image-process.server.ts";
import { onDisk, storeRoot } from "#domain/store/disk.server.ts";
import { prepareCheck } from "#domain/uploads/check-picture.server.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { oddPictures, smallAvif } from "#tests/fixtures/odd-pictures.ts";
import { differenceOf } from "#tests/fixtures/picture.ts";
import { plainPicture } from "#tests/setup/plain-picture.ts";
import { isLongRun } from "#tests/setup/seeds.ts";
import { sumOf, writeInStore } from "#tests/setup/own-store.ts";
import { deriveImage } from "#worker/images/derive.ts";

/** How much, of 255, lossy coding, inks and rounding may change the mean of a quarter. */
const TOLERANCE = 60;
const { check, stop } = prepareCheck();
afterAll(stop);

let judged = 0;
/** Has a picture checked as an upload, and made by a job. */
async function judge(bytes: Buffer) {
  const original = `rocks/1/original/${++judged}`;
  const sm = `rocks/1/sm/${judged}.webp`;
  writeInStore(original, bytes);
  const failed = (error: unknown) => error as Error;
  const checked = await check(original).catch(failed);
  const made = await deriveImage({ original, outputs: { sm } }).catch(failed);
  const file = existsSync(onDisk(sm)) ? readFileSync(onDisk(sm)) : undefined;
  return { checked, made, file };
}

/** Others of their kind take seconds to decode too. */
const SLOW = ["bytes behind the last box.heic", "a part behind the end.heic"];
const pictures = oddPictures.filter(
  ({ name }) => isLongRun || !SLOW.includes(name),
);

test.each(pictures)(
  "an upload and a job of the store judge alike: $name: $outcome",
  async ({ outcome, make }) => {
    const { checked, made, file } = await judge(await make());
    if (outcome === "whole" || outcome === "partly") {
      expect(checked).toMatchObject({ sm: expect.any(Buffer) as Buffer });
      expect(made).not.toBeInstanceOf(Error);
    } else {
      expect(checked).toMatchObject({ name: "DomainError", reason: outcome });
      expect(made).toBeInstanceOf(Error);
      if (made instanceof Refusal) expect(made.reason).toBe(outcome);
      expect(file).toBeUndefined();
    }
    if (outcome === "whole")
      for (const sm of [file!, (checked as { sm: Buffer }).sm])
        expect(await differenceOf(sm)).toBeLessThan(TOLERANCE);
  },
);

test("a picture of one colour is whole", async () => {
  const jpeg = sharp(await plainPicture(40, 30, "#c52")).jpeg();
  const { checked, made } = await judge(await jpeg.toBuffer());
  expect(checked).toMatchObject({ sm: expect.any(Buffer) as Buffer });
  expect(made).not.toBeInstanceOf(Error);
});

test.each([
  ["gps9999.jpg", 12],
  ["png-noiend.png", 12],
  ["w-bogusprog.jpg", 12],
  ["w-jfif2.jpg", 12],
  // The middle of the same scene.
  ["samsung-pano-noeoi-small.jpg", 6],
])("a phone's %s is taken with all its pixels", async (name, height) => {
  const { checked, file } = await judge(readFileSync(phoneFile(name)));
  const scene = await readSmall(phoneFile("gps9999.jpg"), height);
  for (const sm of [file!, (checked as { sm: Buffer }).sm])
    for (const [at, value] of (await readSmall(sm, height)).entries())
      expect(Math.abs(value - scene[at]!)).toBeLessThan(20);
});

test("a phone's raw photograph is refused as such", async () => {
  const bytes = readFileSync(phoneFile("samsung-expertraw.dng"));
  const { checked, made } = await judge(bytes);
  expect(checked).toMatchObject({ reason: "raw" });
  expect(made).toMatchObject({ reason: "raw" });
});

/** Files that phones write, all of one scene. */
const phoneFile = (name: string) => fixture(`cases/${name}`);

const readSmall = (picture: Buffer | string, height: number) =>
  sharp(picture)
    .removeAlpha()
    .toColourspace("srgb")
    .resize(16, height, { fit: "cover" })
    .raw()
    .toBuffer();

test.each([
  ["orientation-6.jpg", "jpg"],
  ["alpha.png", "png"],
  ["photo.webp", "webp"],
  ["animation.gif", "gif"],
  ["photo.avif", "avif"],
  ["pages.tiff", "tiff"],
  ["portrait.heic", "heic"],
])("%s is known by its bytes", async (name, extension) => {
  const bytes = readFileSync(fixture(name));
  const { checked } = await judge(bytes);
  expect(checked).toMatchObject({ extension, sha256: sumOf(bytes) });
});

test("what has a smaller copy is known by its first bytes, and not decoded", async () => {
  const of = (wanted: string) =>
    oddPictures.find(({ name }) => name === wanted)!;
  const checkCopied = async (name: string) => {
    writeInStore("original", await of(name).make());
    return check("original", { hasCopy: true });
  };
  for (const [name, extension] of [
    ["huge.png", "png"],
    ["camera.cr3", "raw"],
    ["cut in the middle.heic", "heic"],
  ] as const)
    expect(await checkCopied(name)).toMatchObject({ extension });
  const unknown = { reason: "unknown" };
  await expect(checkCopied("note.jpg")).rejects.toMatchObject(unknown);
});

function prepareOwn(options?: ImageProcessOptions) {
  const checks = prepareCheck(options);
  onTestFinished(checks.stop);
  return checks;
}

/** Makes a check whose processes decode nothing. @returns a function that resolves to the id of the process that checked a file */
function prepareStandIn(options: ImageProcessOptions = {}) {
  const script = "tests/domain/images/stand-in-process.mjs";
  const checks = prepareOwn({ script, ...options });
  return async (file: string) => (await checks.check(file)).sha256;
}

test("a check that takes too long refuses its file, and keeps no other waiting for ever @soak", async () => {
  const check = prepareStandIn({ timeLimit: 8000 });
  const checks = [check("hang"), check("hang"), check("file")];
  const slow = { reason: { reason: "slow" } };
  const checked = { value: expect.any(String) as string };
  const ended = await Promise.allSettled(checks);
  expect(ended).toMatchObject([slow, slow, checked]);
});

test("a process that dies refuses its file, and another follows it", async () => {
  const check = prepareStandIn();
  const before = await check("file");
  await expect(check("exit")).rejects.toMatchObject({ reason: "damaged" });
  expect(await check("file")).not.toBe(before);
});

test.each(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"])(
  "a file whose process dies of %s, which comes from outside, is checked again",
  async (signal) => {
    const check = prepareStandIn();
    const file = path.join(storeRoot(), `${randomUUID()}.${signal}`);
    expect(await check(file)).toEqual(expect.any(String));
  },
);

test("a file that can't be read is not called damaged", async () => {
  await expect(check("nowhere")).rejects.toMatchObject({ kind: "unavailable" });
});

test("a picture that is far larger than its header says ends no more than its own check @soak", async () => {
  const checks = prepareOwn({ memoryMax: 300_000_000 });
  writeInStore("lying", await smallAvif());
  const damaged = { reason: "damaged" };
  await expect(checks.check("lying")).rejects.toMatchObject(damaged);
});
