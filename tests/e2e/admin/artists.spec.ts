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

test("UNKNOWN comes first in whatever order, and can't be deleted @soak", async () => {
  site.alter(
    "INSERT INTO users (display_name, relation, dob) VALUES ('Aaron', 'b', '1980-05-06'), ('Zoe', 'a', '2015-02-28')",
  );
  await openAdmin(page, site, "Users");
  const names = page.locator("tbody td.at-title");
  await expect(names).toHaveText(["UNKNOWN", "Aaron", "Zoe"]);
  for (const [column, ascending] of [
    ["Relation", ["UNKNOWN", "Zoe", "Aaron"]],
    ["DOB", ["UNKNOWN", "Aaron", "Zoe"]],
    ["Age", ["UNKNOWN", "Zoe", "Aaron"]],
    ["RA_KEY", ["UNKNOWN", "Aaron", "Zoe"]],
    ["Display Name", ["UNKNOWN", "Aaron", "Zoe"]],
  ] as const) {
    const header = page.getByRole("columnheader", { name: column });
    await header.getByRole("link").click();
    await expect(header).toHaveAttribute("aria-sort", "ascending");
    await expect(names).toHaveText([...ascending]);
    await header.getByRole("link").click();
    await expect(header).toHaveAttribute("aria-sort", "descending");
    await expect(names).toHaveText([
      "UNKNOWN",
      ...ascending.slice(1).reverse(),
    ]);
  }
  await expect(
    page.getByRole("button", { name: "Delete UNKNOWN" }),
  ).toBeDisabled();
});

test("a user is changed in the dialog 'Edit User', and Cancel changes nothing", async () => {
  site.alter("INSERT INTO users (display_name) VALUES ('Ida')");
  await openAdmin(page, site, "Users");
  const edit = page.getByRole("button", { name: "Edit Ida" });
  const dialog = page.getByRole("dialog", { name: "Edit User" });
  answerDialogs();
  await edit.click();
  await dialog.getByLabel("Relation").fill("Nobody");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await edit.click();
  await expect(dialog.getByLabel("Relation")).toHaveValue("");
  await dialog.getByLabel("Relation").fill("Grandmother");
  await dialog.getByRole("button", { name: "Save" }).click();
  await seesA("cell", "Grandmother");
});

test("what the server refuses is said beside the field, and no alert comes @soak", async () => {
  site.alter("INSERT INTO users (display_name) VALUES ('Ida')");
  await openAdmin(page, site, "Users");
  const said = answerDialogs();
  await press("+ New User");
  const dialog = page.getByRole("dialog", { name: "Create User" });
  const name = dialog.getByRole("textbox", { name: /^Display Name/ });
  for (const typed of [" ", "ida"]) {
    await name.fill(typed);
    const refused = page.waitForResponse("**/api/users");
    await dialog.getByRole("button", { name: "Save" }).click();
    expect((await refused).ok()).toBe(false);
    await expect(name).toHaveAttribute("aria-invalid", "true");
    await expect(name).toHaveValue(typed);
  }
  expect(said).toEqual([]);
});

test("deleting asks 'Delete this user?'; the rocks stay", async () => {
  site.alter(`INSERT INTO users (display_name) VALUES ('Ida');
     INSERT INTO rocks (rock_number, original_file, ready) VALUES (8, 'x.png', 1);
     INSERT INTO rock_artists SELECT rc_key, ra_key FROM rocks, users WHERE display_name = 'Ida'`);
  await openAdmin(page, site, "Users");
  const answers = [false, true];
  const said = answerDialogs(() => answers.shift()!);
  const remove = page.getByRole("button", { name: "Delete Ida" });
  await remove.click();
  await expect(remove).toBeVisible();
  await remove.click();
  await expect(remove).toBeHidden();
  expect(said).toEqual(Array(2).fill("Delete this user?"));
  expect(site.query("SELECT rock_number FROM rocks")).toHaveLength(1);
});

test("a user that someone else has changed can be seen as it is now, or saved over @soak", async () => {
  site.alter("INSERT INTO users (display_name) VALUES ('Ida')");
  await openAdmin(page, site, "Users");
  await press("Edit Ida");
  site.alter("UPDATE users SET relation = 'Theirs' WHERE display_name = 'Ida'");
  const dialog = page.getByRole("dialog", { name: "Edit User" });
  await dialog.getByLabel("Relation").fill("Mine");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("button", { name: "Show me how it is now" }).click();
  await expect(dialog.getByLabel("Relation")).toHaveValue("Theirs");
  site.alter(
    "UPDATE users SET relation = 'Theirs again' WHERE display_name = 'Ida'",
  );
  await dialog.getByLabel("Relation").fill("Mine");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("button", { name: "Save mine anyway" }).click();
  await seesA("cell", "Mine");
});
