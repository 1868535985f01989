import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { expectFocusSeen } from "#tests/setup/e2e/focus-seen.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";

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
