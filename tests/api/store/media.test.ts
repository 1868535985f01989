import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import {
  cookie,
  get,
  send,
  setUpSite,
  site,
  statusAt,
  textAt,
} from "#tests/setup/vitest/site.ts";

let folder: string;
let names: string[];
/** The address of a picture. */
let picture: string;

setUpSite();
beforeAll(async () => {
  const { uuid, images } = await site.addFind(findFields, [
    "orientation-6.jpg",
    "portrait.heic",
  ]);
  names = images;
  folder = `/media/rocks/214/${uuid}`;
  picture = `${folder}/webp/${names[0]}.webp`;
  await site.untilIdle();
});

const bytesOf = async (answer: Response) => Buffer.from(await answer.bytes());

test("a hidden post's pictures answer 404 to strangers and never rest in a cache for the admin", async () => {
  expect(await statusAt(picture)).toBe(404);
  const admin = await get(picture, { cookie });
  expect(admin.status).toBe(200);
  expect(admin.headers.get("cache-control")).toBe("private, no-store");
  expect(admin.headers.get("vary")).toMatch(/Cookie/i);
});

describe("a shown post's pictures", () => {
  beforeAll(() => site.alter("UPDATE rock_posts SET show = 1"));

  test.each(["sm", "webp640", "webp"])(
    "are served as webp without EXIF or GPS: %s",
    async (kind) => {
      for (const name of names) {
        const answer = await get(`${folder}/${kind}/${name}.webp`);
        expect(answer.headers.get("content-type")).toBe("image/webp");
        expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
        const bytes = await bytesOf(answer);
        const { exif, xmp, iptc, orientation } = await sharp(bytes).metadata();
        expect({ exif, xmp, iptc, orientation }).toEqual({});
        expect(bytes.includes("GPS")).toBe(false);
      }
    },
  );

  test("disappear for strangers the moment one is hidden", async () => {
    const [image] = site.query<{ rpi_key: number }>(
      "SELECT rpi_key FROM rock_post_images ORDER BY rpi_key",
    );
    for (const status of [404, 200]) {
      await send(
        `POST /api/journey-admin/images/${image!.rpi_key}/toggle-show`,
      );
      for (const [n, expected] of [status, 200].entries())
        expect(await statusAt(`${folder}/sm/${names[n]}.webp`)).toBe(expected);
    }
  });

  test("are another from the moment on in which the file is, and gone with it", async () => {
    const read = async () => bytesOf(await get(picture));
    const file = site.inStore(picture.slice("/media/".length));
    const bytes = await read();
    await writeFile(file, Buffer.concat([bytes, Buffer.from("more")]));
    expect(await read()).toHaveLength(bytes.length + 4);
    await rm(file);
    expect(await statusAt(picture)).toBe(404);
    await writeFile(file, bytes);
    expect(await read()).toEqual(bytes);
  });

  test("know HEAD, ETag, ranges and nonsense", async () => {
    const whole = await get(picture);
    const bytes = await bytesOf(whole);
    const size = bytes.length;
    const head = await site.fetch(picture, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(size));
    const etag = whole.headers.get("etag")!;
    expect(await statusAt(picture, { "If-None-Match": etag })).toBe(304);
    for (const headers of [
      { "If-None-Match": '"other"' },
      { Range: "bytes=5-2" },
      { Range: "bytes=0-1", "If-Range": '"other"' },
    ] as Record<string, string>[])
      expect(await statusAt(picture, headers)).toBe(200);
    const rangeOf = async (Range: string) => {
      const answer = await get(picture, { Range });
      const { status, headers } = answer;
      return [status, headers.get("content-range"), await bytesOf(answer)];
    };
    expect(await rangeOf("bytes=10-19")).toEqual([
      206,
      `bytes 10-19/${size}`,
      bytes.subarray(10, 20),
    ]);
    expect((await rangeOf("bytes=-5"))[2]).toEqual(bytes.subarray(-5));
    expect((await rangeOf(`bytes=${size}-`)).slice(0, 2)).toEqual([
      416,
      `bytes */${size}`,
    ]);
  });

  test("originals, dot files and ways out of the store answer 404", async () => {
    const original = filesBelow(site.inStore("rocks"))
      .find((file) => file.includes("/original/"))!
      .split("/")
      .at(-1)!;
    for (const way of [
      `${folder}/original/${original}`,
      `${folder}/original/${names[0]}.webp`,
      `${folder}/webp/`,
      `${folder}/webp/.hidden.webp`,
      `${folder}/sm/../original/${original}`,
      `${folder}/sm/%2e%2e/original/${original}`,
      `${folder}/sm/%252e%252e/original/${original}`,
      `${folder}/sm/..%2foriginal%2f${original}`,
      `${folder}/sm/..%5coriginal%5c${original}`,
      `${folder}/sm/${names[0]}.webp%00.jpg`,
      `${folder.replace("/214/", "/215/")}/sm/${names[0]}.webp`,
      `${folder.replace("/214/", "/0214/")}/sm/${names[0]}.webp`,
      "/media/../package.json",
      "/media/..%2fpackage.json",
      "/media//etc/passwd",
      "/media/%2fetc%2fpasswd",
      "/media/tmp",
      "/media/",
      "/media/bkg/../logo.webp",
      "/media/bkg/.htaccess",
      "/media/bkg/none.webp",
    ])
      expect(await statusAt(way, { cookie }), way).toBe(404);
    const undecodable = "/media/albums/sea/webp/%E0%A4%A.webp";
    expect(await statusAt(undecodable, { cookie })).toBe(400);
  });
});

test.each([
  "/media/bkg/home_bkg.webp",
  "/media/bkg/rock_bkg.webp",
  "/logo.webp",
])("%s is shipped, and the store's own goes before it", async (address) => {
  const shipped = await get(address);
  expect(shipped.status).toBe(200);
  expect(shipped.headers.get("content-type")).toBe("image/webp");
  const own = site.inStore(address.replace("/media", ""));
  await mkdir(path.dirname(own), { recursive: true });
  await writeFile(own, "its own");
  expect(await textAt(address)).toBe("its own");
  await rm(own);
});
