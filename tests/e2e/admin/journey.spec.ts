import type { Page } from "playwright/test";
import { answerDialogs, openAdmin } from "#tests/setup/calls/admin.ts";
import { addPost } from "#tests/setup/calls/catalogue.ts";
import {
  expect,
  page,
  site,
  testWithoutRocks as test,
  seesA,
  sees,
  pressLink,
  press,
} from "#tests/setup/browser/browser.ts";
import { holdBack } from "#tests/setup/browser/hold-back.ts";
import { fixture } from "#tests/fixtures/index.ts";

test("the table has its columns, is sorted by coordinates, and says 'No posts found' if it is empty", async () => {
  await openAdmin(page, site, "Journey");
  await seesA("heading", "Journey Posts Admin");
  await sees("No posts found");
  addPost(site, { location: "Far", place: [50, 8], name: "Wren" });
  addPost(site, { location: "Near", place: [10, 8], email: "w@example.org" });
  addPost(site, { location: "Nowhere", show: false });
  await pressLink("Users");
  await pressLink("Journey", { exact: true });
  await expect(page.getByRole("columnheader")).toHaveText([
    "",
    "Image",
    "Rock",
    "Location",
    /^Coordinates\s*↑$/,
    "Date",
    "Comment",
    "Name",
    "Email",
    "UUID",
    "Show",
    "Images",
    "Actions",
  ]);
  await expect(
    page.getByRole("columnheader", { name: "Coordinates" }),
  ).toHaveAttribute("aria-sort", "ascending");
  const row = (place: number) => page.getByRole("row").nth(place);
  await expect(row(1)).toContainText("Nowhere");
  await expect(row(1)).toContainText("Not on the map");
  await expect(row(2)).toContainText("10, 8");
  await expect(row(3)).toContainText("50, 8");
  await expect(row(3)).toContainText("Wren");
  await expect(row(2)).toContainText("w@example.org");
  await expect(row(1).getByRole("switch")).not.toBeChecked();

  for (const column of ["Location", "Rock", "Date", "Email", "UUID"]) {
    const header = page.getByRole("columnheader", { name: column });
    await header.getByRole("link").click();
    await expect(header).toHaveAttribute("aria-sort", "ascending");
  }
});

test("a list under way says 'Loading...', and only its next page is asked for @soak", async () => {
  for (let number = 1; number <= 101; number++)
    addPost(site, { location: `Place ${number}`, rock: number });
  await openAdmin(page, site, "Journey");
  await expect(page.getByRole("row")).toHaveCount(101);
  const answer = await holdBack("**/api/journey-admin?*");
  await press("Show more");
  await expect(page.getByRole("button", { name: "Loading..." })).toBeDisabled();
  answer();
  await expect(page.getByRole("row")).toHaveCount(102);
});

test("the Show checkbox shows and hides a post at once", async () => {
  const key = addPost(site, { location: "The pier" });
  await openAdmin(page, site, "Journey");
  const show = page.getByRole("switch", { name: "Show rock 214, The pier" });
  const shown = () =>
    site.query<{ show: number }>(
      `SELECT show FROM rock_posts WHERE rps_key = ${key}`,
    )[0]!.show;
  await expect(show).toBeChecked();
  await show.click();
  await expect(show).not.toBeChecked();
  await expect.poll(shown).toBe(0);
  await show.press("Space");
  await expect(show).toBeChecked();
  await expect.poll(shown).toBe(1);
});

