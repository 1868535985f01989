import { fixture } from "#tests/fixtures/index.ts";
import { answerDialogs, openAdmin } from "#tests/setup/calls/admin.ts";
import { addRock } from "#tests/setup/calls/catalogue.ts";
import {
  expect,
  page,
  site,
  testWithoutRocks as test,
  sees,
  press,
  seesA,
  fill,
  pressLink,
} from "#tests/setup/browser/browser.ts";
import { holdBack } from "#tests/setup/browser/hold-back.ts";

test("a rock is created with its picture and artists, and a toast says so for 10 seconds", async () => {
  site.alter(
    "INSERT INTO users (display_name) VALUES ('Ida'), ('Grandma June')",
  );
  await page.clock.install({ time: "2026-11-01T12:00:00Z" });
  await openAdmin(page, site, "Rocks");
  await sees("No rocks found");
  await sees("Total Rocks: 0");
  await press("+ Create Rock");
  const dialog = page.getByRole("dialog", { name: "Create Rock" });
  await dialog.getByLabel("Rock Number*").fill("214");
  for (const name of ["Ida", "Grandma June"])
    await dialog.getByRole("checkbox", { name }).check();
  await dialog.getByLabel("Image*").setInputFiles(fixture("plain.png"));
  await expect(
    dialog.getByPlaceholder("Add optional comment here..."),
  ).toBeVisible();
  await page.clock.pauseAt("2026-11-01T13:00:00Z");
  await dialog.getByRole("button", { name: "Save" }).click();

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
  await row.getByRole("button", { name: "See rock 214 large" }).click();
  await expect(
    page
      .getByRole("dialog", { name: "Picture" })
      .getByRole("img", { name: "rock 214" }),
  ).toHaveAttribute("src", /\/media\/catalog\/214\/a\.webp/);
});

test("while a rock is saved the buttons are disabled and a spinner turns @soak", async () => {
  addRock(site, 9);
  site.alter("INSERT INTO rock_artists SELECT rc_key, 1 FROM rocks");
  const answer = await holdBack("**/api/rocks/*");
  await openAdmin(page, site, "Rocks");
  await press("Edit rock 9");
  const dialog = page.getByRole("dialog", { name: "Edit Rock 9" });
  await dialog.getByRole("button", { name: "Save" }).click();
  const save = dialog.getByRole("button", { name: "Save" });
  await expect(save).toBeDisabled();
  await expect(save).toHaveAttribute("aria-busy", "true");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
  answer();
  await expect(dialog).toBeHidden();
});

test("what is missing is alerted: 'All fields are required except comment.' @soak", async () => {
  await openAdmin(page, site, "Rocks");
  await press("+ Create Rock");
  const dialog = page.getByRole("dialog", { name: "Create Rock" });
  const said = answerDialogs();
  const save = dialog.getByRole("button", { name: "Save" });
  await save.click();
  await dialog.getByLabel("Rock Number*").fill("5");
  await save.click();
  await dialog.getByRole("checkbox", { name: "UNKNOWN" }).check();
  await save.click();
  expect(said).toEqual(
    Array(3).fill("All fields are required except comment."),
  );
  await expect(dialog).toBeVisible();
  expect(site.query("SELECT 1 FROM rocks")).toEqual([]);
});

test("a refused save alerts 'Error saving rock', says why beside the field, and keeps the form @soak", async () => {
  addRock(site, 7);
  await openAdmin(page, site, "Rocks");
  await press("+ Create Rock");
  const dialog = page.getByRole("dialog", { name: "Create Rock" });
  const said = answerDialogs();
  await dialog.getByLabel("Rock Number*").fill("7");
  await dialog.getByRole("checkbox", { name: "UNKNOWN" }).check();
  await dialog.getByLabel("Image*").setInputFiles(fixture("plain.png"));
  await dialog.getByRole("button", { name: "Save" }).click();
  const field = dialog.getByRole("textbox", { name: /^Rock Number/ });
  await expect(field).toHaveAttribute("aria-invalid", "true");
  expect(said).toEqual(["Error saving rock"]);
  await expect(field).toHaveValue("7");
});

test("editing locks the number, keeps the picture, and offers 'Replace Image'", async () => {
  addRock(site, 31, "Old words");
  site.alter("INSERT INTO rock_artists SELECT rc_key, 1 FROM rocks");
  await openAdmin(page, site, "Rocks");
  await press("Edit rock 31");
  const dialog = page.getByRole("dialog", { name: "Edit Rock 31" });
  await expect(dialog.getByLabel("Rock Number*")).toBeDisabled();
  await expect(dialog.getByLabel("Replace Image")).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: "UNKNOWN" })).toBeChecked();
  await dialog.getByLabel("Comment").fill("New words");
  await dialog.getByRole("button", { name: "Save" }).click();
  await sees("Rock 31 was successful");
  await seesA("row", "New words");

  await press("Edit rock 31");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
});

