import { existsSync } from "node:fs";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { fixture } from "#tests/fixtures/index.ts";
import {
  albums,
  inOrder,
  makeAlbums,
  openAlbum,
  PHOTOS,
  rowOf,
} from "#tests/setup/e2e/albums.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { holdBack } from "#tests/setup/e2e/pages.ts";
import {
  areDrawn,
  fill,
  hasFocus,
  hears,
  isOff,
  press,
  pressBy,
  sees,
  seesA,
} from "#tests/setup/e2e/steps.ts";
import {
  answerDialogs,
  followLink,
  openAdmin,
  pressAndConfirm,
} from "#tests/setup/calls/admin.ts";

const open = async (...made: Parameters<typeof makeAlbums>) => {
  await makeAlbums(...made);
  await openAdmin("Albums");
};
const photos = () => page.getByRole("table", { name: "Photos" });
const seesCell = (row: string, cell: string) =>
  seesA("cell", cell, { exact: true, in: rowOf(row) });
const names = () => site.column("SELECT name FROM albums ORDER BY order_num");

async function drag(from: string, to: string) {
  await rowOf(from).locator(".grip").hover();
  await page.mouse.down();
  await rowOf(to).locator(".grip").hover();
  await page.mouse.up();
}

test("creating an album takes a name of lowercase letters and digits alone, and says the rule; editing keeps the name, and saves the rest", async () => {
  await open(["taken"]);
  await press("Create", { exact: true });
  const dialog = page.getByRole("dialog", { name: "Create Album" });
  const name = dialog.getByRole("textbox", { name: /^Name/ });
  const create = dialog.getByRole("button", { name: "Create" });
  await expect(create).toBeDisabled();
  await name.pressSequentially("The Sea-2024!");
  await expect(name).toHaveValue("thesea2024");
  await sees(
    "Name can only contain lowercase letters and numbers, no spaces or special characters.",
    { in: dialog },
  );
  await expect(create).toBeEnabled();
  await name.fill("!!");
  await expect(name).toHaveValue("");
  await expect(create).toBeDisabled();

  const said = answerDialogs();
  await name.fill("taken");
  await create.click();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  expect(said).toEqual([]);
  await expect(create).toBeFocused();

  await name.fill("thesea2024");
  await fill("Display Name", "The sea", { in: dialog });
  await fill("Description", "All summer.", { in: dialog });
  await dialog.getByRole("switch", { name: "Show" }).check();
  await create.click();
  await expect(dialog).toBeHidden();
  await inOrder(albums(), ["taken", "thesea2024"]);
  await seesCell("thesea2024", "Yes");
  expect(existsSync(site.inStore("albums", "thesea2024"))).toBe(true);

  const editor = await openAlbum("thesea2024");
  await expect(editor.getByLabel("Name", { exact: true })).toHaveAttribute(
    "readonly",
    "",
  );
  for (const button of ["Add Images", "Refresh", "Update", "Cancel"])
    await seesA("button", button, { exact: true, in: editor });
  await fill("Display Name", "The stream", { in: editor });
  await editor.getByRole("switch", { name: "Show" }).uncheck();
  await press("Update", { in: editor });
  await expect(editor).toBeHidden();
  await seesCell("thesea2024", "The stream");
  await seesCell("thesea2024", "No");
});

test("the table of albums says what an album is, hides and shows it, and deletes it with its rows when asked twice @soak", async () => {
  await open(["creek", "beach", "pond"], ["creek"]);
  for (const cell of ["The creek", "About creek", "Yes", "3"])
    await seesCell("creek", cell);
  await press("Disable creek");
  await seesCell("creek", "No");
  await press("Enable creek");
  await seesCell("creek", "Yes");

  await pressAndConfirm(
    page.getByRole("button", { name: "Delete creek" }),
    "Are you sure you want to delete this album?",
  );
  await inOrder(albums(), ["beach", "pond"]);
  await expect
    .poll(() => site.query("SELECT order_num FROM albums ORDER BY 1"))
    .toEqual([{ order_num: 1 }, { order_num: 2 }]);
  expect(site.count("photos")).toBe(0);
});

