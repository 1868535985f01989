import { formatShortDay } from "#app/components/language/english.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { addPost } from "#tests/setup/calls/catalogue.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { fill, press } from "#tests/setup/browser/steps.ts";
import { expectAccessible } from "#tests/setup/browser/screens.ts";

test.use({ timezoneId: "America/New_York" });

test("a find's history is loaded when it is opened, and says in plain words who did what @soak", async () => {
  addPost(site, { location: "The pier", name: "Wren", show: false });
  await openAdmin("Journey");
  const dialog = page.getByRole("dialog");
  const open = () => page.getByRole("button", { name: /^Edit/ }).click();
  await open();
  await fill("Location", "The lighthouse", { in: dialog });
  await fill("Name", "", { in: dialog });
  await press("Save", { in: dialog });
  await expect(dialog).toBeHidden();
  const show = page.getByRole("switch", { name: /^Show rock 214/ });
  await show.click();
  await expect(show).toBeChecked();

  await page.route("**/history", (route) => route.abort(), { times: 1 });
  await open();
  await dialog.getByText("History", { exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    "The history could not be loaded.",
  );
  await press("Try again", { in: dialog });
  const entries = dialog.locator(".find-history li");
  const today = await page.evaluate(() => new Date().toLocaleDateString("sv"));
  const now = formatShortDay(today, today);
  await expect(entries).toHaveText([
    /: you showed it$/,
    new RegExp(
      `^${now}, \\d\\d:\\d\\d: you changed itLocation: The pier The lighthouseName: Wren$`,
    ),
    /: the finder sent it$/,
  ]);
  await expectAccessible();
});
