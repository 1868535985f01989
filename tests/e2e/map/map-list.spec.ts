import {
  expect,
  page,
  site,
  testWithoutRocks as test,
} from "#tests/setup/browser/browser.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import {
  addThree,
  link,
  openMap,
  pin,
  popup,
} from "#tests/setup/browser/map.ts";

test.describe("the list beside the map", () => {
  test("opens every rock by keyboard alone, and gives the focus back", async () => {
    await addThree();
    await openMap();
    await expect(page.locator(".rock-links a")).toHaveCount(3);
    await link(3).focus();
    await page.keyboard.press("Enter");
    await expect(popup()).toContainText("Rock: 3");
    await page.keyboard.press("Escape");
    await expect(popup()).toHaveCount(0);
    await expect(link(3)).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(link(2)).toBeFocused();
  });

  test("holds what is in view, and follows the map", async () => {
    await addThree();
    await openMap();
    await expect(
      page.getByText("3 rocks, each where it was last seen"),
    ).toBeVisible();
    await page.getByLabel("Find a place or a rock number").fill("Berlin");
    await page
      .locator(".map-places button", { hasText: "Germany" })
      .first()
      .click();
    await expect(page.getByText("1 rock in view of 3")).toBeVisible();
    await expect(page.locator(".rock-links a")).toHaveText([/Rock 2/]);
    const zoomOut = page.getByRole("button", { name: "Zoom out" });
    for (let step = 0; step < 9; step++) await zoomOut.click();
    await expect(page.locator(".rock-links a")).toHaveCount(3);
  });

  test("is filtered by a number, and Enter opens that rock", async () => {
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
    await expect(
      page.getByText("No rock on the map has a number that begins with 99."),
    ).toBeVisible();
  });

  test("says that no town has that name, and that the search failed", async () => {
    await openMap();
    const search = page.getByLabel("Find a place or a rock number");
    await search.fill("Xyzzyqwv");
    await expect(
      page.getByText("No town of that name was found."),
    ).toBeVisible();
    await page.route("**/api/places?*", (route) => route.abort());
    await search.fill("London");
    await expect(
      page.getByText("Places can’t be searched at the moment."),
    ).toBeVisible();
    await expect(page.getByText("No rocks on the map yet.")).toBeVisible();
  });

  test("takes the map's place on a phone", async () => {
    await addThree();
    await page.setViewportSize({ width: 360, height: 640 });
    await openMap();
    await page.getByRole("button", { name: "Show as a list" }).click();
    await link(1).click();
    await expect(popup()).toContainText("Rock: 1");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Show the map" }).click();
    await expect(pin(1)).toBeVisible();
  });
});
