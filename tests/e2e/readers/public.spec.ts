import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import { makeAlbums } from "#tests/setup/browser/albums.ts";
import { expectFocusSeen } from "#tests/setup/browser/focus-seen.ts";
import { SCREENS } from "#tests/setup/browser/screens.ts";
import {
  cutLink,
  fillForm,
  openForm,
  submit,
  waiting,
} from "#tests/setup/browser/share-form.ts";
import {
  expectLargeTargets,
  expectTextFits,
} from "#tests/setup/browser/texts/fit.ts";
import { lightbox, visit } from "#tests/setup/browser/pages.ts";
import { press } from "#tests/setup/browser/steps.ts";

test.use({ serviceWorkers: "block" });

const PAGES = [
  "/",
  "/share-your-rock",
  "/photos",
  "/track-the-rocks",
  "/all-rocks",
  "/map",
  "/sudc",
  "/privacy",
  "/login",
  "/rocks/7",
  "/rocks/99999",
];

for (const { width, height } of SCREENS)
  test(`every text can be read at 200 % and with wide spacing, and every target is large, at ${width} pixels @soak`, async () => {
    test.slow();
    site.alter(
      "INSERT OR REPLACE INTO site_texts (key, value) VALUES ('memorial_dates', 'September 2019 – September 2021')",
    );
    await makeAlbums(["lake", "mountains"], ["lake", "mountains"]);
    addRocks(site, [[7, "Grandma June", "Aunt Maren"], [8]]);
    await addPosts(site, [
      { rock: 7, at: [10, 10], location: "Frogner, Oslo, by the tram stop" },
      { rock: 0, at: [20, 10] },
    ]);
    await page.setViewportSize({ width, height });
    for (const path of PAGES) {
      await visit(path);
      await expectLargeTargets();
      await expectTextFits();
    }
    await visit("/photos");
    await page.locator(".album-tile").first().click();
    await expect(page.locator(".gallery-tile:visible")).toHaveCount(3);
    await expectTextFits();
    await visit("/share-your-rock#upload");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectTextFits();
  });

test("in forced colours, buttons differ from words, and from the photograph below them", async () => {
  await page.emulateMedia({ forcedColors: "active" });
  await makeAlbums(["lake"], ["lake"]);
  await visit("/photos");
  await page.locator(".album-tile").first().click();
  await page.locator(".gallery-tile:visible").first().click();
  const close = lightbox().getByRole("button", { name: "Close" });
  await expect(close).toHaveCSS("background-color", "rgb(255, 255, 255)");

  const form = await openForm(page);
  await fillForm(form);
  await cutLink();
  await submit(form).click();
  const tryNow = waiting().getByRole("button", { name: "Try now" });
  await expect(tryNow).toHaveCSS("text-decoration-line", "underline");
});

test("what Tab reaches on a phone is never below a bar or a button @soak", async () => {
  test.slow();
  addRocks(site, [[7], [8]]);
  await addPosts(
    site,
    Array.from({ length: 14 }, (_, at) => ({
      rock: at + 1,
      at: [at, at] as [number, number],
    })),
  );
  await page.setViewportSize({ width: 390, height: 640 });
  await visit("/");
  await expectFocusSeen(20);
  await visit("/map");
  await press("Show as a list");
  await page.getByLabel("Find a place or a rock number").focus();
  await expectFocusSeen(16);
  await visit("/share-your-rock#upload");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectFocusSeen(16);
});
