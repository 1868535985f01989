import { fixture } from "#tests/fixtures/index.ts";
import { goTo, openAdmin, pressAndConfirm } from "#tests/setup/calls/admin.ts";
import { addRock } from "#tests/setup/calls/rocks.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import {
  fill,
  holds,
  leadsTo,
  press,
  sees,
  seesA,
} from "#tests/setup/e2e/steps.ts";
import type { Locator, Page } from "playwright/test";
import { expectAccessibleOnScreens } from "#tests/setup/e2e/screens.ts";

test("a rock is created with its picture and artists, and a toast says so for 10 seconds", async () => {
  site.alter("INSERT INTO users (display_name) VALUES ('Ida')");
  await page.clock.install({ time: "2026-11-01T12:00:00Z" });
  await openAdmin("Rocks");
  await sees("No rocks found");
  await sees("Total Rocks: 0");
  await page.getByRole("button", { name: "+ Create Rock" }).dblclick();
  const dialog = page.getByRole("dialog", { name: "Create Rock" });
  await fill("Rock Number*", "214", { in: dialog });
  await dialog.getByRole("checkbox", { name: "Ida" }).check();
  await fill("Find or add an artist", "Grandma June", { in: dialog });
  await page.keyboard.press("Enter");
  await expect(
    dialog.getByRole("checkbox", { name: "Grandma June" }),
  ).toBeChecked();
  await dialog.getByLabel("Image*").setInputFiles(fixture("plain.png"));
  await expect(
    dialog.getByPlaceholder("Add optional comment here..."),
  ).toBeVisible();
  await page.clock.pauseAt("2026-11-01T13:00:00Z");
  await press("Save", { in: dialog });

  const toast = page.getByRole("status").getByText("Rock 214 was successful");
  await expect(toast).toBeVisible();
  await expect(dialog).toBeHidden();
  await sees("Total Rocks: 1");
  await sees("Total Rocks (last 24h): 1");
  await page.clock.runFor(9_900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toBeHidden();

  const row = page.getByRole("row", { name: "214" });
  await expect(row).toContainText("Ida, Grandma June");
  await page.clock.resume();
  await press("See rock 214 large", { in: row });
  await expect(
    page
      .getByRole("dialog", { name: "Picture" })
      .getByRole("img", { name: "rock 214" }),
  ).toHaveAttribute("src", /\/media\/catalog\/214\/a\.webp/);
});

test("a rock is edited but for its number, with 'Replace Image', and deleted after a question", async () => {
  addRock(site, 31, "Old words");
  site.alter("INSERT INTO rock_artists SELECT rc_key, 1 FROM rocks");
  addRock(site, 4);
  await openAdmin("Rocks");
  await press("Edit rock 31");
  const dialog = page.getByRole("dialog", { name: "Edit Rock 31" });
  await expect(dialog.getByLabel("Rock Number*")).toBeDisabled();
  await expect(dialog.getByLabel("Replace Image")).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: "UNKNOWN" })).toBeChecked();
  await fill("Comment", "New words", { in: dialog });
  await press("Save", { in: dialog });
  await sees("Rock 31 was successful");
  await seesA("row", "New words");

  await pressAndConfirm(
    page.getByRole("button", { name: "Delete rock 31" }),
    "Are you sure?",
  );
  await sees("Total Rocks: 1");
  expect(site.query("SELECT rock_number FROM rocks")).toEqual([
    { rock_number: 4 },
  ]);
});

for (const timezoneId of ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });
    test("a day of birth is typed, kept and shown as MM/DD/YYYY without a shift @soak", async () => {
      await openAdmin("Users");
      await press("+ New User");
      const dialog = page.getByRole("dialog", { name: "Create User" });
      await fill("Display Name", "Ida", { in: dialog });
      await fill("Relation", "Cousin", { in: dialog });
      await fill("Date of Birth", "2000-03-01", { in: dialog });
      await press("Save", { in: dialog });
      const row = page.getByRole("row").filter({ hasText: "Ida" });
      await seesA("cell", "03/01/2000", { in: row });
      const [user] = site.query<{
        dob: string;
        years: number;
      }>(`SELECT dob, strftime('%Y', 'now') - 2000 - (strftime('%m-%d', 'now') < '03-01') AS years
         FROM users WHERE display_name = 'Ida'`);
      expect(user!.dob).toBe("2000-03-01");
      await seesA("cell", String(user!.years), { exact: true, in: row });
    });
  });

test("a user is changed in the dialog 'Edit User', not by Cancel, and deleted after a question; the rocks stay @soak", async () => {
  site.alter(`INSERT INTO users (display_name) VALUES ('Ida');
    INSERT INTO rocks (rock_number, original_file, ready) VALUES (8, 'x.png', 1);
    INSERT INTO rock_artists SELECT rc_key, ra_key FROM rocks, users WHERE display_name = 'Ida'`);
  await openAdmin("Users");
  const dialog = page.getByRole("dialog", { name: "Edit User" });
  await press("Edit Ida");
  await fill("Relation", "Nobody", { in: dialog });
  page.once("dialog", (question) => void question.accept());
  await press("Cancel", { in: dialog });
  await expect(dialog).toBeHidden();
  await press("Edit Ida");
  await holds("Relation", "", { in: dialog });
  await fill("Relation", "Grandmother", { in: dialog });
  await press("Save", { in: dialog });
  await seesA("cell", "Grandmother");

  await pressAndConfirm(
    page.getByRole("button", { name: "Delete Ida" }),
    "Delete this user?",
  );
  expect(site.query("SELECT rock_number FROM rocks")).toHaveLength(1);
});

test("codes that lead to this computer only are warned of before they are printed, beside the rocks and under Jobs @soak", async () => {
  const warned = (within: Page | Locator) =>
    within.getByRole("paragraph").filter({ hasText: "Paint can’t be undone" });
  const warning = `QR codes would lead to ${site.baseURL}, which a finder’s phone can’t open. Paint can’t be undone, so set the site’s public address first: Settings`;
  await openAdmin("Rocks");
  const beside = warned(page);
  await expect(beside).toHaveText(warning);
  await leadsTo("/admin/settings", "Settings", { in: beside });
  await expectAccessibleOnScreens();
  await goTo("Jobs");
  await expect(
    warned(page.getByRole("region", { name: "Create QR Codes" })),
  ).toHaveText(warning);
});