test("a thumbnail of 50×50 opens the full picture @soak", async () => {
  await site.sendFind();
  await site.untilIdle();
  await openAdmin(page, site, "Journey");
  const thumb = page.getByRole("button", { name: /^See Rock/ });
  const { width, height } = (await thumb.locator("img").boundingBox())!;
  expect([width, height]).toEqual([50, 50]);
  await thumb.click();
  const picture = page.getByRole("dialog", { name: "Picture" });
  await expect(picture.getByRole("img")).toHaveAttribute("src", /\/webp\//);
  await page.keyboard.press("Escape");
  await expect(picture).toBeHidden();
  await expect(thumb).toBeFocused();
});

test("a post is edited; coordinates are taken as 'lat, lon', and anything else is none", async () => {
  const key = addPost(site, { location: "The pier" });
  await openAdmin(page, site, "Journey");
  const dialog = page.getByRole("dialog", { name: "Edit post: rock 214" });
  const row = page.getByRole("row").nth(1);
  for (const [typed, latitude, longitude] of [
    ["56.2211, -2.6986", 56.2211, -2.6986],
    ["56.2211", null, null],
    ["0,0", 0, 0],
    ["1, 2, 3", null, null],
  ] as const) {
    await row.getByRole("button", { name: /^Edit/ }).click();
    await dialog.getByLabel("Coordinates").fill(typed);
    await dialog.getByLabel("Name", { exact: true }).fill("Wren");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    expect(
      site.query(
        `SELECT latitude, longitude, name FROM rock_posts WHERE rps_key = ${key}`,
      ),
    ).toEqual([{ latitude, longitude, name: "Wren" }]);
    await expect(row).toContainText(
      latitude === null ? "Not on the map" : `${latitude}, ${longitude}`,
    );
  }
});

test("a save that fails alerts 'Failed to save changes: ' and the server's words, and keeps the form @soak", async () => {
  addPost(site, { location: "The pier" });
  await openAdmin(page, site, "Journey");
  const said = answerDialogs();
  await press(/^Edit rock 214/);
  const dialog = page.getByRole("dialog", { name: "Edit post: rock 214" });
  await dialog.getByLabel("Coordinates").fill("91, 0");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => said).toHaveLength(1);
  expect(said[0]).toMatch(/^Failed to save changes: \S/);
  const coordinates = dialog.getByRole("textbox", { name: /^Coordinates/ });
  await expect(coordinates).toHaveAttribute("aria-invalid", "true");
  await expect(coordinates).toHaveValue("91, 0");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
});

test("coordinates are suggested with their sources, and one press takes one @soak", async () => {
  addPost(site, {
    location: "Lighthouse steps, Anstruther",
    suggestion: {
      latitude: 56.2218,
      longitude: -2.701,
      accuracy: 12.4,
      source: "device",
    },
  });
  await openAdmin(page, site, "Journey");
  await press(/^Edit rock 214/);
  const dialog = page.getByRole("dialog", { name: "Edit post: rock 214" });
  const hints = dialog.getByRole("list", { name: "Suggested places" });
  const coordinates = dialog.getByLabel("Coordinates");
  await hints
    .getByRole("button", { name: /from the finder’s phone, to 12 m/ })
    .click();
  await expect(coordinates).toHaveValue("56.2218, -2.701");

  await dialog.getByLabel("Location").fill("A wall in Lisbon");
  await hints
    .getByRole("button", {
      name: /^Lisbon.*from the location, by the list of towns/,
    })
    .first()
    .click();
  await expect(coordinates).toHaveValue(/^38\.7\d*, -9\.1\d*$/);
});

test("coordinates are chosen on a map by a press, and by dragging the pin @soak", async () => {
  addPost(site, { location: "The pier", place: [56.2, -2.7] });
  await openAdmin(page, site, "Journey");
  await press(/^Edit rock 214/);
  const dialog = page.getByRole("dialog", { name: "Edit post: rock 214" });
  const coordinates = dialog.getByLabel("Coordinates");
  await dialog.getByRole("button", { name: "Choose on a map" }).click();
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
});

