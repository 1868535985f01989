import { readdir, readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  prepareImageProcess,
  type ImageProcess,
} from "#domain/jobs/image-process.server.ts";
import { readResult } from "#domain/jobs/catalogue.ts";
import { fixture } from "../fixtures/index.ts";
import {
  av1Tile,
  gridOf,
  hevcTile,
  writeHeif,
} from "../fixtures/heif-items.ts";
import { writeInStore } from "../setup/own-store.ts";
import { imageProcessesOf } from "../setup/processes/processes.ts";

let images: ImageProcess | undefined;
afterEach(() => {
  images?.stop();
  vi.unstubAllEnvs();
});

async function derive(bytes: Buffer) {
  const original = "rocks/1/find/original/a";
  writeInStore(original, bytes);
  const task = { id: 0, original, outputs: { sm: "rocks/1/find/sm/a.webp" } };
  const data = { tasks: [task] };
  const answer = await images!.run({ name: "derive", data }, () => {});
  return readResult("derive", answer).pictures[0];
}

const deriveSmall = async () =>
  derive(await readFile(fixture("greyscale.jpg")));

const huge = (channels: 3 | 4) =>
  sharp({
    create: { width: 12_000, height: 10_000, channels, background: "#c52" },
    limitInputPixels: false,
  });

let png: Promise<Buffer> | undefined;
/** An interlaced one, which must be decoded as a whole before any of its rows is complete. */
const interlaced = () =>
  (png ??= huge(4).png({ progressive: true, compressionLevel: 1 }).toBuffer());

function heic() {
  const { items, references } = gridOf(10, 10, hevcTile(), "hvc1");
  return writeHeif("heic", 1, items, references);
}

async function avif() {
  const item = { id: 1, type: "av01", ...(await av1Tile(10_000, 5_000)) };
  return writeHeif("avif", 1, [item]);
}

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ["a JPEG of 120 megapixels", () => huge(3).jpeg().toBuffer()],
  ["an interlaced PNG of 120 megapixels", interlaced],
  ["a HEIC of 48 megapixels", heic],
  ["an AVIF of 50 megapixels", avif],
])("the largest pictures that are taken are made: %s", async (_, make) => {
  images = prepareImageProcess();
  const made = { id: 0, width: expect.any(Number) as number };
  expect(await derive(await make())).toMatchObject(made);
});

test.runIf(process.platform === "linux")(
  "a picture that needs more memory than there may be ends its process, and the next one is made",
  async () => {
    images = prepareImageProcess({ memoryMax: 300_000_000 });
    await expect(derive(await interlaced())).rejects.toMatchObject({
      kind: "crash",
      message: expect.stringContaining("more than 300 MB of memory"),
    });
    expect(await deriveSmall()).toMatchObject({ id: 0, width: 400 });
  },
);

describe.runIf(process.platform === "linux")("the image process", () => {
  async function running() {
    images = prepareImageProcess({ memoryMax: 1_000_000_000 });
    await deriveSmall();
    const [pid] = await imageProcessesOf(process.pid);
    return pid!;
  }

  test("is held to its memory by the system", async () => {
    const limits = await readFile(`/proc/${await running()}/limits`, "utf8");
    expect(limits).toMatch(/^Max data size +(\d+) +\1 +bytes/m);
    const [, most] = /^Max data size +(\d+)/m.exec(limits)!;
    expect(Number(most)).toBeCloseTo(1_000_000_000, -4);
  });

  test("lets answers go first, with each of its threads", async () => {
    const pid = await running();
    for (const thread of await readdir(`/proc/${pid}/task`)) {
      const stat = await readFile(`/proc/${pid}/task/${thread}/stat`, "utf8");
      expect(stat.split(") ")[1]!.split(" ")[16]).toBe("10");
    }
  });
});
