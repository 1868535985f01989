import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { fixture } from "#tests/fixtures/index.ts";
import { doJob } from "#tests/setup/calls/jobs.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { cookie, setUpSite, site } from "#tests/setup/vitest/site.ts";

// A store of an earlier version has no pictures of the sizes that were added since.

setUpSite({ env: { MODERATION: "off" } });

/** Each added derivative with its fallback. */
const added: [string, string][] = [];

beforeAll(async () => {
  const answer = await site.sendFind(findFields, ["orientation-6.jpg"]);
  const { uuid, images } = (await answer.json()) as {
    uuid: string;
    images: [string];
  };
  await put("albums/sea/shore.jpg");
  await put("albums/webp640/shore.jpg");
  await put("catalog/7/original/rock.jpg");
  site.alter(
    "INSERT INTO rocks (rock_number, original_file) VALUES (7, 'rock.jpg')",
  );
  await doJob(site, cookie, "/api/albums/sync");
  site.alter("UPDATE albums SET show = 1");
  await doJob(site, cookie, "/api/create-images", { path: "media" });
  await site.untilIdle();
  const find = `rocks/214/${uuid}`;
  added.push(
    [`${find}/webp640/${images[0]}.webp`, `${find}/webp/${images[0]}.webp`],
    ["albums/sea/webp640/shore.webp", "albums/sea/webp/shore.webp"],
    ["albums/webp640/webp640/shore.webp", "albums/webp640/webp/shore.webp"],
    ["catalog/7/a_xs.webp", "catalog/7/a_sm.webp"],
  );
});

async function put(place: string) {
  const file = site.inStore(place);
  await mkdir(path.dirname(file), { recursive: true });
  // Large enough that every size differs.
  await writeFile(
    file,
    await sharp(fixture("progressive.jpg")).resize(1500, 1000).toBuffer(),
  );
}

const get = (place: string, headers = {}) =>
  site.fetch(`/media/${place}`, { headers });

const bytesOf = async (answer: Response) =>
  Buffer.from(await answer.arrayBuffer());

test("an added derivative is made with the others, and is smaller than its fallback", async () => {
  for (const [place, fallback] of added) {
    const bytes = await bytesOf(await get(place));
    const { format, width, height } = await sharp(bytes).metadata();
    expect(format, place).toBe("webp");
    expect(Math.max(width, height)).toBeLessThanOrEqual(640);
    const large = await bytesOf(await get(fallback));
    expect(bytes.equals(large), place).toBe(false);
  }
});

test("while it is missing, the next larger one is sent, and no cache keeps it; Create Images makes those that are missing @soak", async () => {
  const etags = new Map<string, string | null>();
  for (const [place, fallback] of added) {
    await rm(site.inStore(place));
    const answer = await get(place);
    expect(answer.status, place).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    etags.set(place, answer.headers.get("etag"));
    const bytes = await bytesOf(answer);
    expect(bytes.equals(await readFile(site.inStore(fallback)))).toBe(true);
  }
  const answer = await doJob(site, cookie, "/api/create-images", {
    path: "media",
  });
  expect(answer).toMatchObject({ message: `${added.length} images made` });
  for (const [place] of added) {
    const answer = await get(place, { "If-None-Match": etags.get(place)! });
    expect(answer.status, place).toBe(200);
    const bytes = await bytesOf(answer);
    expect(bytes.equals(await readFile(site.inStore(place)))).toBe(true);
  }
});

test("a picture that is hidden, deleted or unknown has no fallback", async () => {
  for (const [place] of added) await rm(site.inStore(place));
  site.alter("UPDATE rock_posts SET show = 0; UPDATE photos SET show = 0");
  const [find, photo] = added;
  for (const [place] of [find!, photo!]) {
    expect((await get(place)).status).toBe(404);
    const forAdmin = await get(place, { cookie });
    expect(forAdmin.status).toBe(200);
    expect(forAdmin.headers.get("cache-control")).toBe("private, no-store");
  }
  site.alter("UPDATE rock_posts SET show = 1; UPDATE photos SET show = 1");
  expect((await get("albums/sea/webp640/none.webp")).status).toBe(404);
  expect((await get("catalog/8/a_xs.webp")).status).toBe(404);
});

test("nginx is told to send the fallback @soak", async () => {
  for (const [place] of added) await rm(site.inStore(place), { force: true });
  await site.restart({ ACCEL_REDIRECT: "/store/" });
  for (const [place, fallback] of added)
    expect((await get(place)).headers.get("x-accel-redirect")).toBe(
      `/store/${fallback}`,
    );
});
