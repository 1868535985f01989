import type { Locator, Page } from "playwright/test";
import { goTo, openAdmin } from "#tests/setup/calls/admin.ts";
import { expectAccessibleOnScreens } from "#tests/setup/browser/screens.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { press } from "#tests/setup/browser/steps.ts";

test("codes that lead to this computer only are warned of before they are printed, beside the rocks and under Jobs", async () => {
  const warned = (within: Page | Locator) =>
    within.getByRole("paragraph").filter({ hasText: "Paint can’t be undone" });
  const warning = `QR codes would lead to ${site.baseURL}, which only this computer can open. Paint can’t be undone, so set the site’s public address first: Settings`;
  await openAdmin("Rocks");
  const beside = warned(page);
  await expect(beside).toHaveText(warning);
  await expect(beside.getByRole("link", { name: "Settings" })).toHaveAttribute(
    "href",
    "/admin/settings",
  );
  await press("Print QR codes");
  const dialog = page.getByRole("dialog", { name: "Print QR codes" });
  await expect(warned(dialog)).toHaveText(warning);
  await expectAccessibleOnScreens();
  await page.keyboard.press("Escape");
  await goTo("Jobs");
  await expect(
    warned(page.getByRole("region", { name: "Create QR Codes" })),
  ).toHaveText(warning);
});
