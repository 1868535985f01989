import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { PHONE } from "#tests/setup/e2e/screens.ts";
import {
  areDrawn,
  fill,
  holds,
  press,
  pressBy,
  says,
  sees,
} from "#tests/setup/e2e/steps.ts";
import {
  answerDialogs,
  callAsAdmin,
  openAdmin,
  openPost,
  openSection,
} from "#tests/setup/calls/admin.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { addPost, addRock, addRocks } from "#tests/setup/calls/rocks.ts";
import { fixture } from "#tests/fixtures/index.ts";
import {
  makeAlbums,
  openAlbum,
  PHOTOS,
  rowOf,
} from "#tests/setup/e2e/albums.ts";

/** Each dialog that saves: its screen, the button that opens it, a field, where the field is kept, and a row's name. */
const DIALOGS = [
  ["Users", "Edit Ida", "Relation", "users", "relation", "Ida"],
  ["Rocks", "Edit rock 214", "Comment", "rocks", "comment", "214"],
  ["Journey", /^Edit rock 214/, "Comment", "rock_posts", "comment", "Pier"],
  ["Albums", "Edit sea", "Description", "albums", '"desc"', "sea"],
] as const;

async function fillSite() {
  addRocks(site, [[214, "Ida"]]);
  addPost(site, { location: "Pier", show: false });
  await addAlbum(site, { name: "sea", photos: [] });
}

for (const [screen, button, label, table, column] of DIALOGS)
  test(`what somebody else has changed on the screen ${screen} meanwhile can be seen as it is now, or saved over`, async () => {
    await fillSite();
    await openAdmin(screen);
    answerDialogs();
    await press(button);
    const dialog = page.getByRole("dialog");
    const where = { in: dialog, exact: true };
    const saveAfter = async (theirs: string) => {
      site.alter(`UPDATE ${table} SET ${column} = '${theirs}'`);
      await fill(label, "Mine", where);
      await press(/^(Save|Update)$/, { in: dialog });
      await sees("was changed by someone else meanwhile.", { in: dialog });
      await holds(label, "Mine", where);
    };
    await saveAfter("Theirs");
    await press("Show me how it is now");
    await holds(label, "Theirs", where);
    await saveAfter("Theirs again");
    await press("Save mine anyway");
    await expect(dialog).toBeHidden();
    expect(
      site.query(`SELECT ${column} AS value FROM ${table}`),
    ).toContainEqual({ value: "Mine" });
  });

test("what somebody else has changed in the site's texts meanwhile can be seen as it is now, or saved over", async () => {
  answerDialogs();
  await openAdmin("Site#names");
  const names = await openSection("Names");
  const saveAfter = async (theirs: string) => {
    await callAsAdmin("PUT", "/site-texts", { memorial_dates: theirs });
    await fill("Dates", "Mine", { in: names });
    await pressBy("Enter", "Save", { exact: true, in: names });
    await sees("This text was changed by someone else meanwhile.");
  };
  await saveAfter("Theirs");
  await press("Show me how it is now");
  await holds("Dates", "Theirs", { in: names });
  await saveAfter("Theirs again");
  await press("Save mine anyway");
  await expect(
    page.getByText("The site's texts were saved").last(),
  ).toBeVisible();
  expect(
    site.query("SELECT value FROM site_texts WHERE key = 'memorial_dates'"),
  ).toEqual([{ value: "Mine" }]);
});

test("a row that can't be deleted says why, on every screen, until it is tried again", async () => {
  const error = "The store is away, so nothing can be deleted now.";
  await fillSite();
  answerDialogs();
  for (const [screen, , , , , name] of DIALOGS) {
    await openAdmin(screen);
    await page.route("**/api/**", (route) =>
      route.request().method() === "DELETE"
        ? route.fulfill({ status: 503, json: { error } })
        : route.fallback(),
    );
    const remove = page.getByRole("button", { name: /^Delete/ });
    const row = page.getByRole("row").filter({ has: remove, hasText: name });
    await press(/^Delete/, { in: row });
    await expect(row.getByRole("alert"), screen).toHaveText(error);
    await page.unrouteAll();
    await press(/^Delete/, { in: row });
    await expect(row, screen).toBeHidden();
  }
});

test("a post that somebody else has changed meanwhile is not shown, and is here as it is now", async () => {
  await fillSite();
  await openAdmin("Journey");
  const row = page.getByRole("row").filter({ hasText: "Pier" });
  const shown = () => site.query("SELECT show FROM rock_posts");
  site.alter("UPDATE rock_posts SET comment = 'Ugly.'");
  await row.getByRole("switch").click();
  await says("alert", "This post was changed by someone else meanwhile.", {
    in: row,
  });
  await expect(row).toContainText("Ugly.");
  expect(shown()).toEqual([{ show: 0 }]);

  site.alter("UPDATE rock_posts SET comment = 'Uglier.'");
  await page
    .getByRole("checkbox", { name: "Choose all posts of this list" })
    .check();
  await press("Show", { exact: true });
  await sees("1 could not be changed.");
  await expect(row).toContainText("Uglier.");
  await row.getByRole("switch").click();
  await expect.poll(shown).toEqual([{ show: 1 }]);
});