test("a screen whose loader fails can be tried again, and the table of albums is brought in line with the folders by Sync @soak", async () => {
  await makeAlbums(["creek"]);
  await openAdmin();
  await page.route(/\/admin\/albums\.data/, (route) => route.abort());
  await followLink("Albums");
  await seesA("heading", "This screen could not be loaded");
  await page.unroute(/\/admin\/albums\.data/);
  await press("Try again");
  await inOrder(albums(), ["creek"]);

  const folder = site.inStore("albums", "copiedin");
  await mkdir(folder, { recursive: true });
  await copyFile(fixture("photo.webp"), `${folder}/photo.webp`);
  await press("Sync", { exact: true });
  await sees(/^Synced: /);
  await inOrder(albums(), ["creek", "copiedin"]);
  await seesCell("copiedin", "No");
});

test("the order of the albums is changed by arrows that keep the focus, by keyboard and a screen reader, and by dragging", async () => {
  await open(["one", "two", "three"]);
  await isOff("Move one up");
  await isOff("Move three down");
  const up = page.getByRole("button", { name: "Move three up" });
  const release = await holdBack("**/api/albums/reorder");
  await up.dblclick();
  release();
  await inOrder(albums(), ["one", "three", "two"]);
  await expect(up).toBeFocused();
  await page.keyboard.press("Enter");
  await inOrder(albums(), ["three", "one", "two"]);
  await hasFocus("button", "Move three down");
  await hears("three: place 1 of 3");
  expect(names()).toEqual(["three", "one", "two"]);

  const grip = "Drag two to another place";
  await pressBy("Space", grip);
  await hears("You have picked up two, at place 3 of 3.");
  for (const place of [2, 1]) {
    await page.keyboard.press("ArrowUp");
    await hears(`two is now over place ${place} of 3.`);
  }
  await page.keyboard.press("Space");
  await hears("two: place 1 of 3");
  await inOrder(albums(), ["two", "three", "one"]);
  await hasFocus("button", grip);
  expect(names()).toEqual(["two", "three", "one"]);

  await drag("one", "two");
  await hears("one: place 1 of 3");
  await press("Refresh", { exact: true });
  await inOrder(albums(), ["one", "two", "three"]);
});

test("an album's dialog moves, hides and deletes photos, one at a time or all that are chosen; Escape ends a move; a broken thumbnail is a bare stone @soak", async () => {
  await open(["creek"], ["creek"]);
  // Not the first photo's, because the album's row has already loaded that one.
  await rm(site.inStore("albums/creek/webp300x300/photo.webp"));
  const dialog = await openAlbum("creek");
  const image = rowOf("photo.webp").locator("img");
  await expect(image).toHaveAttribute("src", /plain/);
  await areDrawn(image);
  await pressBy("Space", "Drag alpha.webp to another place");
  await hears("You have picked up alpha.webp, at place 1 of 3.");
  await page.keyboard.press("ArrowDown");
  await hears("alpha.webp is now over place 2 of 3.");
  await page.keyboard.press("Escape");
  await hears("alpha.webp stays where it was.");
  await expect(dialog).toBeVisible();
  await inOrder(photos(), ["alpha.webp", "photo.webp", "progressive.webp"]);

  await isOff("Move alpha.webp up");
  await isOff("Move progressive.webp down");
  await press("Move alpha.webp down");
  await inOrder(photos(), ["photo.webp", "alpha.webp", "progressive.webp"]);
  await drag("progressive.webp", "photo.webp");
  await inOrder(photos(), ["progressive.webp", "photo.webp", "alpha.webp"]);
  await press("Disable photo.webp");
  await seesCell("photo.webp", "No");

  await page.getByRole("checkbox", { name: "Choose all photos" }).check();
  const bar = page.getByRole("group", { name: "Chosen rows" });
  await expect(bar).toContainText("3 chosen");
  await press("Hide", { in: bar });
  const hidden = photos().getByRole("cell", { name: "No", exact: true });
  await expect(hidden).toHaveCount(3);
  const said = answerDialogs();
  await press("Delete photo.webp");
  await inOrder(photos(), ["progressive.webp", "alpha.webp"]);
  await press("Delete", { exact: true, in: bar });
  await expect(photos().locator("tbody .at-title")).toHaveCount(0);
  expect(said).toEqual([
    "Are you sure you want to delete this photo?",
    "Are you sure you want to delete these 2 photos?",
  ]);
  expect(site.count("photos")).toBe(0);
});

