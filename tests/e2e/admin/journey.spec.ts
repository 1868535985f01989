import {
  answerDialogs,
  goTo,
  openAdmin,
  openPost,
  pressAndConfirm,
} from "#tests/setup/calls/admin.ts";
import { addPost } from "#tests/setup/calls/rocks.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { fixture } from "#tests/fixtures/index.ts";
import {
  fill,
  holds,
  press,
  says,
  sees,
  seesA,
} from "#tests/setup/e2e/steps.ts";
import { holdBack } from "#tests/setup/e2e/pages.ts";
import { formatDay } from "#app/components/language/english.ts";
import {
  expectAccessible,
  expectAccessibleOnScreens,
} from "#tests/setup/e2e/screens.ts";
import { snap } from "#core/precision.ts";
import type { RockPin } from "#domain/finds/answers.ts";

test("posts are listed by their coordinates, sorted by a header, shown and hidden at once, and deleted after a question", async () => {
  await openAdmin("Journey");
  await sees("No posts found");
  const key = addPost(site, { location: "Near", at: [10, 8] });
  addPost(site, { location: "Far", at: [50, 8], name: "Wren" });
  addPost(site, { location: "Nowhere", show: false });
  await goTo("Users");
  await goTo("Journey");
  const rows = page.getByRole("row").filter({ has: page.locator("td") });
  await expect(rows).toContainText(["Not on the map", "10, 8", "50, 8"]);
  await expect(rows.first().getByRole("switch")).not.toBeChecked();
  const header = page.getByRole("columnheader", { name: "Location" });
  const near = page.getByRole("checkbox", { name: "Choose rock 214, Near" });
  await near.check();
  await header.getByRole("link").press("Enter");
  await expect(header).toHaveAttribute("aria-sort", "ascending");
  await expect(rows).toContainText(["Far", "Near", "Nowhere"]);
  await expect(header.getByRole("link")).toBeFocused();
  await expect(near).toBeChecked();
  await near.uncheck();

  const show = page.getByRole("switch", { name: "Show rock 214, Near" });
  const shown = () =>
    site.query(`SELECT show FROM rock_posts WHERE rps_key = ${key}`);
  await show.click();
  await expect(show).not.toBeChecked();
  await expect.poll(shown).toEqual([{ show: 0 }]);
  await show.press("Space");
  await expect(show).toBeChecked();
  await expect.poll(shown).toEqual([{ show: 1 }]);

  await pressAndConfirm(
    page.getByRole("button", { name: "Delete rock 214, Near" }),
    "Are you sure you want to delete this post?",
  );
});

test("a post is edited; coordinates are two numbers, or none", async () => {
  addPost(site, { location: "The pier" });
  await openAdmin("Journey");
  const dialog = page.getByRole("dialog", { name: "Edit post: rock 214" });
  const coordinates = dialog.getByRole("textbox", { name: /^Coordinates/ });
  const save = () => dialog.getByRole("button", { name: "Save" }).click();
  const stored = () =>
    site.query("SELECT latitude, longitude, name FROM rock_posts");
  await press(/^Edit rock 214/);
  await coordinates.fill("51.5N, 0.1W");
  await fill("Name", "Wren", { exact: true, in: dialog });
  await save();
  await expect(coordinates).toHaveAccessibleDescription(
    "Enter latitude and longitude as two numbers, like 51.5, -0.1.",
  );
  await expect(coordinates).toBeFocused();
  await coordinates.fill("(51.6, −0.2)");
  await save();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("row").nth(1);
  await expect(row).toContainText("51.6, -0.2");
  await expect(row.getByRole("cell").nth(4)).toHaveText("51.6, -0.2");
  expect(stored()).toEqual([{ latitude: 51.6, longitude: -0.2, name: "Wren" }]);

  await press(/^Edit rock 214/);
  const warning = dialog.getByText(
    "Saved like this, the find is not on the map.",
  );
  await expect(warning).toBeHidden();
  await coordinates.fill("51.6");
  await expect(warning).toBeVisible();
  await save();
  await expect(row).toContainText("Not on the map");
  expect(stored()).toMatchObject([{ latitude: null, longitude: null }]);
});

