import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import { search, visit } from "#tests/setup/browser/pages.ts";
import { expectAccessible } from "#tests/setup/browser/screens.ts";
import { press } from "#tests/setup/browser/steps.ts";

/** Comments of the maximum length: left to right, right to left, and from several planes of Unicode. */
const LONG = [
  "وجدنا هذا الحجر بجانب البحر عند غروب الشمس ".repeat(120).slice(0, 5000),
  "🪨👩‍👩‍👧🏳️‍🌈".repeat(500).slice(0, 5000),
  "x".repeat(5000),
];

test("axe finds nothing on a rock's page, in a popup's dialogs and in search", async () => {
  addRocks(site, [[7, "Mina"], [8]]);
  await addPosts(site, [
    { rock: 7, date: "2026-01-01", at: [0, 0], pictures: 3 },
    { rock: 7, date: "2026-02-01", at: [20, 20], comment: LONG[0] },
  ]);
  await visit("/rocks/7");
  await expect(page.locator(".journey-stop")).toHaveCount(2);
  await expectAccessible();
  await press("See rock 7 large");
  await expectAccessible();
  await visit("/rocks/8");
  await expectAccessible();
  await visit("/track-the-rocks");
  await press("Search", { exact: true });
  await expectAccessible();
  await page.keyboard.press("Escape");
  await search("7");
  await page.locator("dialog .journey-comment").first().click();
  await expectAccessible();
});
