import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { expectFocusSeen } from "#tests/setup/e2e/focus-seen.ts";
import {
  cutLink,
  fillForm,
  submit,
  waiting,
} from "#tests/setup/e2e/share-form.ts";
import { lightbox, visit } from "#tests/setup/e2e/pages.ts";
import { press } from "#tests/setup/e2e/steps.ts";

test.use({ serviceWorkers: "block" });

test("in forced colours, buttons differ from words, and from the photograph below them", async () => {
  await page.emulateMedia({ forcedColors: "active" });
  await addAlbum(site, { name: "lake", photos: [{}] });
  await visit("/photos");
  await page.locator(".album-tile").first().click();
  await page.locator(".gallery-tile:visible").first().click();
  const close = lightbox().getByRole("button", { name: "Close" });
  await expect(close).toHaveCSS("background-color", "rgb(255, 255, 255)");

  const form = await fillForm("On the harbour wall.");
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
