import { goTo, openAdmin } from "#tests/setup/calls/admin.ts";
import { expectAccessibleOnScreens } from "#tests/setup/browser/screens.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";

test.use({ bypassCSP: true });

test("codes that lead to this computer only are warned of before they are printed, beside the rocks and under Jobs", async () => {
  const warning = `QR codes would lead to ${site.baseURL}, which only this computer can open. Paint can’t be undone, so set the site’s public address first: Settings`;
  await openAdmin(page, site, "Rocks");
  const beside = page.getByText("Paint can’t be undone");
  await expect(beside).toHaveText(warning);
  await expect(beside.getByRole("link", { name: "Settings" })).toHaveAttribute(
    "href",
    "/admin/settings",
  );
  await page.getByRole("button", { name: "Print QR codes" }).click();
  const dialog = page.getByRole("dialog", { name: "Print QR codes" });
  await expect(dialog.getByText("Paint can’t be undone")).toHaveText(warning);
  await expectAccessibleOnScreens();
  await page.keyboard.press("Escape");
  await goTo(page, "Jobs");
  await expect(
    page
      .getByRole("region", { name: "Create QR Codes" })
      .getByText("Paint can’t be undone"),
  ).toHaveText(warning);
});