test("coordinates are chosen on a map by a press, by dragging the pin, and from what the location suggests as it is typed @soak", async () => {
  addPost(site, { location: "The pier", at: [56.2, -2.7] });
  const dialog = await openPost();
  const coordinates = dialog.getByLabel("Coordinates");
  await press("Choose on a map", { in: dialog });
  const map = dialog.locator(".leaflet-container");
  await expect(map.getByAltText("Where the find is")).toBeVisible();
  await map.scrollIntoViewIfNeeded();
  await map.click({ position: { x: 60, y: 60 } });
  await expect(coordinates).not.toHaveValue("56.2, -2.7");
  const pressed = await coordinates.inputValue();
  const marker = map.getByAltText("Where the find is");
  await marker.hover();
  await page.mouse.down();
  const pin = (await marker.boundingBox())!;
  await page.mouse.move(pin.x + 120, pin.y + 90, { steps: 4 });
  await page.mouse.up();
  await expect(coordinates).not.toHaveValue(pressed);
  await expect(coordinates).toHaveValue(/^5\d\.\d+, -\d\.\d+$/);

  const hints = dialog.getByRole("list", { name: "Suggested places" });
  await fill("Location", "A wall in Lisbon", { in: dialog });
  await hints
    .getByRole("button", {
      name: /^Lisbon.*from the location, by the list of towns$/,
    })
    .first()
    .click();
  await expect(coordinates).toHaveValue(/^38\.7\d*, -9\.1\d*$/);
});