test("a post's images are listed, hidden, shown, deleted after a question, and added to", async () => {
  await site.sendFind(undefined, ["orientation-6.jpg"]);
  await site.untilIdle();
  await openAdmin(page, site, "Journey");
  await press(/^Edit rock 214/);
  const dialog = page.getByRole("dialog", { name: "Edit post: rock 214" });
  const images = dialog.getByRole("table", { name: "Images" });
  await expect(images.getByRole("columnheader")).toHaveText([
    "Image",
    "Original Name",
    "Show",
    "Actions",
  ]);
  const row = images.getByRole("row").filter({ hasText: "orientation-6.jpg" });
  await expect(row.getByRole("cell", { name: "Yes" })).toBeVisible();
  await row.getByRole("button", { name: /^Disable/ }).click();
  await expect(
    row.getByRole("cell", { name: "No", exact: true }),
  ).toBeVisible();
  await row.getByRole("button", { name: /^Enable/ }).click();
  await expect(row.getByRole("cell", { name: "Yes" })).toBeVisible();
  await row.getByRole("button", { name: /^See/ }).click();
  const picture = page.getByRole("dialog", { name: "Picture" });
  await expect(picture.getByRole("img")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(picture).toBeHidden();
  await expect(dialog).toBeVisible();

  await dialog.getByLabel("Image to add").setInputFiles(fixture("note.jpg"));
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByLabel("Image to add").setInputFiles(fixture("plain.png"));
  await expect(
    images.getByRole("cell", { name: "plain.png", exact: true }),
  ).toBeVisible();

  const said = answerDialogs();
  for (const name of ["orientation-6.jpg", "plain.png"])
    await images
      .getByRole("row")
      .filter({ hasText: name })
      .getByRole("button", { name: /^Delete/ })
      .click();
  await expect(dialog.getByText("No images found.")).toBeVisible();
  expect(said).toEqual(
    Array(2).fill("Are you sure you want to delete this image?"),
  );
});

test("images under way say 'Loading images...' @soak", async () => {
  addPost(site, { location: "The pier" });
  const answer = await holdBack("**/api/journey-admin/*/images");
  await openAdmin(page, site, "Journey");
  await press(/^Edit rock 214/);
  await sees("Loading images...");
  answer();
  await sees("No images found.");
});

test("deleting a post asks 'Are you sure you want to delete this post?'", async () => {
  addPost(site, { location: "The pier" });
  await openAdmin(page, site, "Journey");
  const answers = [false, true];
  const said = answerDialogs(() => answers.shift()!);
  const remove = page.getByRole("button", { name: /^Delete rock 214/ });
  await remove.click();
  await expect(remove).toBeVisible();
  await remove.click();
  await sees("No posts found");
  expect(said).toEqual(
    Array(2).fill("Are you sure you want to delete this post?"),
  );
});

test("chosen posts are hidden, shown and deleted together @soak", async () => {
  for (const location of ["A", "B", "C"]) addPost(site, { location });
  await openAdmin(page, site, "Journey");
  const said = answerDialogs();
  for (const location of ["A", "B"])
    await page
      .getByRole("checkbox", { name: `Choose rock 214, ${location}` })
      .check();
  const bar = page.getByRole("group", { name: "Chosen rows" });
  const shown = () =>
    site.query("SELECT location, show FROM rock_posts ORDER BY location");
  await expect(bar).toContainText("2 chosen");
  for (const [label, show] of [
    ["Hide", 0],
    ["Show", 1],
  ] as const) {
    await bar.getByRole("button", { name: label }).click();
    await expect.poll(shown).toEqual([
      { location: "A", show },
      { location: "B", show },
      { location: "C", show: 1 },
    ]);
    await expect(bar).toContainText("2 chosen");
  }
  await bar.getByRole("button", { name: "Delete" }).click();
  await expect.poll(shown).toEqual([{ location: "C", show: 1 }]);
  expect(said).toEqual(["Are you sure you want to delete these 2 posts?"]);
});

test("a post can be saved right after its Show was switched @soak", async () => {
  addPost(site, { location: "The pier" });
  await openAdmin(page, site, "Journey");
  // The list doesn't come again, so the table must know the new version from the switch itself.
  await holdBack(/\/admin\/journey\.data/);
  const show = page.getByRole("switch");
  await expect(show).toBeChecked();
  await show.click();
  await expect(show).not.toBeChecked();
  await press(/^Edit rock 214/);
  const dialog = page.getByRole("dialog", { name: "Edit post: rock 214" });
  await dialog.getByLabel("Comment").fill("As it is now");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
});

test("a post that another admin has saved meanwhile can be seen as it is now, or saved over @soak", async ({
  browser,
}) => {
  addPost(site, { location: "The pier", comment: "As found" });
  const elsewhere = await browser.newContext({ baseURL: site.baseURL });
  await elsewhere.route(
    ({ origin }) => origin !== site.baseURL,
    (route) => route.abort(),
  );
  const otherPage = await elsewhere.newPage();
  const edit = async (page: Page) => {
    await page.getByRole("button", { name: /^Edit rock 214/ }).click();
    return page.getByRole("dialog", { name: "Edit post: rock 214" });
  };
  await openAdmin(otherPage, site, "Journey");
  await openAdmin(page, site, "Journey");
  const said = answerDialogs();
  const mine = await edit(page);

  const saveTheirs = async (comment: string) => {
    const theirs = await edit(otherPage);
    await theirs.getByLabel("Comment").fill(comment);
    await theirs.getByRole("button", { name: "Save" }).click();
    await expect(theirs).toBeHidden();
    await mine.getByLabel("Comment").fill("What I typed");
    await mine.getByRole("button", { name: "Save" }).click();
    await expect(
      mine.getByText("This post was changed by someone else meanwhile."),
    ).toBeVisible();
    await expect(mine.getByLabel("Comment")).toHaveValue("What I typed");
  };
  await saveTheirs("Theirs");
  await mine.getByRole("button", { name: "Show me how it is now" }).click();
  await expect(mine.getByLabel("Comment")).toHaveValue("Theirs");
  await saveTheirs("Theirs again");
  await mine.getByRole("button", { name: "Save mine anyway" }).click();
  await expect(mine).toBeHidden();
  expect(site.query("SELECT comment FROM rock_posts")).toEqual([
    { comment: "What I typed" },
  ]);
  expect(said[0]).toMatch(/^Failed to save changes: /);
  await elsewhere.close();
});
