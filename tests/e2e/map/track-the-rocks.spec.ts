import {
  expect,
  page,
  site,
  testWithoutRocks as test,
  sees,
  pressLink,
  press,
} from "#tests/setup/browser/browser.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import { dialog, search, visit } from "#tests/setup/browser/rocks.ts";

test.describe("Track The Rocks", () => {
  test("has the title 'See {name}'s Rocks', 'Total rocks found X of Y', 'See All Rocks' and the list grouped by rock number", async () => {
    addRocks(site, [[7], [8], [9]]);
    site.alter(
      "INSERT OR REPLACE INTO site_texts VALUES ('memorial_name', 'Robin')",
    );
    await addPosts(site, [
      { rock: 7, date: "2026-01-01" },
      { rock: 8, date: "2026-01-02" },
      { rock: 7, date: "2026-01-03" },
    ]);
    await visit("/track-the-rocks");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "See Robin's Rocks",
    );
    await sees("Total rocks found 2 of 3", { exact: true });
    await expect(page.locator("main .rock-name")).toHaveText([
      "Robin's Rock: 7",
      "Robin's Rock: 8",
    ]);
    await expect(
      page.locator(".track-list > li").first().locator(".journey-card h3"),
    ).toHaveText([/^Journey: 2/, /^Journey: 1/]);
    await pressLink("See All Rocks");
    await expect(page).toHaveURL("/all-rocks");
  });

  test("Search asks for a number of 1 or more in a dialog with Search and Close, and alerts otherwise @soak", async () => {
    await visit("/track-the-rocks");
    await press("Search", { exact: true });
    const asking = dialog("Search");
    const field = asking.getByLabel("Rock Number");
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute("min", "1");
    for (const wrong of ["", "0", "-3"]) {
      await field.fill(wrong);
      const alert = page.waitForEvent("dialog");
      const pressed = asking
        .getByRole("button", { name: "Search", exact: true })
        .click();
      const shown = await alert;
      expect([shown.type(), shown.message()]).toEqual([
        "alert",
        "Please enter a valid rock number > 0",
      ]);
      await shown.accept();
      await pressed;
      await expect(asking).toBeVisible();
    }
    await asking.getByText("Close", { exact: true }).click();
    await expect(asking).toHaveCount(0);
  });

  test("a valid number opens a large dialog with that rock and a Close button", async () => {
    await addPosts(site, [{ rock: 7, location: "Lighthouse steps" }]);
    await visit("/track-the-rocks");
    await search("7");
    const result = dialog("Rock 7");
    await expect(result).toHaveClass(/dialog--large/);
    await expect(result).toContainText("Lighthouse steps");
    await result.getByRole("button", { name: "Close" }).click();
    await expect(result).toHaveCount(0);
    await expect(
      page.getByRole("button", { name: "Search", exact: true }),
    ).toBeFocused();
  });

  test("a row that goes on fades at its end, and has buttons to its ends @soak", async () => {
    await addPosts(
      site,
      Array.from({ length: 6 }, () => ({ rock: 7 })),
    );
    await page.setViewportSize({ width: 1280, height: 800 });
    await visit("/track-the-rocks");
    const row = page.getByRole("list", { name: "Journeys of rock 7" });
    const next = page.getByRole("button", { name: "Next" });
    await expect(row).toHaveCSS("mask-image", /gradient/);
    await expect(next).toHaveAttribute("aria-disabled", "false");
    await next.click();
    await expect(row.getByText("Journey: 1")).toBeInViewport();
    await expect(next).toHaveAttribute("aria-disabled", "true");
    await expect(row).toHaveCSS("mask-image", "none");
  });

  test("loads as it is scrolled, keeps its length and place on Back, and moves nothing", async () => {
    await addPosts(
      site,
      Array.from({ length: 65 }, (_, index) => ({ rock: index + 1 })),
    );
    await visit("/track-the-rocks");
    const rocks = page.locator(".track-list > li");
    await expect(rocks).toHaveCount(20);
    while ((await rocks.count()) < 65) {
      await rocks.last().scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 400);
    }
    await expect(page.getByRole("link", { name: "Show more" })).toHaveCount(0);
    const far = rocks.nth(50).getByRole("link", { name: "Follow its journey" });
    await far.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    await far.click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(
      "Rock: ",
    );
    await page.goBack();
    await expect(rocks).toHaveCount(65);
    await expect
      .poll(async () =>
        Math.abs((await page.evaluate(() => window.scrollY)) - before),
      )
      .toBeLessThan(400);
    await expect(far).toBeInViewport();
  });

  test("says so if a further page can't be loaded, and tries again @soak", async () => {
    await addPosts(
      site,
      Array.from({ length: 30 }, (_, index) => ({ rock: index + 1 })),
    );
    await page.route(/track-the-rocks\.data/, (route) => route.abort());
    await visit("/track-the-rocks");
    await page.locator(".page-more").scrollIntoViewIfNeeded();
    await sees("More could not be loaded. You may be offline.");
    await expect(page.locator(".track-list > li")).toHaveCount(20);
    await page.unroute(/track-the-rocks\.data/);
    await pressLink("Try again");
    await expect(page.locator(".track-list > li")).toHaveCount(30);
  });

  test("is read page by page without JavaScript @soak", async ({ browser }) => {
    await addPosts(
      site,
      Array.from({ length: 25 }, (_, index) => ({ rock: index + 1 })),
    );
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: site.baseURL,
    });
    const page = await context.newPage();
    await page.goto("/track-the-rocks");
    await page.getByRole("link", { name: "Show more" }).click();
    await expect(page.locator(".track-list > li")).toHaveCount(5);
    await context.close();
  });

  test("says so if no rock was found yet @soak", async () => {
    await page.goto("/track-the-rocks");
    await sees("No rock has been found yet.");
    await sees("Total rocks found 0 of 0", { exact: true });
  });
});