test("quick edit opens a rock by its number, and alerts one that is not there @soak", async () => {
  for (let number = 1; number <= 120; number++) addRock(site, number);
  await openAdmin(page, site, "Rocks");
  const said = answerDialogs();
  const edit = page.getByRole("button", { name: "Edit", exact: true });
  await fill("Rock Number", "120");
  await expect(page.getByRole("row", { name: "120" })).toHaveCount(0);
  await edit.click();
  const dialog = page.getByRole("dialog", { name: "Edit Rock 120" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await fill("Rock Number", "4321");
  await edit.click();
  await expect.poll(() => said).toEqual(["Rock number 4321 not found"]);
});

test("a header sorts up, then down, with an arrow, by the server over all pages @soak", async () => {
  for (let number = 1; number <= 130; number++)
    addRock(site, number, `comment ${String(1000 - number)}`);
  await openAdmin(page, site, "Rocks");
  const first = page.getByRole("row").nth(1);
  await expect(first).toContainText("comment 999");
  const header = (name: string) =>
    page.getByRole("columnheader", { name, exact: true });
  await expect(header("Rock")).toHaveAttribute("aria-sort", "ascending");
  for (const column of ["Comment", "Artists", "Created", "Rock"]) {
    await header(column).getByRole("link").click();
    await expect(header(column)).toHaveAttribute("aria-sort", "ascending");
    await expect(header(column)).toContainText("↑");
    await header(column).getByRole("link").click();
    await expect(header(column)).toHaveAttribute("aria-sort", "descending");
    await expect(header(column)).toContainText("↓");
  }
  await expect(first).toContainText("comment 870");
  await expect(page.getByRole("row")).toHaveCount(101);
  await press("Show more");
  await expect(page.getByRole("row")).toHaveCount(131);
  await expect(page.getByRole("button", { name: "Show more" })).toBeHidden();
});

test("deleting asks 'Are you sure?', and does nothing without a yes", async () => {
  addRock(site, 3);
  addRock(site, 4);
  await openAdmin(page, site, "Rocks");
  const answers = [false, true];
  const said = answerDialogs(() => answers.shift()!);
  const remove = page.getByRole("button", { name: "Delete rock 3" });
  await remove.click();
  expect(said).toEqual(["Are you sure?"]);
  await expect(remove).toBeVisible();
  await remove.click();
  await expect(remove).toBeHidden();
  await sees("Total Rocks: 1");
  expect(site.query("SELECT rock_number FROM rocks")).toEqual([
    { rock_number: 4 },
  ]);
});

test("chosen rocks are deleted together after one question @soak", async () => {
  for (const number of [1, 2, 3]) addRock(site, number);
  await openAdmin(page, site, "Rocks");
  const said = answerDialogs();
  await page.getByRole("checkbox", { name: "Choose rock 1" }).check();
  await page.getByRole("checkbox", { name: "Choose rock 3" }).check();
  await page
    .getByRole("group", { name: "Chosen rows" })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(page.getByRole("row")).toHaveCount(2);
  expect(said).toEqual(["Are you sure? 2 rocks will be deleted."]);
  expect(site.query("SELECT rock_number FROM rocks")).toEqual([
    { rock_number: 2 },
  ]);
});

test("a rock that someone else has changed can be seen as it is now, or saved over @soak", async () => {
  addRock(site, 12, "Mine");
  site.alter("INSERT INTO rock_artists SELECT rc_key, 1 FROM rocks");
  await openAdmin(page, site, "Rocks");
  answerDialogs();
  const dialog = page.getByRole("dialog", { name: "Edit Rock 12" });
  const comment = dialog.getByLabel("Comment");
  const edit = async (theirs: string) => {
    await press("Edit rock 12");
    site.alter(`UPDATE rocks SET comment = '${theirs}'`);
    await comment.fill("What I typed");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(
      dialog.getByText("This rock was changed by someone else meanwhile."),
    ).toBeVisible();
    await expect(comment).toHaveValue("What I typed");
  };
  await edit("Theirs");
  await dialog.getByRole("button", { name: "Show me how it is now" }).click();
  await expect(comment).toHaveValue("Theirs");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await edit("Theirs again");
  await dialog.getByRole("button", { name: "Save mine anyway" }).click();
  await expect(dialog).toBeHidden();
  expect(site.query("SELECT comment FROM rocks")).toEqual([
    { comment: "What I typed" },
  ]);
});

test("the whole catalogue is downloaded as CSV and as GeoJSON @soak", async () => {
  addRock(site, 5, "To export");
  await openAdmin(page, site, "Rocks");
  for (const [name, file] of [
    ["CSV", "rocks.csv"],
    ["GeoJSON", "rocks.geojson"],
  ] as const) {
    const download = page.waitForEvent("download");
    await pressLink(name);
    expect((await download).suggestedFilename()).toBe(file);
  }
  // The session is still valid.
  await press("Edit rock 5");
  await expect(page.getByRole("dialog")).toBeVisible();
});
