import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { makeAlbums } from "#tests/setup/browser/albums.ts";
import { expectFocusSeen } from "#tests/setup/browser/focus-seen.ts";
import {
  expectNothingWider,
  PHONE,
  SCREENS,
} from "#tests/setup/browser/screens.ts";
import {
  expectLargeTargets,
  expectTextFits,
} from "#tests/setup/browser/texts/fit.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import { press, sees } from "#tests/setup/browser/steps.ts";

/** The admin's screens, some with what is opened on them too. */
const STATES: [screen: string, open?: () => Promise<void>][] = [
  ["Dashboard"],
  ["Rocks", () => edit(/^Edit rock/)],
  ["Users", () => edit(/^Edit/)],
  ["Journey", () => edit(/^Edit/)],
  ["Albums", () => edit("Edit lake")],
  ["Jobs"],
  ["Site", openAllSections],
  ["Settings"],
  ["Security"],
  ["Trash"],
  ["Backups"],
  ["Review", decide],
];

async function edit(name: string | RegExp) {
  await page.getByRole("button", { name }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

async function openAllSections() {
  for (const summary of await page.locator(".site-section > summary").all())
    await summary.click();
}

async function decide() {
  await press("Show");
  await sees("is shown.");
}

for (const { width, height } of SCREENS)
  test(`the admin's texts can be read at 200 % and with wide spacing, every target is large, and nothing is wider than the screen, at ${width} pixels`, async () => {
    test.slow();
    await makeAlbums(["lake"], ["lake"]);
    addRocks(site, [[7, "Grandma June", "Aunt Maren"], [8]]);
    await addPosts(site, [
      { rock: 7, at: [10, 10], location: "Frogner, Oslo, by the tram stop" },
      { rock: 7, location: "A bench", pictures: 2, show: false },
      { rock: 8, location: "A wall", show: false },
    ]);
    const cookie = await site.shareSession();
    addRocks(site, [[9]]);
    const [deleted] = site.query<{ rc_key: number }>(
      "SELECT rc_key FROM rocks WHERE rock_number = 9",
    );
    await site.fetch(`/api/rocks/${deleted!.rc_key}`, {
      method: "DELETE",
      headers: { cookie },
    });
    for (const [screen, open] of STATES) {
      await page.setViewportSize({ width, height });
      await openAdmin(screen);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectLargeTargets();
      await expectTextFits();
      if (open) {
        await open();
        await expectTextFits();
      }
      if (width > PHONE.width) continue;
      await page.setViewportSize({ width: 320, height });
      await expectNothingWider();
    }
  });

test("what Tab reaches on a phone is never below a bar", async () => {
  test.slow();
  addRocks(site, [[7, "Grandma June", "Aunt Maren"], [8]]);
  await addPosts(site, [
    { rock: 7, location: "A bench", pictures: 2, show: false },
    { rock: 8, location: "A wall", show: false },
  ]);
  await page.setViewportSize({ width: 390, height: 640 });
  await openAdmin("Site");
  for (const summary of await page.locator(".site-section > summary").all())
    await summary.click();
  await page.locator(".admin-head h1").click();
  await expectFocusSeen(60);
  await openAdmin("Journey");
  await page.getByRole("button", { name: /^Edit/ }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectFocusSeen(24);
  await openAdmin("Review");
  await expectFocusSeen(24);
});

test("a switch and a chosen row show their state in forced colours", async () => {
  addRocks(site, [[7]]);
  await addPosts(site, [{ rock: 7, location: "A bench", show: false }]);
  await page.emulateMedia({ forcedColors: "active" });
  await openAdmin("Journey");
  for (const control of [
    page.locator(".admin-table .switch"),
    page.locator(".admin-table tbody .row-checkbox input"),
  ]) {
    const before = await control.screenshot();
    await control.click();
    await expect(control).toBeChecked();
    await page.mouse.move(0, 0);
    expect(before.equals(await control.screenshot())).toBe(false);
  }
});