test("adding images sends several, shows how far it is, says the alert, closes the dialog and brings them in by itself", async () => {
  await open(["creek"]);
  const dialog = await openAlbum("creek");
  await sees("No photos yet. Add Images brings some.", { in: dialog });
  const goOn = await holdBack("**/upload-images?*");
  const input = dialog.getByLabel("Images to add");
  await expect(input).toHaveAttribute("multiple", "");
  await expect(input).toHaveAttribute("accept", /^image\/\*/);
  await input.setInputFiles(PHOTOS.map(fixture));
  await seesA("progressbar", "Sent", { in: dialog });
  await isOff("Add Images");
  const said = answerDialogs();
  goOn();
  await expect
    .poll(() => said)
    .toEqual(["Upload complete. Please run the SYNC tool."]);
  await expect(dialog).toBeHidden();
  await sees(/^Synced: .*\w\. It began by itself after the upload\.$/);
  await seesCell("creek", "3");
});

test("of the images for an album the good ones are in, each other one is named with its reason, and what could not be sent is sent again", async () => {
  await open(["creek"]);
  const dialog = await openAlbum("creek");
  const said = answerDialogs();
  let cuts = 1;
  await page.route("**/upload-images?*", (route) =>
    route.request().postDataBuffer()?.includes('filename="photo.webp"') &&
    cuts-- > 0
      ? route.abort()
      : route.continue(),
  );
  const input = dialog.getByLabel("Images to add");
  await input.setInputFiles([...PHOTOS, "note.jpg"].map(fixture));
  const list = dialog.getByRole("alert");
  await expect(list).toContainText("2 images are in, and 2 are not:");
  await expect(list.getByRole("listitem")).toHaveText([
    "photo.webp The site could not be reached.",
    /^note\.jpg This picture can’t be opened/,
  ]);
  expect(said).toEqual([]);
  await inOrder(photos(), ["alpha.webp", "progressive.webp"]);

  await press("Try again: 1 image", { in: dialog });
  await expect(list.getByRole("listitem")).toHaveText([/^note\.jpg /]);
  await expect(list.getByRole("button")).toHaveCount(0);
  await expect(photos().locator("tbody .at-title")).toHaveCount(3);
  expect(said).toEqual([]);
  await input.setInputFiles(fixture("note.jpg"));
  await expect
    .poll(() => said)
    .toEqual(["Upload failed. Check console for details."]);
  await expect(dialog).toBeVisible();
});

test("an upload of images that is cancelled keeps those that are in, and sends the others when asked again @soak", async () => {
  await open(["creek"]);
  const dialog = await openAlbum("creek");
  const said = answerDialogs();
  const goOn = await holdBack("**/upload-images?*");
  await dialog.getByLabel("Images to add").setInputFiles(PHOTOS.map(fixture));
  await sees(/^1 of 3: /, { in: dialog });
  await press("Cancel the upload", { in: dialog });
  goOn();
  await expect(dialog.getByRole("alert")).toContainText(
    "1 image is in, and 2 are not:",
  );
  await press("Try again", { in: dialog });
  await expect
    .poll(() => said)
    .toEqual(["Upload complete. Please run the SYNC tool."]);
  await expect(dialog).toBeHidden();
  await seesCell("creek", "3");
});
