import { rm, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { cookie, setUpSite, site } from "#tests/setup/vitest/site.ts";

let folder: string;
let names: string[];
let key: number;
let originals: string[];

setUpSite();
beforeAll(async () => {
  const answer = await site.sendFind(findFields, [
    "orientation-6.jpg",
    "portrait.heic",
  ]);
  const receipt = (await answer.json()) as { uuid: string; images: string[] };
  names = receipt.images;
  folder = `/media/rocks/214/${receipt.uuid}`;
  await site.untilIdle();
  key = site.query<{ rps_key: number }>("SELECT rps_key FROM rock_posts")[0]!
    .rps_key;
  originals = site
    .query<{ original_file: string }>(
      "SELECT original_file FROM rock_post_images",
    )
    .map((row) => row.original_file);
});

const get = (path: string, headers: Record<string, string> = {}) =>
  site.fetch(path, { headers });
const show = (shown: boolean) =>
  site.fetch(`/api/journey-admin/${key}/toggle-show`, {
    method: "POST",
    headers: { cookie, "Content-Type": "application/json" },
    body: JSON.stringify({ show: shown }),
  });

test("a hidden post's pictures answer 404 to strangers and never rest in a cache for the admin", async () => {
  await show(false);
  const picture = `${folder}/webp/${names[0]}.webp`;
  const stranger = await get(picture);
  expect(stranger.status).toBe(404);
  const admin = await get(picture, { cookie });
  expect(admin.status).toBe(200);
  expect(admin.headers.get("cache-control")).toBe("private, no-store");
  expect(admin.headers.get("vary")).toMatch(/Cookie/i);
});

describe("a shown post's pictures", () => {
  beforeAll(async () => {
    await show(true);
  });

  test.each(["sm", "webp640", "webp"])(
    "are served as webp without EXIF or GPS: %s",
    async (kind) => {
      for (const name of names) {
        const answer = await get(`${folder}/${kind}/${name}.webp`);
        expect(answer.status).toBe(200);
        expect(answer.headers.get("content-type")).toBe("image/webp");
        expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
        const bytes = Buffer.from(await answer.arrayBuffer());
        const { exif, xmp, iptc, orientation } = await sharp(bytes).metadata();
        expect({ exif, xmp, iptc, orientation }).toEqual({});
        expect(bytes.includes("GPS")).toBe(false);
      }
    },
  );

  test("disappear for strangers the moment one is hidden", async () => {
    const image = site.query<{ rpi_key: number }>(
      "SELECT rpi_key FROM rock_post_images ORDER BY rpi_key",
    )[0]!.rpi_key;
    const toggle = () =>
      site.fetch(`/api/journey-admin/images/${image}/toggle-show`, {
        method: "POST",
        headers: { cookie },
      });
    expect(await (await toggle()).json()).toEqual({ show: false });
    expect((await get(`${folder}/sm/${names[0]}.webp`)).status).toBe(404);
    expect((await get(`${folder}/sm/${names[1]}.webp`)).status).toBe(200);
    expect(await (await toggle()).json()).toEqual({ show: true });
    expect((await get(`${folder}/sm/${names[0]}.webp`)).status).toBe(200);
  });

  test("are another from the moment on in which the file is, and gone with it", async () => {
    const path = `${folder}/webp/${names[0]}.webp`;
    const bytesOf = async () => {
      const answer = await get(path);
      return [answer.status, Buffer.from(await answer.arrayBuffer())] as const;
    };
    const file = site.inStore(path.slice("/media/".length));
    const [, before] = await bytesOf();
    expect((await bytesOf())[1].equals(before)).toBe(true);
    await writeFile(file, Buffer.concat([before, Buffer.from("more")]));
    const [status, after] = await bytesOf();
    expect([status, after.length]).toEqual([200, before.length + 4]);
    await rm(file);
    expect((await bytesOf())[0]).toBe(404);
    await writeFile(file, before);
    expect((await bytesOf())[1].equals(before)).toBe(true);
  });

  test("know HEAD, ETag, ranges and nonsense", async () => {
    const path = `${folder}/webp/${names[0]}.webp`;
    const whole = await get(path);
    const size = Number(whole.headers.get("content-length"));
    const etag = whole.headers.get("etag")!;
    const head = await site.fetch(path, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([
      200,
      String(size),
    ]);
    expect((await get(path, { "If-None-Match": etag })).status).toBe(304);
    expect((await get(path, { "If-None-Match": '"other"' })).status).toBe(200);
    const part = await get(path, { Range: "bytes=10-19" });
    expect([part.status, part.headers.get("content-range")]).toEqual([
      206,
      `bytes 10-19/${size}`,
    ]);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(Buffer.from(await part.arrayBuffer())).toEqual(
      bytes.subarray(10, 20),
    );
    const tail = await get(path, { Range: "bytes=-5" });
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(bytes.subarray(-5));
    const beyond = await get(path, { Range: `bytes=${size}-` });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([
      416,
      `bytes */${size}`,
    ]);
    expect((await get(path, { Range: "bytes=5-2" })).status).toBe(200);
    expect(
      (await get(path, { Range: "bytes=0-1", "If-Range": '"other"' })).status,
    ).toBe(200);
  });

  test("originals, dot files and ways out of the store answer 404", async () => {
    const ways = [
      `${folder}/original/${originals[0]}`,
      `${folder}/original/${names[0]}.webp`,
      `${folder}/webp/`,
      `${folder}/webp/.hidden.webp`,
      `${folder}/sm/../original/${originals[0]}`,
      `${folder}/sm/%2e%2e/original/${originals[0]}`,
      `${folder}/sm/%252e%252e/original/${originals[0]}`,
      `${folder}/sm/..%2foriginal%2f${originals[0]}`,
      `${folder}/sm/..%5coriginal%5c${originals[0]}`,
      `${folder}/sm/..\\original\\${originals[0]}`,
      `${folder}/sm/${names[0]}.webp%00.jpg`,
      `${folder.replace("/214/", "/215/")}/sm/${names[0]}.webp`,
      `${folder.replace("/214/", "/0214/")}/sm/${names[0]}.webp`,
      "/media/../package.json",
      "/media/%2e%2e/package.json",
      "/media/..%2fpackage.json",
      "/media//etc/passwd",
      "/media/%2fetc%2fpasswd",
      "/media/tmp",
      "/media/",
      "/media",
      "/media/bkg/../logo.webp",
      "/media/bkg/.htaccess",
      "/media/bkg/none.webp",
    ];
    for (const way of ways) {
      const answer = await get(way, { cookie });
      expect([way, answer.status]).toEqual([way, 404]);
    }
    const undecodable = "/media/albums/sea/webp/%E0%A4%A.webp";
    expect((await get(undecodable, { cookie })).status).toBe(400);
  });
});

test.each([
  "/media/bkg/home_bkg.webp",
  "/media/bkg/rock_bkg.webp",
  "/logo.webp",
])("%s is shipped, and the store's own goes before it", async (path) => {
  const shipped = await get(path);
  expect([shipped.status, shipped.headers.get("content-type")]).toEqual([
    200,
    "image/webp",
  ]);
  const { mkdir, writeFile, rm } = await import("node:fs/promises");
  const own = `${site.mediaDir}/${path.replace("/media/", "").replace(/^\//, "")}`;
  await mkdir(own.slice(0, own.lastIndexOf("/")), { recursive: true });
  await writeFile(own, "its own");
  expect(await (await get(path)).text()).toBe("its own");
  await rm(own);
});