test("on a phone the bar over chosen posts stays in reach, and is never over the last one", async () => {
  await page.setViewportSize(PHONE);
  for (let number = 1; number <= 12; number++)
    addPost(site, { location: `Place ${number}` });
  await openAdmin("Journey");
  const bar = page.getByRole("group", { name: "Chosen rows" });
  const inReach = () => expect(bar).toBeInViewport({ ratio: 1 });
  const rows = page.getByRole("row").filter({ has: page.locator("td") });
  await rows.first().getByRole("checkbox").check();
  await inReach();
  await rows.nth(6).scrollIntoViewIfNeeded();
  await inReach();
  await page.keyboard.press("End");
  // Scrolling to the end takes a moment.
  await expect
    .poll(async () => {
      const last = (await rows.last().boundingBox())!;
      await inReach();
      return (await bar.boundingBox())!.y - (last.y + last.height);
    })
    .toBeGreaterThanOrEqual(0);

  await rows.nth(1).getByRole("checkbox").check();
  const said = answerDialogs();
  await press("Delete", { in: bar });
  await expect(rows).toHaveCount(10);
  expect(said).toEqual(["Are you sure you want to delete these 2 posts?"]);
});

/** Refuses calls of an address until the returned function is called. */
async function refuse(method: string, path: RegExp, status = 500) {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status, json: { error: "Refused for a test." } })
      : route.fallback(),
  );
  return () => page.unroute(path);
}

/** Expects the next alert. What was asked or said before is forgotten. */
async function expectAlert(said: string[], alert: string | RegExp) {
  await expect.poll(() => said.at(-1) ?? "").toMatch(alert);
  said.length = 0;
}

test("the Albums screen alerts what fails, and keeps what is there", async () => {
  await makeAlbums(["creek"], ["creek"]);
  await openAdmin("Albums");
  const said = answerDialogs();
  const album = await openAlbum("creek");
  for (const method of ["DELETE", "PUT"])
    await refuse(method, /\/api\/albums\/photos\/\d+$/);
  for (const method of ["DELETE", "GET"])
    await refuse(method, /\/api\/albums\/\d+$/);
  await press("Delete photo.webp");
  await expectAlert(said, "Failed to delete photo.");

  await press("Edit photo.webp");
  const photo = page.getByRole("dialog", { name: "Edit Photo: photo.webp" });
  await areDrawn(photo.getByRole("button", { name: /^See/ }).locator("img"));
  await fill("Display Name", "At the bank", { in: photo });
  await press("Update", { in: photo });
  await expectAlert(said, "Failed to update photo.");
  await holds("Display Name", "At the bank", { in: photo });
  await press("Cancel", { in: photo });

  await fill("Display Name", "typed", { in: album });
  await press("Refresh", { in: album });
  await expectAlert(said, "Failed to refresh album data.");
  await holds("Display Name", "typed", { in: album });
  await album.getByLabel("Images to add").setInputFiles(fixture("note.jpg"));
  await expectAlert(said, "Upload failed. Check console for details.");
  await expect(
    album.getByRole("alert").filter({ hasText: "note.jpg" }),
  ).toBeVisible();
  await page.keyboard.press("Escape");

  await press("Delete creek");
  await expectAlert(said, "An error occurred while deleting the album.");
  await expect(rowOf("creek")).toBeVisible();
  expect(site.query("SELECT 1 FROM photos")).toHaveLength(PHOTOS.length);
});

test("the Rocks screen alerts what is missing, refused or not there", async () => {
  addRock(site, 7);
  await openAdmin("Rocks");
  const said = answerDialogs();
  await fill("Rock Number", "4321");
  await press("Edit", { exact: true });
  await expectAlert(said, "Rock number 4321 not found");
  const address = "**/api/rocks?rock_number=4321";
  await page.route(address, (route) => route.abort());
  await press("Edit", { exact: true });
  await expectAlert(said, "The site could not be reached.");
  await page.unroute(address);
  await press("+ Create Rock");
  const dialog = page.getByRole("dialog", { name: "Create Rock" });
  const save = dialog.getByRole("button", { name: "Save" });
  const MISSING = "All fields are required except comment.";
  await save.click();
  await expectAlert(said, MISSING);
  await fill("Rock Number*", "7", { in: dialog });
  await save.click();
  await expectAlert(said, MISSING);
  await dialog.getByRole("checkbox", { name: "UNKNOWN" }).check();
  await save.click();
  await expectAlert(said, MISSING);
  await dialog.getByLabel("Image*").setInputFiles(fixture("plain.png"));
  await save.click();
  await expectAlert(said, "Error saving rock");
  const number = dialog.getByRole("textbox", { name: /^Rock Number/ });
  await expect(number).toHaveAttribute("aria-invalid", "true");
  await expect(number).toHaveValue("7");
});

test("the Journey screen alerts a save that fails with the server's words, and keeps the form", async () => {
  addPost(site, { location: "The pier" });
  const said = answerDialogs();
  const dialog = await openPost();
  const coordinates = dialog.getByRole("textbox", { name: /^Coordinates/ });
  await coordinates.fill("91, 0");
  await press("Save", { in: dialog });
  await expectAlert(said, /^Failed to save changes: \S/);
  await expect(coordinates).toHaveAttribute("aria-invalid", "true");
  await expect(coordinates).toHaveValue("91, 0");
});
