import { answerDialogs, openAdmin } from "#tests/setup/calls/admin.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { fill, holds, press, seesA } from "#tests/setup/browser/steps.ts";

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

test("a user is changed in the dialog 'Edit User', not by Cancel, and deleted after a question; the rocks stay", async () => {
  site.alter(`INSERT INTO users (display_name) VALUES ('Ida');
    INSERT INTO rocks (rock_number, original_file, ready) VALUES (8, 'x.png', 1);
    INSERT INTO rock_artists SELECT rc_key, ra_key FROM rocks, users WHERE display_name = 'Ida'`);
  await openAdmin("Users");
  const said = answerDialogs(true, false, true);
  const dialog = page.getByRole("dialog", { name: "Edit User" });
  await press("Edit Ida");
  await fill("Relation", "Nobody", { in: dialog });
  await press("Cancel", { in: dialog });
  await expect(dialog).toBeHidden();
  await press("Edit Ida");
  await holds("Relation", "", { in: dialog });
  await fill("Relation", "Grandmother", { in: dialog });
  await press("Save", { in: dialog });
  await seesA("cell", "Grandmother");

  const remove = page.getByRole("button", { name: "Delete Ida" });
  await remove.click();
  await expect(remove).toBeVisible();
  await remove.click();
  await expect(remove).toBeHidden();
  expect(said.slice(1)).toEqual(Array(2).fill("Delete this user?"));
  expect(site.query("SELECT rock_number FROM rocks")).toHaveLength(1);
});
