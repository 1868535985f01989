import { answerDialogs, openAdmin } from "#tests/setup/calls/admin.ts";
import {
  expect,
  page,
  site,
  testWithoutRocks as test,
  press,
  seesA,
} from "#tests/setup/browser/browser.ts";

for (const timezoneId of ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });
    test("a day of birth is typed, kept and shown as MM/DD/YYYY without a shift @soak", async () => {
      await openAdmin(page, site, "Users");
      await press("+ New User");
      const dialog = page.getByRole("dialog", { name: "Create User" });
      await dialog.getByLabel("Display Name").fill("Ida");
      await dialog.getByLabel("Relation").fill("Cousin");
      await dialog.getByLabel("Date of Birth").fill("2000-03-01");
      await dialog.getByRole("button", { name: "Save" }).click();
      const row = page.getByRole("row").filter({ hasText: "Ida" });
      await expect(row.getByRole("cell", { name: "03/01/2000" })).toBeVisible();
      const [user] = site.query<{
        dob: string;
        years: number;
      }>(`SELECT dob, strftime('%Y', 'now') - 2000 - (strftime('%m-%d', 'now') < '03-01') AS years
         FROM users WHERE display_name = 'Ida'`);
      expect(user!.dob).toBe("2000-03-01");
      await expect(
        row.getByRole("cell", { name: String(user!.years), exact: true }),
      ).toBeVisible();
    });
  });

test("a user is changed in the dialog 'Edit User', not by Cancel, and deleted after a question; the rocks stay", async () => {
  site.alter(`INSERT INTO users (display_name) VALUES ('Ida');
    INSERT INTO rocks (rock_number, original_file, ready) VALUES (8, 'x.png', 1);
    INSERT INTO rock_artists SELECT rc_key, ra_key FROM rocks, users WHERE display_name = 'Ida'`);
  await openAdmin(page, site, "Users");
  const answers = [true, false, true];
  const said = answerDialogs(() => answers.shift()!);
  const dialog = page.getByRole("dialog", { name: "Edit User" });
  await press("Edit Ida");
  await dialog.getByLabel("Relation").fill("Nobody");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await press("Edit Ida");
  await expect(dialog.getByLabel("Relation")).toHaveValue("");
  await dialog.getByLabel("Relation").fill("Grandmother");
  await dialog.getByRole("button", { name: "Save" }).click();
  await seesA("cell", "Grandmother");

  const remove = page.getByRole("button", { name: "Delete Ida" });
  await remove.click();
  await expect(remove).toBeVisible();
  await remove.click();
  await expect(remove).toBeHidden();
  expect(said.slice(1)).toEqual(Array(2).fill("Delete this user?"));
  expect(site.query("SELECT rock_number FROM rocks")).toHaveLength(1);
});
