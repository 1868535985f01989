import { isAdminSide } from "#app/pages.ts";
import { publicAddresses } from "#tests/setup/routes.ts";
import type { Locator } from "playwright/test";
import sharp from "sharp";
import { context, expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { openMap, pins } from "#tests/setup/e2e/map.ts";
import {
  COMPUTER,
  expectNothingWider,
  PHONE,
} from "#tests/setup/e2e/screens.ts";
import { swipe } from "#tests/setup/e2e/swipe.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import { visit } from "#tests/setup/e2e/pages.ts";

/** CSS pixels. */
const NARROW = { width: 320, height: 640 };

test.use({ hasTouch: true });

let album: { pa_key: number; photos: number[] };
test.beforeEach(async () => {
  await context.addCookies([{ name: "lang", value: "ar", url: site.baseURL }]);
  album = await addAlbum(site, {
    name: "lake",
    title: "The lake",
    desc: "In every weather.",
    photos: [{ title: "Dawn" }, { title: "Boots" }, { title: "Rain" }],
  });
  await addPosts(site, [
    { rock: 7, location: "London.", at: [51.51, -0.13], pictures: 3 },
    { rock: 7, date: "2026-06-01", location: "شاطئ البحر", at: [41.9, 12.5] },
    { rock: 8, location: "Sydney", at: [-33.87, 151.2] },
  ]);
});

/** How far its middle is from the left edge of the window. */
async function across(element: Locator) {
  const { x, width } = (await element.boundingBox())!;
  return x + width / 2;
}

/** The colours at the left and at the right end of an element, such as #eeb45c. */
async function readEnds(element: Locator) {
  const { data, info } = await sharp(await element.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const middle = Math.floor(info.height / 2) * info.width;
  const colour = (x: number) =>
    `#${data.subarray((middle + x) * 3, (middle + x + 1) * 3).toString("hex")}`;
  return [colour(1), colour(info.width - 2)];
}

test("every page begins at the right, and nothing is wider than a narrow screen, a phone or a computer @soak", async () => {
  // Those who run the site have English pages.
  const pages = publicAddresses.filter(
    (path) => path !== "/screen" && !isAdminSide(path),
  );
  for (const path of [...pages, `/photos?album=${album.pa_key}`, "/rocks/7"]) {
    await visit(path);
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    for (const screen of [NARROW, PHONE, COMPUTER]) {
      await page.setViewportSize(screen);
      await expectNothingWider();
      const brand = await across(page.locator(".site-brand"));
      const menu = await across(
        page.locator(".site-burger:visible, .site-menu:visible"),
      );
      expect(brand, path).toBeGreaterThan(menu);
    }
  }
});

test("the form takes each text in its own direction, and its bar fills from the right @soak", async () => {
  await page.setViewportSize(NARROW);
  await visit("/share-your-rock");
  await page.locator(".share-do button").click();
  const form = page.locator(".upload");
  const close = page.locator(".dialog-close");
  expect(await across(close)).toBeLessThan(NARROW.width / 2);
  const location = form.locator("[name='location']");
  await expect(location).toHaveCSS("direction", "rtl");
  await location.fill("Anstruther.");
  await expect(location).toHaveCSS("direction", "ltr");
  await location.fill("شاطئ البحر");
  await expect(location).toHaveCSS("direction", "rtl");
  const email = form.locator("[name='email']");
  await expect(email).toHaveCSS("direction", "ltr");

  const sun = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--sun"),
  );
  await expect
    .poll(() => readEnds(form.locator(".upload-bar")))
    .toEqual([expect.not.stringMatching(sun), sun]);

  const map = form.locator(".where-map");
  await map.scrollIntoViewIfNeeded();
  const words = await across(map.locator(".where-say"));
  expect(words).toBeCloseTo(await across(map), 0);
  await expectNothingWider();
});

test("the lightbox goes on to the left: by key, by its arrow and by a finger @soak", async () => {
  await page.setViewportSize(PHONE);
  await visit(`/photos?album=${album.pa_key}`);
  const tiles = page.locator(".gallery-at:visible .gallery-tile");
  await tiles.first().click();
  const text = page.locator(".yarl__slide_current .caption-text");
  await expect(text).toHaveText("Dawn");
  await expect(page.locator(".yarl__container")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(text).toHaveText("Boots");
  await page.keyboard.press("ArrowRight");
  await expect(text).toHaveText("Dawn");
  const next = page.locator(".yarl__navigation_next");
  expect(await across(next)).toBeLessThan(PHONE.width / 2);
  await next.click();
  await expect(text).toHaveText("Boots");
  await swipe("right", { on: ".yarl__container" });
  await expect(text).toHaveText("Rain");
  await swipe("left", { on: ".yarl__container" });
  await expect(text).toHaveText("Boots");
  const counter = page.locator(".yarl__counter");
  expect(await across(counter)).toBeGreaterThan(PHONE.width / 2);
});

test("maps have west at the left, and the list beside the map is at the right @soak", async () => {
  await page.setViewportSize(COMPUTER);
  await openMap();
  await expect(pins()).toHaveCount(2);
  const boxes = await Promise.all(
    (await pins().all()).map((pin) => pin.boundingBox()),
  );
  const [rome, sydney] = boxes.sort((a, b) => a!.y - b!.y);
  expect(rome!.x).toBeLessThan(sydney!.x);
  expect(await across(page.locator(".map-list"))).toBeGreaterThan(
    await across(page.locator(".map-world")),
  );
  await expect(page.locator(".leaflet-container")).toHaveCSS(
    "direction",
    "ltr",
  );

  await visit("/rocks/7");
  const stops = page.locator(".journey-stop");
  await expect(stops).toHaveCount(2);
  expect(await across(stops.nth(0))).toBeLessThan(await across(stops.nth(1)));
});
