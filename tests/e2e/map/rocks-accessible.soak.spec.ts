import { expectAccessible } from "#tests/setup/browser/axe.ts";
import {
  expect,
  page,
  site,
  testWithoutRocks as test,
  press,
} from "#tests/setup/browser/browser.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import { dialog, search, visit } from "#tests/setup/browser/rocks.ts";
import { expectNothingWider } from "#tests/setup/browser/screens.ts";

/** Comments of the maximum length: left to right, right to left, and from several planes of Unicode. */
const LONG = [
  "وجدنا هذا الحجر بجانب البحر عند غروب الشمس ".repeat(120).slice(0, 5000),
  "🪨👩‍👩‍👧🏳️‍🌈".repeat(500).slice(0, 5000),
  "x".repeat(5000),
];

test("comments of 5,000 characters in Arabic, emoji and one long word are whole, and nothing is wider than the screen @soak", async () => {
  await addPosts(
    site,
    LONG.map((comment, index) => ({
      rock: 7,
      date: `2026-01-0${index + 1}`,
      comment,
      location: comment.slice(0, 190),
      at: [index, index],
    })),
  );
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ["/track-the-rocks", "/rocks/7", "/map?rock=7"]) {
      await visit(path);
      await expect(page.locator(".journey-card").first()).toBeVisible();
      await expectNothingWider();
      for (const [index, comment] of [...LONG].reverse().entries()) {
        const card = page.locator(".journey-card").nth(index);
        await card.locator(".journey-comment").click();
        const reading = dialog("Comment");
        await expect(reading.locator(".journey-text")).toHaveText(
          comment.trim(),
        );
        await expectNothingWider();
        await reading.getByRole("button", { name: "Close" }).click();
      }
    }
  }
});

test.describe("axe finds nothing", () => {
  test("on a rock's page, in a popup's dialogs and in search", async () => {
    addRocks(site, [[7, "Mina"], [8]]);
    await addPosts(site, [
      { rock: 7, date: "2026-01-01", at: [0, 0], pictures: 3 },
      { rock: 7, date: "2026-02-01", at: [20, 20], comment: LONG[0] },
    ]);
    await visit("/rocks/7");
    await expect(page.locator(".journey-stop")).toHaveCount(2);
    await expectAccessible(page);
    await press("See rock 7 large");
    await expectAccessible(page);
    await visit("/rocks/8");
    await expectAccessible(page);
    await visit("/track-the-rocks");
    await press("Search", { exact: true });
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await search("7");
    await page.locator("dialog .journey-comment").first().click();
    await expectAccessible(page);
  });
});
