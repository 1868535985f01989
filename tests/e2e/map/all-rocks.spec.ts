import { lightboxSettings } from "#app/components/gallery/lightbox-settings.ts";
import {
  expect,
  page,
  site,
  testWithoutRocks as test,
  press,
  seesA,
  sees,
} from "#tests/setup/browser/browser.ts";
import { addRocks } from "#tests/setup/calls/rocks.ts";
import { lightbox, visit } from "#tests/setup/browser/rocks.ts";

test.describe("All Rocks", () => {
  test("is a justified gallery with 'Rock: N (artists or UNKNOWN)' under each picture", async () => {
    addRocks(site, [[3, "Mina", "Ole"], [4], [5, "Ole"], [6], [7]]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit("/all-rocks");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "All Rocks",
    );
    const tiles = page.locator(".gallery-tile:visible");
    await expect(tiles).toHaveText([
      "Rock: 3 (Mina, Ole)",
      "Rock: 4 (UNKNOWN)",
      "Rock: 5 (Ole)",
      "Rock: 6 (UNKNOWN)",
      "Rock: 7 (UNKNOWN)",
    ]);
    const boxes = await Promise.all(
      (await tiles.all()).map((tile) => tile.boundingBox()),
    );
    const [first, second] = boxes as [
      NonNullable<(typeof boxes)[0]>,
      NonNullable<(typeof boxes)[0]>,
    ];
    expect(Math.abs(second.x - first.x - first.width - 20)).toBeLessThan(2);
    expect(first.width).toBeGreaterThan(200);
    expect(first.width).toBeLessThan(345);
  });

  test("says in the language of the page that nobody knows who painted a rock @soak", async () => {
    addRocks(site, [[3, "Mina"], [4]]);
    await visit("/all-rocks?lang=de");
    await expect(page.locator(".gallery-tile:visible")).toHaveText([
      "Stein: 3 (Mina)",
      "Stein: 4 (UNBEKANNT)",
    ]);
  });

  test("a picture opens the lightbox: thumbnails of 100×60 at the bottom, slideshow that waits, captions, dark background", async () => {
    addRocks(site, [[3, "Mina"], [4], [5]]);
    await visit("/all-rocks");
    await press("Open photograph: Rock: 4 (UNKNOWN)");
    await expect(lightbox()).toContainText("Rock: 4 (UNKNOWN)");
    await expect(
      lightbox().locator(".yarl__thumbnails_thumbnail img"),
    ).toHaveCount(3);
    await expect(
      lightbox().getByRole("button", { name: "Play" }),
    ).toBeVisible();
    expect(lightboxSettings.styles.root).toEqual({
      "--yarl__color_backdrop": "rgba(0, 0, 0, .9)",
    });
    await page.keyboard.press("ArrowRight");
    await expect(lightbox()).toContainText("Rock: 5 (UNKNOWN)");
    await page.keyboard.press("Escape");
    await expect(lightbox()).toHaveCount(0);
  });

  test("loads as it is scrolled, and as its lightbox is leafed through @soak", async () => {
    addRocks(
      site,
      Array.from({ length: 80 }, (_, index) => [index + 1] as [number]),
    );
    await visit("/all-rocks");
    const tiles = page.locator(".gallery-tile:visible");
    await expect(tiles).toHaveCount(36);
    await press(/Rock: 36 /);
    const counter = lightbox().locator(".yarl__counter");
    await expect(counter).toHaveText("36 / 80");
    for (let number = 37; number <= 45; number++) {
      await expect(async () => {
        await page.keyboard.press("ArrowRight");
        await expect(lightbox()).toContainText(`Rock: ${number} `, {
          timeout: 5000,
        });
      }).toPass();
    }
    await expect(counter).toHaveText(/^4\d \/ 80$/);
    await page.keyboard.press("Escape");
    await expect(lightbox()).toHaveCount(0);
    await page.locator(".page-more").scrollIntoViewIfNeeded();
    await expect(tiles).toHaveCount(80);
  });

  test("keeps its length and place on Back @soak", async () => {
    addRocks(
      site,
      Array.from({ length: 70 }, (_, index) => [index + 1] as [number]),
    );
    await visit("/all-rocks");
    const tiles = page.locator(".gallery-tile:visible");
    await expect(tiles).toHaveCount(36);
    await page.locator(".page-more").scrollIntoViewIfNeeded();
    await expect(tiles).toHaveCount(70);
    await tiles.nth(60).scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: "Privacy" })
      .click();
    // The address changes before the page does.
    await seesA("heading", "Privacy", { level: 1 });
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(tiles).toHaveCount(70);
    await expect
      .poll(() => page.evaluate(() => window.scrollY))
      .toBeGreaterThan(before - 400);
  });

  test("says so if there are no rocks yet @soak", async () => {
    await page.goto("/all-rocks");
    await sees("There are no rocks here yet.");
  });
});
