import {
  expect,
  page,
  site,
  testWithoutRocks as test,
} from "#tests/setup/browser/browser.ts";
import { makeAlbums } from "#tests/setup/browser/albums.ts";
import { expectFocusSeen } from "#tests/setup/browser/focus-seen.ts";
import { COMPUTER, PHONE } from "#tests/setup/browser/screens.ts";
import {
  expectLargeTargets,
  expectTextFits,
} from "#tests/setup/browser/text-fits.ts";
import { LASTING_SESSIONS, openAdmin } from "#tests/setup/calls/admin.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";

test.use({ siteEnv: LASTING_SESSIONS, bypassCSP: true });

const ON_A_PHONE = ["Dashboard", "Rocks", "Users", "Journey"];
const ON_A_COMPUTER = [
  ...ON_A_PHONE,
  "Albums",
  "Jobs",
  "Site",
  "Settings",
  "Security",
  "Trash",
  "Backups",
];

for (const [{ width, height }, screens] of [
  [PHONE, ON_A_PHONE],
  [COMPUTER, ON_A_COMPUTER],
] as const)
  test(`the admin's texts can be read at 200 % and with wide spacing, and every target is large, at ${width} pixels`, async () => {
    test.slow();
    await makeAlbums(["lake"], ["lake"]);
    addRocks(site, [[7, "Grandma June", "Aunt Maren"], [8]]);
    await addPosts(site, [
      { rock: 7, at: [10, 10], location: "Frogner, Oslo, by the tram stop" },
      { rock: 7, location: "A bench", pictures: 2, show: false },
      { rock: 8, location: "A wall", show: false },
    ]);
    await page.setViewportSize({ width, height });
    for (const name of screens) {
      await openAdmin(page, site, name);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectLargeTargets();
      await expectTextFits();
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
  await openAdmin(page, site, "Site");
  for (const summary of await page.locator(".site-section > summary").all())
    await summary.click();
  await page.locator(".admin-head h1").click();
  await expectFocusSeen(60);
  await openAdmin(page, site, "Journey");
  await page.getByRole("button", { name: /^Edit/ }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectFocusSeen(24);
  await openAdmin(page, site, "Review");
  await expectFocusSeen(24);
});

test("a switch and a chosen row show their state in forced colours", async () => {
  addRocks(site, [[7]]);
  await addPosts(site, [{ rock: 7, location: "A bench", show: false }]);
  await page.emulateMedia({ forcedColors: "active" });
  await openAdmin(page, site, "Journey");
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
