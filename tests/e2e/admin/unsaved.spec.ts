import { fixture } from "#tests/fixtures/index.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import {
  fill,
  hasFocus,
  holds,
  press,
  pressBy,
  sees,
  seesA,
} from "#tests/setup/e2e/steps.ts";
import {
  answerDialogs,
  followLink,
  goTo,
  openAdmin,
  openSection,
  signInByForm,
} from "#tests/setup/calls/admin.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { addPost, addRock } from "#tests/setup/calls/rocks.ts";

const QUESTION = "Your changes are not saved. Throw them away?";

/** Each dialog with fields: its screen, its name, the button that opens it, and a field to change in it. */
const DIALOGS = [
  ["Journey", "Edit post: rock 214", /^Edit rock 214/, "Name"],
  ["Rocks", "Edit Rock 214", "Edit rock 214", "Comment"],
  ["Rocks", "Create Rock", "+ Create Rock", "Comment"],
  ["Users", "Edit User", "Edit UNKNOWN", "Relation"],
  ["Albums", "Edit Album", "Edit sea", "Description"],
  ["Albums", "Create Album", "Create", "Description"],
  ["Albums", "Edit Photo: 0.webp", "Edit 0.webp", "Description"],
] as const;

test.beforeEach(async () => {
  addRock(site, 214);
  addPost(site, { location: "The pier" });
  await addAlbum(site, { name: "sea", photos: [{}] });
});

for (const [screen, name, button, field] of DIALOGS)
  test(`the dialog '${name}' asks before Escape, Cancel, its cross or a click beside it throws changes away @soak`, async () => {
    await openAdmin(screen);
    if (button === "Edit 0.webp") await press("Edit sea");
    const dialog = page.getByRole("dialog", { name, exact: true });
    await pressBy("Enter", button);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await hasFocus("button", button);

    const said = answerDialogs(false, false, false, false, false);
    await press(button);
    const typed = dialog.getByLabel(field, { exact: true });
    await typed.fill("What I typed");
    const ways = [
      () => page.keyboard.press("Escape"),
      // Chromium doesn't let a page prevent a second Escape in a row.
      () => page.keyboard.press("Escape"),
      () => press("Cancel", { in: dialog }),
      () => press("Close", { in: dialog }),
      () => page.mouse.click(3, 3),
    ];
    for (const [index, way] of ways.entries()) {
      await way();
      await expect.poll(() => said).toHaveLength(index + 1);
      await expect(typed).toHaveValue("What I typed");
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    expect(said).toEqual(Array(6).fill(QUESTION));
  });

test("the choice of artists and of a picture are changes too @soak", async () => {
  await openAdmin("Rocks");
  const said = answerDialogs(false, false);
  await press("Edit rock 214");
  const dialog = page.getByRole("dialog", { name: "Edit Rock 214" });
  const artist = dialog.getByRole("checkbox", { name: "UNKNOWN" });
  await artist.check();
  await page.keyboard.press("Escape");
  await expect.poll(() => said).toEqual([QUESTION]);
  await artist.uncheck();
  await dialog.getByLabel("Replace Image").setInputFiles(fixture("plain.png"));
  await page.keyboard.press("Escape");
  await expect.poll(() => said).toEqual([QUESTION, QUESTION]);
  await expect(dialog).toBeVisible();
});

test("unsaved changes ask before Back closes their dialog, and before the page is closed or loaded again", async () => {
  await signInByForm("Journey");
  await press(/^Edit rock 214/);
  const dialog = page.getByRole("dialog");
  await fill("Comment", "What I typed", { in: dialog });
  const types: string[] = [];
  page.on("dialog", (asked) => types.push(asked.type()));
  const said = answerDialogs(false, false);
  await page.evaluate(() => history.back());
  await expect.poll(() => said).toEqual([QUESTION]);
  await expect(page).toHaveURL(/\/admin\/journey$/);
  await holds("Comment", "What I typed", { in: dialog });

  await page.evaluate(() => location.reload());
  await expect.poll(() => types).toEqual(["confirm", "beforeunload"]);
  await holds("Comment", "What I typed", { in: dialog });

  await page.evaluate(() => history.back());
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/journey$/);
  expect(said).toHaveLength(3);
  await page.goBack();
  await seesA("heading", "Dashboard");
});

test("the site's texts ask before another screen opens, and no more once they are saved @soak", async () => {
  await openAdmin("Site");
  const said = answerDialogs(false);
  const names = await openSection("Names");
  const title = names.getByLabel("Title of the home page");
  await title.fill("Every rock has a way");
  await followLink("Rocks");
  await expect.poll(() => said).toEqual([QUESTION]);
  await expect(title).toHaveValue("Every rock has a way");
  await press("Save", { in: names });
  await sees("The site's texts were saved");
  await goTo("Rocks");
  expect(said).toEqual([QUESTION]);
});

test("images added to an album leave the changes of its fields as they were typed @soak", async () => {
  await openAdmin("Albums");
  const said = answerDialogs();
  await press("Edit sea");
  const dialog = page.getByRole("dialog", { name: "Edit Album" });
  await fill("Description", "A summer by the sea", { in: dialog });
  await dialog.getByLabel("Images to add").setInputFiles(fixture("plain.png"));
  await expect
    .poll(() => said)
    .toEqual(["Upload complete. Please run the SYNC tool."]);
  await holds("Description", "A summer by the sea", { in: dialog });
  await press("Update", { in: dialog });
  await expect(dialog).toBeHidden();
  expect(site.query(`SELECT "desc" FROM albums WHERE name = 'sea'`)).toEqual([
    { desc: "A summer by the sea" },
  ]);
});
