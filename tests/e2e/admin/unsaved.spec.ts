import type { Dialog, Page } from "playwright/test";
import { fixture } from "#tests/fixtures/index.ts";
import {
  answerDialogs,
  goTo,
  openAdmin,
  openSection,
  signInByForm,
} from "#tests/setup/calls/admin.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { emptyRocks } from "#tests/setup/calls/rocks.ts";
import { addPost, addRock } from "#tests/setup/calls/catalogue.ts";
import type { Site } from "#tests/setup/processes/site.ts";
import { press, pressLink, sees, seesA } from "#tests/setup/browser/steps.ts";

const QUESTION = "Your changes are not saved. Throw them away?";

test.beforeEach(() => {
  emptyRocks(site);
  site.alter("DELETE FROM photos; DELETE FROM albums");
});

/** Each dialog with fields: how to open it, and a field to change in it. */
const dialogs: {
  what: string;
  screen: string;
  name: string;
  open: (page: Page, site: Site) => Promise<void>;
  field: string;
}[] = [
  {
    what: "a journey post",
    screen: "Journey",
    name: "Edit post: rock 214",
    open: (page) =>
      page.getByRole("button", { name: /^Edit rock 214/ }).click(),
    field: "Name",
  },
  {
    what: "a rock",
    screen: "Rocks",
    name: "Edit Rock 214",
    open: (page) => page.getByRole("button", { name: "Edit rock 214" }).click(),
    field: "Comment",
  },
  {
    what: "a new rock",
    screen: "Rocks",
    name: "Create Rock",
    open: (page) => page.getByRole("button", { name: "+ Create Rock" }).click(),
    field: "Comment",
  },
  {
    what: "a user",
    screen: "Users",
    name: "Edit User",
    open: (page) => page.getByRole("button", { name: "Edit UNKNOWN" }).click(),
    field: "Relation",
  },
  {
    what: "an album",
    screen: "Albums",
    name: "Edit Album",
    open: (page) => page.getByRole("button", { name: "Edit sea" }).click(),
    field: "Description",
  },
  {
    what: "a new album",
    screen: "Albums",
    name: "Create Album",
    open: (page) => page.getByRole("button", { name: "Create" }).click(),
    field: "Description",
  },
  {
    what: "a photo",
    screen: "Albums",
    name: "Edit Photo: 0.webp",
    open: async (page) => {
      await page.getByRole("button", { name: "Edit sea" }).click();
      await page.getByRole("button", { name: "Edit 0.webp" }).click();
    },
    field: "Description",
  },
];

async function fill() {
  addRock(site, 214);
  addPost(site, { location: "The pier" });
  await addAlbum(site, { name: "sea", photos: [{}] });
}

for (const { what, screen, name, open, field } of dialogs)
  test(`the dialog of ${what} asks before Escape, Cancel, its cross or a click beside it throws changes away @soak`, async () => {
    await fill();
    await openAdmin(screen);
    let answer = false;
    const said = answerDialogs(() => answer);
    const dialog = page.getByRole("dialog", { name, exact: true });

    await open(page, site);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    expect(said, "without a change").toEqual([]);
    // The dialog of a photo's album is still open behind it.
    if (what === "a photo") await press("Edit 0.webp");
    else await open(page, site);

    const typed = dialog.getByLabel(field, { exact: true });
    await typed.fill("What I typed");
    const ways = [
      () => page.keyboard.press("Escape"),
      // Chromium doesn't let a page prevent a second Escape in a row.
      () => page.keyboard.press("Escape"),
      () => dialog.getByRole("button", { name: "Cancel" }).click(),
      () => dialog.getByRole("button", { name: "Close" }).click(),
      () => page.mouse.click(3, 3),
    ];
    for (const [index, way] of ways.entries()) {
      await way();
      await expect.poll(() => said).toHaveLength(index + 1);
      await expect(typed).toHaveValue("What I typed");
    }
    answer = true;
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    expect(said).toEqual(Array(6).fill(QUESTION));
  });