test("a post's images are listed, hidden, shown, deleted after a question, and added to @soak", async () => {
  await site.sendFind(undefined, ["orientation-6.jpg"]);
  await site.untilIdle();
  const dialog = await openPost();
  const images = dialog.getByRole("table", { name: "Images" });
  await expect(images.getByRole("columnheader")).toHaveText([
    "Image",
    "Original Name",
    "Show",
    "Actions",
  ]);
  const row = images.getByRole("row").filter({ hasText: "orientation-6.jpg" });
  await seesA("cell", "Yes", { in: row });
  await press(/^Disable/, { in: row });
  await seesA("cell", "No", { exact: true, in: row });
  await press(/^Enable/, { in: row });
  await seesA("cell", "Yes", { in: row });
  await press(/^See/, { in: row });
  const picture = page.getByRole("dialog", { name: "Picture" });
  await expect(picture.getByRole("img")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(picture).toBeHidden();
  await expect(dialog).toBeVisible();

  await dialog
    .getByLabel("Image to add")
    .setInputFiles(["note.jpg", "plain.png"].map(fixture));
  await expect(dialog.getByRole("alert")).toContainText("note.jpg");
  await seesA("cell", "plain.png", { exact: true, in: images });

  const said = answerDialogs();
  for (const name of ["orientation-6.jpg", "plain.png"])
    await images
      .getByRole("row")
      .filter({ hasText: name })
      .getByRole("button", { name: /^Delete/ })
      .click();
  await sees("No images found.", { in: dialog });
  expect(said).toEqual(
    Array(2).fill("Are you sure you want to delete this image?"),
  );
});

test("a post is saved right after its pictures were changed, but not over what somebody else has changed", async () => {
  await site.sendFind(undefined, ["orientation-6.jpg"]);
  await site.untilIdle();
  const dialog = await openPost();
  const images = dialog.getByRole("table", { name: "Images" });
  const where = { in: dialog, exact: true };
  const said = answerDialogs();
  await press(/^Disable/, { in: images });
  await dialog.getByLabel("Image to add").setInputFiles(fixture("plain.png"));
  await seesA("button", "Hide faces plain.png", { in: images });
  await fill("What plain.png shows", "A stone.", { in: dialog });
  await dialog.getByRole("switch").check();
  await press("Save", where);
  await expect(dialog).toBeHidden();

  await press(/^Edit rock 214/);
  await seesA("cell", "plain.png", { exact: true, in: images });
  site.alter("UPDATE rock_posts SET comment = 'Theirs'");
  await press(/^Enable/, { in: images });
  await fill("Comment", "Mine", where);
  await fill("What plain.png shows", "My stone.", { in: dialog });
  await press("Save", where);
  const stale = "This post was changed by someone else meanwhile.";
  const notice = dialog.getByRole("alert").filter({ hasText: stale });
  await expect(notice).toBeFocused();
  await expect(notice).toBeInViewport();
  expect(site.query("SELECT comment, show FROM rock_posts")).toEqual([
    { comment: "Theirs", show: 1 },
  ]);

  await press("Show me how it is now");
  await holds("Comment", "Theirs", where);
  await press("Cancel", where);
  await expect(page.getByRole("row").nth(1)).toContainText("Theirs");
  expect(said).toEqual([
    `Failed to save changes: ${stale}`,
    "Your changes are not saved. Throw them away?",
  ]);
});

test("a post can be saved right after its Show was switched @soak", async () => {
  addPost(site, { location: "The pier" });
  await openAdmin("Journey");
  // The list doesn't come again, so the table must know the new version from the switch itself.
  await holdBack(/\/admin\/journey\.data/);
  const show = page.getByRole("switch");
  await expect(show).toBeChecked();
  await show.click();
  await expect(show).not.toBeChecked();
  await press(/^Edit rock 214/);
  const dialog = page.getByRole("dialog", { name: "Edit post: rock 214" });
  await fill("Comment", "As it is now", { in: dialog });
  await press("Save", { in: dialog });
  await expect(dialog).toBeHidden();
});

test.describe("in another time zone", () => {
  test.use({ timezoneId: "America/New_York" });

  test("a find's history is loaded when it is opened, and says in plain words who did what @soak", async () => {
    addPost(site, { location: "The pier", name: "Wren", show: false });
    await openAdmin("Journey");
    const dialog = page.getByRole("dialog");
    const open = () => page.getByRole("button", { name: /^Edit/ }).click();
    await open();
    await fill("Location", "The lighthouse", { in: dialog });
    await fill("Name", "", { in: dialog });
    await press("Save", { in: dialog });
    await expect(dialog).toBeHidden();
    const show = page.getByRole("switch", { name: /^Show rock 214/ });
    await show.click();
    await expect(show).toBeChecked();

    await page.route("**/history", (route) => route.abort(), { times: 1 });
    await open();
    await dialog.getByText("History", { exact: true }).click();
    await says("alert", "The history could not be loaded.", { in: dialog });
    await press("Try again", { in: dialog });
    const entries = dialog.locator(".find-history li");
    const today = formatDay(new Date().toISOString());
    await expect(entries).toHaveText([
      /: you showed it$/,
      new RegExp(
        `^${today}, \\d\\d:\\d\\d UTC: you changed itLocation: The pier The lighthouseName: Wren$`,
      ),
      /: the finder sent it$/,
    ]);
    await expectAccessible();
  });
});

const spot = { latitude: 56.10123, longitude: -4.64567 };
const suggestion = {
  ...spot,
  accuracy: 40,
  source: "device",
  precision: 1000,
  taken_dt: "2026-05-17T14:05:09Z",
};
const WORDS =
  "from the finder’s phone, good to 40 m, at 14:05 UTC; others see about 1 km";

const places = () =>
  site.query(
    "SELECT latitude, longitude, precision FROM rock_posts ORDER BY rps_key",
  );
const pins = async () =>
  (await (
    await site.fetch("/api/rock-posts/locations/all")
  ).json()) as RockPin[];

test("'Use it' takes the finder's place and precision, and the map shows both @soak", async () => {
  addPost(site, { location: "Luss pier", precision: 1000, suggestion });
  const dialog = await openPost();
  await sees(WORDS, { in: dialog });
  await expect(dialog.locator(".map-suggestion")).toBeVisible();
  await expect(dialog.locator(".map-accuracy")).toBeVisible();
  await expect(dialog.getByAltText("Where the find is")).toHaveCount(0);
  await expectAccessibleOnScreens();

  await press(/^Use it/, { in: dialog });
  await holds("Coordinates", "56.10123, -4.64567", { in: dialog });
  await expect(dialog.getByAltText("Where the find is")).toBeVisible();
  await expect(dialog.locator(".spot-circle:not(.map-accuracy)")).toBeVisible();
  await sees("The dot is where it was, the circle what others see.", {
    in: dialog,
  });
  await expect(dialog.getByRole("radio", { name: "about 1 km" })).toBeChecked();
  await expectAccessibleOnScreens();

  await press("Save", { in: dialog });
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row").nth(1)).toContainText(
    /56\.10123, -4\.64567\s*others see about 1 km/,
  );
  expect(places()).toEqual([{ ...spot, precision: 1000 }]);
  expect(await pins()).toMatchObject([snap(spot, 1000)]);
});

test("the journey table and the post's dialog say how many originals are still to come @soak", async () => {
  await site.sendFind(undefined, ["plain.png", "orientation-6.jpg"]);
  site.alter("UPDATE rock_post_images SET original_state = 'pending'");
  await openAdmin("Journey");
  await expect(page.getByRole("row").nth(1)).toContainText(
    "2 still on the way",
  );
  await press(/^Edit rock 214/);
  await expect(
    page
      .getByRole("dialog")
      .getByText("The full pictures are still on their way (2)"),
  ).toBeVisible();
});
