import { readFileSync } from "node:fs";
import {
  expectAccessible,
  expectNothingWider,
  PHONE,
} from "#tests/setup/browser/screens.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import {
  ageConfirmations,
  countSessions,
} from "#tests/setup/calls/account-calls.ts";
import { openAdmin, signInByForm } from "#tests/setup/calls/admin.ts";
import { fill, press } from "#tests/setup/browser/steps.ts";

test.beforeEach(() =>
  site.alter("DELETE FROM admin_sessions; DELETE FROM security_events"),
);

test("on a phone, the admin sees the sessions, ends one, and then all others @soak", async () => {
  await page.setViewportSize(PHONE);
  for (let n = 0; n < 3; n++) await site.signIn();
  await signInByForm("Security");
  const sessions = page.getByRole("region", { name: "Signed in" });
  await expect(sessions.getByRole("listitem")).toHaveCount(4);
  await expect(
    sessions.getByRole("listitem").filter({ hasText: "This one" }),
  ).toContainText("Chrome on Linux");
  await expectAccessible();
  await expectNothingWider();

  await sessions
    .getByRole("button", { name: /^End Another/ })
    .first()
    .click();
  await expect(sessions.getByRole("listitem")).toHaveCount(3);
  await expect(
    sessions.getByRole("heading", { name: "Signed in" }),
  ).toBeFocused();
  await press("End all others", { in: sessions });
  await expect(sessions).toContainText("Nobody is signed in anywhere else.");
  expect(countSessions(site)).toBe(1);
  await expect(
    page.getByRole("region", { name: "What happened" }),
  ).toContainText("All other sessions were ended");
});

test("a download with finders' names asks for the password after ten minutes, and then comes @soak", async () => {
  await openAdmin("Journey");
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
  await fill("Password", site.adminPassword, { in: dialog });
  const downloading = page.waitForEvent("download");
  await press("Go on", { in: dialog });
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("journeys.csv");
  expect(readFileSync(await download.path(), "utf8")).toContain("rock_number");
});
