import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { albumWith } from "#tests/setup/calls/album-calls.ts";
import { doJob } from "#tests/setup/calls/jobs.ts";
import { newRock } from "#tests/setup/calls/rock-calls.ts";
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
let picture: string;

setUpSite();
beforeAll(async () => {
  const images = ["orientation-6.jpg", "portrait.heic"];
  const found = await site.addFind(findFields, images);
  names = found.images;
  folder = `/media/rocks/214/${found.uuid}`;
  picture = `${folder}/webp/${names[0]}.webp`;
  await site.untilIdle();
});

const bytesOf = async (answer: Response) => Buffer.from(await answer.bytes());
const inStore = (address: string) =>
  site.inStore(address.replace("/media", ""));

test("a hidden post's pictures answer 404 to strangers and never rest in a cache for the admin", async () => {
  expect(await statusAt(picture)).toBe(404);
  const admin = await get(picture, { cookie });
  expect(admin.status).toBe(200);
  expect(admin.headers.get("cache-control")).toBe("private, no-store");
  expect(admin.headers.get("vary")).toMatch(/Cookie/i);
});

describe("a shown post's pictures", () => {
  beforeAll(() => site.alter("UPDATE rock_posts SET show = 1"));

  test("are served as webp, and disappear for strangers the moment one is hidden", async () => {
    for (const kind of ["sm", "webp640", "webp"])
      for (const name of names) {
        const answer = await get(`${folder}/${kind}/${name}.webp`);
        expect(answer.headers.get("content-type")).toBe("image/webp");
        expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      }
    const [image] = site.query<{ rpi_key: number }>(
      "SELECT rpi_key FROM rock_post_images ORDER BY rpi_key",
    );
    const toggle = `POST /api/journey-admin/images/${image!.rpi_key}/toggle-show`;
    for (const status of [404, 200]) {
      await send(toggle);
      for (const [n, expected] of [status, 200].entries())
        expect(await statusAt(`${folder}/sm/${names[n]}.webp`)).toBe(expected);
    }
  });

  test("are another from the moment on in which the file is, and gone with it", async () => {
    const read = async () => bytesOf(await get(picture));
    const bytes = await read();
    await writeFile(inStore(picture), Buffer.concat([bytes, bytes]));
    expect(await read()).toHaveLength(2 * bytes.length);
    await rm(inStore(picture));
    expect(await statusAt(picture)).toBe(404);
    await writeFile(inStore(picture), bytes);
    expect(await read()).toEqual(bytes);
  });

  test("know HEAD, ETag and ranges", async () => {
    const whole = await get(picture);
    const bytes = await bytesOf(whole);
    const head = await site.fetch(picture, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(bytes.length));
    const etag = whole.headers.get("etag")!;
    expect(await statusAt(picture, { "If-None-Match": etag })).toBe(304);
    const part = await get(picture, { Range: "bytes=10-19" });
    expect(part.status).toBe(206);
    expect(await bytesOf(part)).toEqual(bytes.subarray(10, 20));
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
      `${folder}/sm/%2e%2e/original/${original}`,
      `${folder}/sm/%252e%252e/original/${original}`,
      `${folder}/sm/..%2foriginal%2f${original}`,
      `${folder}/sm/..%5coriginal%5c${original}`,
      `${folder}/sm/${names[0]}.webp%00.jpg`,
      `${folder.replace("/214/", "/215/")}/sm/${names[0]}.webp`,
      `${folder.replace("/214/", "/0214/")}/sm/${names[0]}.webp`,
      ..."..%2fpackage.json /etc/passwd %2fetc%2fpasswd tmp bkg/.htaccess"
        .split(" ")
        .map((way) => `/media/${way}`),
    ])
      expect(await statusAt(way, { cookie }), way).toBe(404);
    const undecodable = "/media/albums/sea/webp/%E0%A4%A.webp";
    expect(await statusAt(undecodable, { cookie })).toBe(400);
  });
});

test("what is shipped is served, and the store's own goes before it", async () => {
  for (const address of ["/media/bkg/home_bkg.webp", "/logo.webp"]) {
    const shipped = await get(address);
    expect(shipped.status).toBe(200);
    expect(shipped.headers.get("content-type")).toBe("image/webp");
    const own = inStore(address);
    await mkdir(path.dirname(own), { recursive: true });
    await writeFile(own, "its own");
    expect(await textAt(address)).toBe("its own");
    await rm(own);
  }
});

test("a size that an earlier version did not have is the next larger one while it is missing, for whom that may be seen; Create Images makes it", async () => {
  const { rock_number } = await newRock({ artist_keys: [1] });
  const { album, photos } = await albumWith(["orientation-6.jpg"], {
    show: true,
  });
  const photo = `/media/albums/${album.name}/webp640/${photos[0]!.name}`;
  const medium = picture.replace("/webp/", "/webp640/");
  /** Each with its fallback. */
  const added = [
    [medium, picture],
    [photo, photo.replace("/webp640/", "/webp/")],
    [
      `/media/catalog/${rock_number}/a_xs.webp`,
      `/media/catalog/${rock_number}/a_sm.webp`,
    ],
  ] as const;
  const etags = new Map<string, string | null>();
  for (const [address, fallback] of added) {
    const small = sharp(await bytesOf(await get(address)));
    const { width, height } = await small.metadata();
    expect(Math.max(width, height)).toBeLessThanOrEqual(640);
    await rm(inStore(address));
    const answer = await get(address);
    expect(answer.headers.get("cache-control"), address).toBe("no-cache");
    etags.set(address, answer.headers.get("etag"));
    const large = await readFile(inStore(fallback));
    expect((await bytesOf(answer)).equals(large), address).toBe(true);
  }
  site.alter("UPDATE rock_posts SET show = 0; UPDATE photos SET show = 0");
  for (const address of [medium, photo]) {
    expect(await statusAt(address)).toBe(404);
    const forAdmin = await get(address, { cookie });
    expect(forAdmin.headers.get("cache-control")).toBe("private, no-store");
  }
  site.alter("UPDATE rock_posts SET show = 1; UPDATE photos SET show = 1");
  expect(await statusAt("/media/catalog/8/a_xs.webp")).toBe(404);

  const media = { path: "media" };
  const made = await doJob(site, cookie, "/api/create-images", media);
  expect(made.message).toBe(`${added.length} images made`);
  for (const [address, fallback] of added) {
    const ifChanged = { "If-None-Match": etags.get(address)! };
    const bytes = await bytesOf(await get(address, ifChanged));
    expect(bytes.equals(await readFile(inStore(address))), address).toBe(true);
    const large = await readFile(inStore(fallback));
    expect(bytes.equals(large), address).toBe(false);
  }
});
