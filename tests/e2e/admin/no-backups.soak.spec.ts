import { openAdmin } from "#tests/setup/calls/admin.ts";
import { expect, page, test } from "#tests/setup/browser/browser.ts";
import { expectAccessibleOnScreens } from "#tests/setup/browser/screens.ts";

test("without a folder for backups, the screen says what to set", async () => {
  await openAdmin("Backups");
  await expect(page.getByText(/^No backups are made/)).toContainText(
    "BACKUP_DIR",
  );
  await expectAccessibleOnScreens();
});
