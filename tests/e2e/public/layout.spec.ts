import { copyFile, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { fixture } from "#tests/fixtures/index.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { countShifts, untilDrawn } from "#tests/setup/e2e/layout-shift.ts";
import { areDrawn } from "#tests/setup/e2e/steps.ts";
import { addStones } from "#tests/setup/e2e/map.ts";

const SHIFT_MAX = 0.01;
const PHOTOS = [0, 1, 2, 3, 4, 5];
const ROCKS = [31, 32, 33, 34, 35, 36];

test.use({
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  serviceWorkers: "block",
});

/** Opens a page and says which pictures it loads, by folder or file. */
async function loadPictures(address: string) {
  const readSeen = await countShifts();
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/media\/(albums|catalog)/.test(pathname)) asked.push(pathname);
  });
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  await untilDrawn();
  expect((await readSeen()).shift).toBeLessThan(SHIFT_MAX);
  return asked;
}

const expectAllShown = (count: number) =>
  areDrawn(page.locator(".gallery-tile:visible img:not(.placeholder)"), count);

test("an album on a phone loads pictures that fit its tiles, and nothing moves", async () => {
  const photos = PHOTOS.map(() => ({}));
  const { pa_key } = await addAlbum(site, { name: "harbour", photos });
  const folder = site.inStore("albums/harbour/webp640");
  await mkdir(folder, { recursive: true });
  for (const photo of PHOTOS)
    await copyFile(fixture("photo.webp"), path.join(folder, `${photo}.webp`));
  const asked = await loadPictures(`/photos?album=${pa_key}`);
  await expectAllShown(PHOTOS.length);
  expect([...new Set(asked)].sort()).toEqual(
    PHOTOS.map((photo) => `/media/albums/harbour/webp640/${photo}.webp`),
  );
});

test("all rocks on a phone load the small squares, and those of an earlier version show all the same @soak", async () => {
  await addStones(ROCKS);
  const small = ROCKS.map((rock) => `/media/catalog/${rock}/a_xs.webp`);
  const asked = await loadPictures("/all-rocks");
  await expectAllShown(ROCKS.length);
  expect([...new Set(asked)].sort()).toEqual(small);
  for (const rock of ROCKS) await rm(site.inStore(`catalog/${rock}/a_xs.webp`));
  await page.reload();
  await page.waitForLoadState("networkidle");
  await expectAllShown(ROCKS.length);
});

for (const path of [
  "/",
  "/share-your-rock",
  "/photos",
  "/track-the-rocks",
  "/sudc",
  "/privacy",
])
  test(`hardly anything of ${path} moves when its fonts arrive after the first paint @soak`, async () => {
    const readSeen = await countShifts();
    let late = 0;
    await page.route("**/*.woff2", async (route) => {
      await expect.poll(async () => (await readSeen()).isPainted).toBe(true);
      late++;
      await route.continue();
    });
    await page.goto(path);
    await untilDrawn();
    expect(late).toBe(2);
    expect((await readSeen()).shift).toBeLessThan(2 * SHIFT_MAX);
  });
