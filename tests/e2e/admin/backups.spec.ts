import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { goTo, openAdmin, sendSignIn } from "#tests/setup/calls/admin.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import {
  expectAccessibleOnScreens,
  SCREENS,
} from "#tests/setup/e2e/screens.ts";
import { expectTextFits } from "#tests/setup/e2e/texts/fit.ts";
import { press, sees, seesA } from "#tests/setup/e2e/steps.ts";

const folder = mkdtempSync(path.join(tmpdir(), "painted-rocks-backups-"));

test.use({ siteEnv: { BACKUP_DIR: path.join(folder, "backups") } });

test("a backup is made at once, downloaded, and restored @soak", async () => {
  await openAdmin("Backups");
  const rows = page
    .getByRole("table", { name: "Backups" })
    .locator("tbody")
    .getByRole("row");
  await press("Back up now");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("Complete");
  await expectAccessibleOnScreens();
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    await expectTextFits();
  }

  const downloading = page.waitForEvent("download");
  await rows
    .first()
    .getByRole("link", { name: /^Download/ })
    .click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^backup-\d{8}T\d{6}Z\.zip$/);
  expect(await download.failure()).toBeNull();

  await rows
    .last()
    .getByRole("button", { name: /^Restore/ })
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Everybody is signed out.");
  await expectAccessibleOnScreens();
  site.letGo();
  await press("Restore", { in: dialog });
  await seesA("heading", "Back in a moment");
  await expectAccessibleOnScreens();
  // It comes back by itself, to the sign-in.
  await expect(page.getByLabel("Username")).toBeVisible({ timeout: 60_000 });
  await sendSignIn();
  await goTo("Backups");
  await expect(rows).toHaveCount(3);
  await sees(/^The backup of .* was restored/);
});
