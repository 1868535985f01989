import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import {
  addThree,
  clusters,
  goToTown,
  link,
  openMap,
  pin,
  pins,
  popup,
} from "#tests/setup/e2e/map.ts";
import { press, pressLink, sees } from "#tests/setup/e2e/steps.ts";
import { expectAccessible } from "#tests/setup/e2e/screens.ts";

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

  await goToTown("Berlin", "Germany");
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

test("many pins stand each by itself up to 500 @soak", async () => {
  await addPosts(
    site,
    Array.from({ length: 500 }, (_, index) => ({
      rock: index + 1,
      at: [(index % 20) - 10, Math.floor(index / 20) - 10],
    })),
  );
  await openMap();
  await expect(pins()).toHaveCount(500);
  await expect(clusters()).toHaveCount(0);
});

test("many pins become clusters above 500, each opened by zoom, or as a list if its rocks are at one place @soak", async () => {
  await addPosts(site, [
    ...Array.from({ length: 430 }, (_, index) => ({
      rock: index + 1,
      at: [40 + (index % 20) * 0.4, 10 + Math.floor(index / 20) * 0.4] as [
        number,
        number,
      ],
    })),
    ...Array.from({ length: 75 }, (_, index) => ({
      rock: 1000 + index,
      at: [-20, -50] as [number, number],
    })),
    { rock: 90_000, at: [0, 100] },
  ]);
  await openMap();
  await sees("506 rocks, each where it was last seen");
  await expect(pin(90_000)).toBeVisible();
  await expect(page.locator(".rock-links a")).toHaveCount(60);
  await press("Show more");
  await expect(page.locator(".rock-links a")).toHaveCount(120);

  await expectAccessible();
  await page.getByRole("button", { name: "75 rocks" }).press("Enter");
  const list = page.getByRole("dialog", { name: "75 rocks in this place" });
  await expect(list.getByRole("link")).toHaveCount(60);
  await expectAccessible();
  await press("Show more", { in: list });
  await expect(list.getByRole("link")).toHaveCount(75);
  await pressLink("Rock 1074", { in: list });
  await expect(popup()).toContainText("Rock: 1074");
  await page.keyboard.press("Escape");

  const before = await clusters().count();
  await clusters().filter({ hasNotText: /^75 / }).first().click();
  await expect.poll(() => clusters().count()).not.toBe(before);
  await sees(/ rocks in view of 506$/);
});
