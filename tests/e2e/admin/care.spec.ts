import { goTo, openAdmin } from "#tests/setup/calls/admin.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { addPost } from "#tests/setup/calls/catalogue.ts";
import { holdBack } from "#tests/setup/browser/pages.ts";
import { fill, press, sees } from "#tests/setup/browser/steps.ts";

/** Clicks a link of the admin's navigation without waiting for the screen. */
const followLink = (screen: string) =>
  page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: screen, exact: true })
    .click();

test("every screen says 'Loading...' at once while its data is on the way @soak", async () => {
  await openAdmin("Rocks");
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

test("a row whose coordinates were saved stays where it was, marked, until the list is loaded again @soak", async () => {
  addPost(site, { location: "First" });
  addPost(site, { location: "Second", place: [10, 10] });
  addPost(site, { location: "Third", place: [20, 20] });
  await openAdmin("Journey");
  const rows = page.getByRole("row").filter({ hasText: "rock 214" });
  const order = ["First", "Second", "Third"];
  for (const [index, location] of order.entries())
    await expect(rows.nth(index)).toContainText(location);
  await press(/^Edit.*First/);
  const dialog = page.getByRole("dialog", { name: "Edit post: rock 214" });
  await fill("Coordinates", "30, 30", { in: dialog });
  await press("Save", { in: dialog });
  await expect(dialog).toBeHidden();
  await sees("0 without coordinates");
  await expect(rows.nth(0)).toContainText("First");
  await sees("Saved", { in: rows.nth(0) });

  await goTo("Users");
  await goTo("Journey");
  await expect(rows.nth(2)).toContainText("First");
  await expect(page.getByText("Saved")).toBeHidden();
});

test("Create Images says 'Something went wrong' if the server gives no reason @soak", async () => {
  await openAdmin("Jobs");
  await page.route("**/api/create-images", (route) =>
    route.fulfill({ status: 500, body: "" }),
  );
  await press("Start");
  await sees("❌ Error: Something went wrong", { exact: true });
});
