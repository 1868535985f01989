import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { PHONE } from "#tests/setup/e2e/screens.ts";
import { fill, holds, press, pressBy, sees } from "#tests/setup/e2e/steps.ts";
import {
  answerDialogs,
  callAsAdmin,
  openAdmin,
  openSection,
} from "#tests/setup/calls/admin.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { addPost } from "#tests/setup/calls/catalogue.ts";
import { addRocks } from "#tests/setup/calls/rocks.ts";

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
  await expect(row.getByRole("alert")).toContainText(
    "This post was changed by someone else meanwhile.",
  );
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
