import { SCREENS } from "#tests/setup/browser/screens.ts";
import { snap } from "#core/precision.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import { visit } from "#tests/setup/browser/rocks.ts";
import { expectAccessible } from "#tests/setup/browser/axe.ts";
import {
  expect,
  page,
  site,
  testWithoutRocks as test,
  press,
} from "#tests/setup/browser/browser.ts";

/** What everyone sees of a journey with stops that are shown less exactly. */

for (const viewport of SCREENS)
  test.describe(`at ${viewport.width} pixels,`, () => {
    test.use({ viewport });

    test("a journey draws a circle around a stop that is shown less exactly, and says so @soak", async () => {
      await addPosts(site, [
        { rock: 7, date: "2026-01-01", location: "Luss", at: [56.1, -4.64] },
        {
          rock: 7,
          date: "2026-02-01",
          location: "Balloch",
          at: [56.00123, -4.58321],
          precision: 10_000,
        },
      ]);
      await visit("/rocks/7");
      const now = page.locator(".journey-now");
      await expect(now).toHaveText(
        "2 stops on the map. Where a number is dashed, it was somewhere nearby.",
      );
      await expect(page.locator(".journey-around")).toHaveCount(1);
      await expect(page.locator(".journey-stop")).toHaveText([
        "Journey 1",
        "Journey 2, somewhere within about 10 km",
      ]);
      await expectAccessible(page);

      // The whole circle is in view.
      const [map, circle] = await Promise.all([
        page.locator(".journey-world").boundingBox(),
        page.locator(".journey-around").boundingBox(),
      ]);
      expect(circle!.y).toBeGreaterThan(map!.y);
      expect(circle!.y + circle!.height).toBeLessThan(map!.y + map!.height);
      expect(circle!.width).toBeGreaterThan(60);

      await press("Next stop");
      await expect(now).toHaveText(/Luss, 1 Jan 2026, United Kingdom$/);
      await page.getByRole("button", { name: /^Journey 2/ }).press("Enter");
      await expect(now).toHaveText(
        /Balloch, 1 Feb 2026, United Kingdom, somewhere within about 10 km$/,
      );
    });
  });

test("a pin of the world map is where the public may know it", async () => {
  const [latitude, longitude] = [56.00123, -4.58321];
  await addPosts(site, [
    { rock: 7, at: [latitude, longitude], precision: 10_000 },
  ]);
  const answer = page.waitForResponse("**/api/rock-posts/locations/all");
  await page.goto("/map");
  expect(await (await answer).json()).toMatchObject([
    snap({ latitude, longitude }, 10_000),
  ]);
  await expect(page.locator(".pebble-pin")).toHaveCount(1);
});
