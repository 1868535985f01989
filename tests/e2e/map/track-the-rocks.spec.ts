import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { addPosts, addRocks, oneEach } from "#tests/setup/calls/rocks.ts";
import { dialog, lightbox, visit } from "#tests/setup/e2e/pages.ts";
import { press, pressLink, sees, seesA } from "#tests/setup/e2e/steps.ts";

test("Track The Rocks Search asks for a number of 1 or more in a dialog with Search and Close, and alerts otherwise @soak", async () => {
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

test("Track The Rocks a row that goes on fades at its end, and has buttons to its ends", async () => {
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

test("Track The Rocks loads as it is scrolled, keeps its length and place on Back, and moves nothing", async () => {
  await addPosts(site, oneEach(65));
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
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Rock: ");
  await page.goBack();
  await expect(rocks).toHaveCount(65);
  await expect
    .poll(async () =>
      Math.abs((await page.evaluate(() => window.scrollY)) - before),
    )
    .toBeLessThan(400);
  await expect(far).toBeInViewport();
});

test("Track The Rocks says so if a further page can't be loaded, and tries again @soak", async () => {
  await addPosts(site, oneEach(30));
  await page.route(/track-the-rocks\.data/, (route) => route.abort());
  await visit("/track-the-rocks");
  await page.locator(".page-more").scrollIntoViewIfNeeded();
  await sees("More could not be loaded. You may be offline.");
  await expect(page.locator(".track-list > li")).toHaveCount(20);
  await page.unroute(/track-the-rocks\.data/);
  await pressLink("Try again");
  await expect(page.locator(".track-list > li")).toHaveCount(30);
});

test("All Rocks loads as it is scrolled, and as its lightbox is leafed through, whose slideshow waits @soak", async () => {
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
  await seesA("button", "Play", { in: lightbox() });
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
