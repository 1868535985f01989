import { readFile } from "node:fs/promises";
import { fixture } from "#tests/fixtures/index.ts";
import { goTo, openAdmin } from "#tests/setup/calls/admin.ts";
import {
  expect,
  page,
  site,
  testWithoutRocks as test,
  press,
  sees,
  seesA,
} from "#tests/setup/browser/browser.ts";
import { addPost, addRock } from "#tests/setup/calls/catalogue.ts";
import { holdBack } from "#tests/setup/browser/hold-back.ts";

async function editPost() {
  await press(/^Edit rock 214/);
  return page.getByRole("dialog", { name: "Edit post: rock 214" });
}

/** Clicks a link of the admin's navigation without waiting for the screen. */
const followLink = (screen: string) =>
  page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: screen, exact: true })
    .click();

/** Adds rock 214, by UNKNOWN, to the catalogue through the API. */
async function addRockWithPicture() {
  const [unknown] = site.query<{ ra_key: number }>(
    "SELECT ra_key FROM users WHERE display_name = 'UNKNOWN'",
  );
  const form = new FormData();
  form.append("rock_number", "214");
  form.append("artist_keys", JSON.stringify([unknown!.ra_key]));
  form.append(
    "image",
    new Blob([await readFile(fixture("plain.png"))]),
    "a.png",
  );
  const answer = await site.fetch("/api/rocks", {
    method: "POST",
    headers: { cookie: await site.signIn() },
    body: form,
  });
  expect(answer.status).toBe(201);
  await site.untilIdle();
}

test("coordinates that are no numbers are refused beside their field, and nothing is sent", async () => {
  addPost(site, { location: "The pier", place: [51.5, -0.1] });
  await openAdmin(page, site, "Journey");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") sent.push(request.url());
  });
  const dialog = await editPost();
  const coordinates = dialog.getByRole("textbox", { name: /^Coordinates/ });
  await coordinates.fill("51.5N, 0.1W");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(coordinates).toHaveAccessibleDescription(
    "Enter latitude and longitude as two numbers, like 51.5, -0.1.",
  );
  await expect(coordinates).toBeFocused();
  expect(sent).toEqual([]);

  await coordinates.fill("(51.6, −0.2)");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  expect(site.query("SELECT latitude, longitude FROM rock_posts")).toEqual([
    { latitude: 51.6, longitude: -0.2 },
  ]);
});

test("text that does not split in two says, before it is saved, that the find leaves the map @soak", async () => {
  addPost(site, { location: "The pier", place: [51.5, -0.1] });
  await openAdmin(page, site, "Journey");
  const dialog = await editPost();
  const warning = dialog.getByText(
    "Saved like this, the find is not on the map.",
  );
  await expect(warning).toBeHidden();
  await dialog.getByLabel("Coordinates").fill("51.5 -0.1");
  await expect(warning).toBeVisible();
  await dialog.getByLabel("Coordinates").fill("51.5, -0.1");
  await expect(warning).toBeHidden();
});

test("every screen says 'Loading...' at once while its data is on the way @soak", async () => {
  await openAdmin(page, site, "Rocks");
  for (const screen of [
    "Dashboard",
    "Jobs",
    "Users",
    "Albums",
    "Journey",
    "Site",
    "Rocks",
  ]) {
    const answer = await holdBack(/\.data(\?|$)/);
    await followLink(screen);
    // The frame's own message. Lists of a screen may show the same words later.
    const loading = page.locator(".admin-loading");
    await expect(loading).toHaveText("Loading...");
    answer();
    await expect(loading).toBeEmpty();
    await page.unroute(/\.data(\?|$)/);
  }
});

test("a thumbnail shows the find beside its rock's catalogue picture, or says that there is none @soak", async () => {
  await site.sendFind();
  await site.untilIdle();
  await openAdmin(page, site, "Journey");
  await press(/^See Rock/);
  const picture = page.getByRole("dialog", { name: "Picture" });
  await expect(
    picture.getByText("Rock 214 is not in the catalogue."),
  ).toBeVisible();
  await page.keyboard.press("Escape");

  await addRockWithPicture();
  await press(/^See Rock/);
  await expect(
    picture.getByRole("img", { name: "rock 214 in the catalogue" }),
  ).toHaveAttribute("src", /\/media\/catalog\/214\/a\.webp/);
  await expect(picture.getByRole("img")).toHaveCount(2);
});

test("a row whose coordinates were saved stays where it was, marked, until the list is loaded again @soak", async () => {
  addPost(site, { location: "First" });
  addPost(site, { location: "Second", place: [10, 10] });
  addPost(site, { location: "Third", place: [20, 20] });
  await openAdmin(page, site, "Journey");
  const rows = page.getByRole("row").filter({ hasText: "rock 214" });
  const order = ["First", "Second", "Third"];
  for (const [index, location] of order.entries())
    await expect(rows.nth(index)).toContainText(location);
  await press(/^Edit.*First/);
  const dialog = page.getByRole("dialog", { name: "Edit post: rock 214" });
  await dialog.getByLabel("Coordinates").fill("30, 30");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await sees("0 without coordinates");
  await expect(rows.nth(0)).toContainText("First");
  await expect(rows.nth(0).getByText("Saved")).toBeVisible();

  await goTo(page, "Users");
  await goTo(page, "Journey");
  await expect(rows.nth(2)).toContainText("First");
  await expect(page.getByText("Saved")).toBeHidden();
});

test("'Edit Rock' shows the picture as it is, why it could not be made, and who is chosen @soak", async () => {
  await addRockWithPicture();
  await openAdmin(page, site, "Rocks");
  const row = page.getByRole("row").filter({ hasText: "214" });
  await expect(row.getByRole("cell", { name: "UNKNOWN" })).toBeVisible();
  const edit = page.getByRole("button", { name: "Edit rock 214" });
  await edit.click();
  const dialog = page.getByRole("dialog", { name: "Edit Rock 214" });
  await expect(dialog.getByText("Current picture")).toBeVisible();
  await expect(dialog.getByText("UNKNOWN").first()).toBeVisible();
  await page.keyboard.press("Escape");

  site.alter("UPDATE rocks SET ready = 0, error = 'It could not be read.'");
  await goTo(page, "Users");
  await goTo(page, "Rocks");
  await edit.click();
  await expect(
    dialog.getByText("The picture could not be made: It could not be read."),
  ).toBeVisible();
});

test("a rock without artists reads UNKNOWN in the table too @soak", async () => {
  addRock(site, 31);
  await openAdmin(page, site, "Rocks");
  await seesA("cell", "UNKNOWN");
});

test("Create Images says 'Something went wrong' if the server gives no reason @soak", async () => {
  await openAdmin(page, site, "Jobs");
  await page.route("**/api/create-images", (route) =>
    route.fulfill({ status: 500, body: "" }),
  );
  await press("Start");
  await sees("❌ Error: Something went wrong", { exact: true });
});