test("the choice of artists and of a picture are changes too @soak", async () => {
  await fill();
  await openAdmin("Rocks");
  const said = answerDialogs(() => false);
  await press("Edit rock 214");
  const dialog = page.getByRole("dialog", { name: "Edit Rock 214" });
  await dialog.getByRole("checkbox", { name: "UNKNOWN" }).check();
  await page.keyboard.press("Escape");
  await expect.poll(() => said).toEqual([QUESTION]);
  await dialog.getByRole("checkbox", { name: "UNKNOWN" }).uncheck();
  await dialog.getByLabel("Replace Image").setInputFiles(fixture("plain.png"));
  await page.keyboard.press("Escape");
  await expect.poll(() => said).toEqual([QUESTION, QUESTION]);
  await expect(dialog).toBeVisible();
});

test("unsaved changes ask before Back closes their dialog, and before the page is closed or loaded again", async () => {
  await fill();
  await signInByForm("Journey");
  await press(/^Edit rock 214/);
  const comment = page.getByRole("dialog").getByLabel("Comment");
  await comment.fill("What I typed");

  const asked: [type: string, message: string][] = [];
  let answer = false;
  page.on("dialog", (dialog: Dialog) => {
    asked.push([dialog.type(), dialog.message()]);
    void (answer ? dialog.accept() : dialog.dismiss());
  });
  await page.evaluate(() => history.back());
  await expect.poll(() => asked).toEqual([["confirm", QUESTION]]);
  await expect(page).toHaveURL(/\/admin\/journey$/);
  await expect(comment).toHaveValue("What I typed");

  await page.evaluate(() => location.reload());
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[1]![0]).toBe("beforeunload");
  await expect(comment).toHaveValue("What I typed");

  answer = true;
  await page.evaluate(() => history.back());
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/journey$/);
  expect(asked).toHaveLength(3);
  await page.goBack();
  await seesA("heading", "Dashboard");
});

test("the site's texts ask before another screen opens, and no more once they are saved @soak", async () => {
  await openAdmin("Site");
  const answers = [false];
  const said = answerDialogs(() => answers.shift()!);
  const names = await openSection("Names");
  const title = names.getByLabel("Title of the home page");
  await title.fill("Every rock has a way");
  const nav = page.getByRole("navigation", { name: "Admin" });
  const menu = page.getByRole("button", { name: "Open the menu" });
  if (await menu.isVisible()) await menu.click();
  await pressLink("Rocks", { exact: true, in: nav });
  await expect.poll(() => said).toEqual([QUESTION]);
  await expect(title).toHaveValue("Every rock has a way");
  await press("Save", { in: names });
  await sees("The site's texts were saved");
  await goTo("Rocks");
  expect(said).toEqual([QUESTION]);
});

test("images added to an album leave the changes of its fields as they were typed @soak", async () => {
  await addAlbum(site, { name: "sea", photos: [{}] });
  await openAdmin("Albums");
  const said = answerDialogs();
  await press("Edit sea");
  const dialog = page.getByRole("dialog", { name: "Edit Album" });
  const description = dialog.getByLabel("Description");
  await description.fill("A summer by the sea");
  await dialog.getByLabel("Images to add").setInputFiles(fixture("plain.png"));
  await expect
    .poll(() => said)
    .toEqual(["Upload complete. Please run the SYNC tool."]);
  await sees(
    "The new images are in the list. Your changes above are not saved yet.",
    { in: dialog },
  );
  await seesA("button", "Edit plain.webp", { in: dialog });
  await expect(description).toHaveValue("A summer by the sea");
  await press("Update", { in: dialog });
  await expect(dialog).toBeHidden();
  expect(site.query(`SELECT "desc" FROM albums WHERE name = 'sea'`)).toEqual([
    { desc: "A summer by the sea" },
  ]);
  expect(said).toHaveLength(1);
});
