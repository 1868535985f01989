import { readFileSync } from "node:fs";
import { expectAccessible } from "#tests/setup/browser/axe.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import {
  ageConfirmations,
  countSessions,
} from "#tests/setup/calls/account-calls.ts";
import { openAdmin, signInByForm } from "#tests/setup/calls/admin.ts";

// A site of its own, because the keepsakes of other tests begin with none.
test.use({ bypassCSP: true, siteEnv: { MEMORIAL_NAME: "Wren" } });
test.beforeEach(() =>
  site.alter("DELETE FROM admin_sessions; DELETE FROM security_events"),
);

for (const [device, width, height] of [
  ["a phone", 390, 844],
  ["a computer @soak", 1440, 900],
] as const)
  test(`on ${device}, the admin sees the sessions, ends one, and then all others @soak`, async () => {
    await page.setViewportSize({ width, height });
    for (let n = 0; n < 3; n++) await site.signIn();
    await signInByForm("Security");
    const sessions = page.getByRole("region", { name: "Signed in" });
    await expect(sessions.getByRole("listitem")).toHaveCount(4);
    await expect(
      sessions.getByRole("listitem").filter({ hasText: "This one" }),
    ).toContainText("Chrome on Linux");
    await expectAccessible(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
    ).toBeLessThanOrEqual(width);

    await sessions
      .getByRole("button", { name: /^End Another/ })
      .first()
      .click();
    await expect(sessions.getByRole("listitem")).toHaveCount(3);
    await expect(
      sessions.getByRole("heading", { name: "Signed in" }),
    ).toBeFocused();
    await sessions.getByRole("button", { name: "End all others" }).click();
    await expect(sessions).toContainText("Nobody is signed in anywhere else.");
    expect(countSessions(site)).toBe(1);
    await expect(
      page.getByRole("region", { name: "What happened" }),
    ).toContainText("All other sessions were ended");
  });

test("older events come on request, and none at all is said kindly @soak", async () => {
  const rows = Array.from(
    { length: 130 },
    (_, n) =>
      `('sign-in-refused', strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${n + 1} hours'), '10.0.${n}.0/24', ${n + 2})`,
  );
  site.alter(
    `INSERT INTO security_events (what, at, address_prefix, times) VALUES ${rows.join()}`,
  );
  await openAdmin(page, site, "Security");
  const events = page.getByRole("region", { name: "What happened" });
  await expect(events.getByRole("listitem")).toHaveCount(20);
  await expect(events.getByRole("listitem").nth(1)).toContainText(
    "2 sign-ins were refused",
  );
  const more = events.getByRole("button", { name: "Show more" });
  await more.click();
  await expect(events.getByRole("listitem")).toHaveCount(120);
  await more.click();
  await expect(events.getByRole("listitem")).toHaveCount(131);
  await expect(more).toHaveCount(0);

  await openAdmin(page, site);
  site.alter("DELETE FROM security_events");
  await page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: "Security" })
    .click();
  await expect(events).toContainText("Nothing yet.");
  await expectAccessible(page);
});

test("a download with finders' names asks for the password after ten minutes, and then comes @soak", async () => {
  await openAdmin(page, site, "Journey");
  ageConfirmations(site);
  const csv = page.getByRole("link", { name: "CSV" }).first();
  await csv.click();
  const dialog = page.getByRole("dialog", { name: "Is it still you?" });
  await expect(dialog.getByLabel("Password")).toBeFocused();
  await expect(dialog.getByLabel("Code", { exact: false })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(csv).toBeFocused();

  await csv.click();
  await dialog.getByLabel("Password").fill(site.adminPassword);
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Go on" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("journeys.csv");
  expect(readFileSync(await download.path(), "utf8")).toContain("rock_number");
});

test("the family's keepsake is made once the password was entered @soak", async () => {
  await openAdmin(page, site, "Site#keepsake");
  ageConfirmations(site);
  const family = page.getByRole("article", { name: "For the family" });
  await family.getByRole("button", { name: "Make it" }).click();
  const dialog = page.getByRole("dialog", { name: "Is it still you?" });
  await dialog.getByLabel("Password").fill(site.adminPassword);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(family.getByRole("link", { name: "Download" })).toBeVisible();
});
