import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import {
  clusters,
  openMap,
  pin,
  pins,
  popup,
} from "#tests/setup/browser/map.ts";
import { press, pressLink, sees } from "#tests/setup/browser/steps.ts";
import { expectAccessible } from "#tests/setup/browser/screens.ts";

test("many pins stand each by itself up to 500", async () => {
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

test("many pins become clusters above 500, each opened by zoom, or as a list if its rocks are at one place", async () => {
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
