import {
  expect,
  page,
  site,
  testWithoutRocks as test,
  sees,
  fill,
  seesA,
  press,
} from "#tests/setup/browser/browser.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
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
    await sees("3 rocks, each where it was last seen");
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

  test("is filtered by a number, and Enter opens that rock @soak", async () => {
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

  test("says that no town has that name, and that the search failed @soak", async () => {
    await openMap();
    const search = page.getByLabel("Find a place or a rock number");
    await search.fill("Xyzzyqwv");
    const said = page.getByRole("status");
    await expect(
      said.filter({ hasText: "No town of that name was found." }),
    ).toBeVisible();
    await page.route("**/api/places?*", (route) => route.abort());
    await search.fill("London");
    await expect(
      said.filter({ hasText: "Places can’t be searched at the moment." }),
    ).toBeVisible();
    await sees("No rocks on the map yet.");
  });

  test("offers all rocks though the map shows a few, until the map moves @soak", async () => {
    await addThree();
    await openMap();
    const all = page.getByRole("button", { name: "Show all rocks" });
    await expect(all).toHaveCount(0);
    const zoomIn = page.getByRole("button", { name: "Zoom in" });
    await expect(async () => {
      await zoomIn.click();
      await expect(all).toBeVisible({ timeout: 1000 });
    }).toPass();
    await all.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await sees("3 rocks, each where it was last seen");
    await expect(page.locator(".rock-links a")).toHaveCount(3);
    await expect(all).toHaveCount(0);
    await zoomIn.click();
    await expect(all).toBeVisible();
  });

  test("counts rocks without a number apart, so that the number is that of Track The Rocks @soak", async () => {
    addRocks(site, [[1], [2]]);
    await addPosts(site, [
      { rock: 0, at: [10, 10], location: "Under a tree" },
      { rock: 1, at: [0, 0] },
      { rock: 2, at: [1, 1] },
    ]);
    await openMap();
    await expect(page.locator(".rock-links a")).toHaveText([
      "A rock without a numberUnder a tree",
      "Rock 1A bench",
      "Rock 2A bench",
    ]);
    await expect(page.locator(".map-count")).toHaveText([
      "2 rocks, each where it was last seen",
      "1 rock without a number",
    ]);
    await seesA("button", "A rock without a number");
    await page.goto("/track-the-rocks");
    await sees("Total rocks found 2 of 2");
  });

  test("takes the map's place on a phone @soak", async () => {
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
});
