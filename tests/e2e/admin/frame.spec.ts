import {
  answerDialogs,
  followLink,
  goTo,
  openAdmin,
  signInByForm,
} from "#tests/setup/calls/admin.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import {
  fill,
  holds,
  press,
  says,
  sees,
  seesA,
} from "#tests/setup/e2e/steps.ts";
import { addPost } from "#tests/setup/calls/rocks.ts";
import { holdBack } from "#tests/setup/e2e/pages.ts";
import { rm } from "node:fs/promises";

test("a wrong sign-in alerts 'Invalid credentials' and stays on the form; both fields are required @soak", async () => {
  await page.goto("/login");
  const said = answerDialogs();
  const login = page.getByRole("button", { name: "Login" });
  await login.click();
  for (const [label, name] of [
    ["Username", "username"],
    ["Password", "current-password"],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveAttribute("required");
    await expect(page.getByLabel(label)).toHaveAttribute("autocomplete", name);
  }
  expect(said).toEqual([]);
  await fill("Username", site.adminUsername);
  await fill("Password", "wrong");
  await login.click();
  await expect.poll(() => said).toEqual(["Invalid credentials"]);
  await expect(page).toHaveURL(/\/login$/);
  await fill("Password", site.adminPassword);
  await login.click();
  await expect(page).toHaveURL(/\/admin$/);
});

test("the admin's navigation has its items, marks the open one, and Exit Admin goes to /", async () => {
  await signInByForm();
  const nav = page.getByRole("navigation", { name: "Admin" });
  const items = nav.getByRole("list").getByRole("link");
  for (const name of ["Dashboard", "Jobs", "Users", "Rocks", "Journey"])
    await expect(items.filter({ hasText: name })).toBeVisible();
  await expect(items.last()).toHaveText("Exit Admin");
  await items.filter({ hasText: "Rocks" }).click();
  await expect(nav.locator('[aria-current="page"]')).toHaveText("Rocks");
  await items.last().click();
  await expect(page).toHaveURL(site.baseURL + "/");
  await seesA("navigation", "Main");
});

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

test("a row whose coordinates were saved stays where it was until the list is loaded again @soak", async () => {
  addPost(site, { location: "First" });
  addPost(site, { location: "Second", at: [10, 10] });
  addPost(site, { location: "Third", at: [20, 20] });
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
  await sees("Saved.");

  await goTo("Users");
  await goTo("Journey");
  await expect(rows.nth(2)).toContainText("First");
});

test("the admin makes missing images again, and reads what came of it", async () => {
  const { uuid } = await site.addFind();
  await site.untilIdle();
  await rm(`${site.mediaDir}/rocks/214/${uuid}/sm`, { recursive: true });

  await openAdmin("Jobs");
  const box = page.getByRole("region", { name: "Create Images" });
  await holds("Path", "media/rocks", { in: box });
  await expect(box.getByLabel("Regenerate Images")).not.toBeChecked();
  await press("Start", { in: box });
  await says("status", "✅ Success: 1 image made", { in: box });
  const jobs = page.getByRole("region", { name: "Jobs" });
  await expect(jobs.getByRole("listitem").first()).toContainText(
    "1 image made",
  );

  await fill("Path", "media/elsewhere", { in: box });
  await press("Start", { in: box });
  await says("status", "❌ Error: There is no such folder", { in: box });
  expect(site.count("jobs WHERE kind = 'create-images'")).toBe(1);

  const noReason = { status: 500, body: "" };
  await page.route("**/api/create-images", (route) => route.fulfill(noReason));
  await press("Start", { in: box });
  await says("status", "❌ Error: Something went wrong", { in: box });
});
