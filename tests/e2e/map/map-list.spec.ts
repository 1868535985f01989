import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import {
  addThree,
  link,
  openMap,
  pin,
  popup,
} from "#tests/setup/browser/map.ts";
import { fill, press, sees } from "#tests/setup/browser/steps.ts";

test("the list beside the map opens every rock by keyboard alone, holds what is in view, and follows the map", async () => {
  await addThree();
  await openMap();
  await sees("3 rocks, each where it was last seen");
  await link(3).focus();
  await page.keyboard.press("Enter");
  await expect(popup()).toContainText("Rock: 3");
  await page.keyboard.press("Escape");
  await expect(popup()).toHaveCount(0);
  await expect(link(3)).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(link(2)).toBeFocused();

  await fill("Find a place or a rock number", "Berlin");
  await page
    .locator(".map-places button", { hasText: "Germany" })
    .first()
    .click();
  await sees("1 rock in view of 3");
  await expect(page.locator(".rock-links a")).toHaveText([/Rock 2/]);
  const zoomOut = page.getByRole("button", { name: "Zoom out" });
  for (let step = 0; step < 9; step++) await zoomOut.click();
  await expect(page.locator(".rock-links a")).toHaveCount(3);
});

test("the list beside the map is filtered by a number, and Enter opens that rock @soak", async () => {
  await addPosts(
    site,
    [12, 120, 7, 1].map((rock, at) => ({ rock, at: [at, at] })),
  );
  await openMap();
  const search = page.getByLabel("Find a place or a rock number");
  await search.fill("12");
  await expect(page.locator(".rock-links a")).toHaveText([
    /Rock 12/,
    /Rock 120/,
  ]);
  await search.press("Enter");
  await expect(popup()).toContainText("Rock: 12");
  await page.keyboard.press("Escape");
  await expect(search).toBeFocused();
  await search.fill("99");
  await sees("No rock on the map has a number that begins with 99.");
});

test("the list beside the map takes the map's place on a phone @soak", async () => {
  await addThree();
  await page.setViewportSize({ width: 360, height: 640 });
  await openMap();
  const heading = page.getByRole("heading", { level: 1, name: "On the map" });
  await expect(heading).toBeVisible();
  await press("Show as a list");
  await expect(heading).toBeVisible();
  await link(1).click();
  await expect(popup()).toContainText("Rock: 1");
  await page.keyboard.press("Escape");
  await press("Show the map");
  await expect(pin(1)).toBeVisible();
});
