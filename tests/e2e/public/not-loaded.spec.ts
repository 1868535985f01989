import { addAlbum } from "#tests/setup/calls/albums.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import {
  fill,
  press,
  pressLink,
  sees,
  seesA,
  seesNo,
} from "#tests/setup/e2e/steps.ts";
import { listenForErrors, untilAlive } from "#tests/setup/e2e/pages.ts";

/** Refuses matching requests. Returns a function that ends this. */
async function refuse(pattern: string) {
  await page.route(pattern, (route) => route.abort());
  return () => page.unroute(pattern);
}

test("an album that can't be loaded says so and offers to try again", async () => {
  await addAlbum(site, {
    name: "shore",
    title: "The shore",
    photos: [{ title: "Dawn" }],
  });
  const errors = listenForErrors();
  await page.goto("/photos");
  const allow = await refuse("**/api/albums/*/photos");
  await pressLink(/^The shore/);
  await sees("The photographs could not be loaded.");
  expect(errors()).toContain("Error loading /api/albums/");

  await allow();
  await press("Try again");
  await seesA("link", "Open photograph: Dawn");
  await seesNo("could not be loaded");
});

for (const [link, address, heading] of [
  ["Photos", "/photos", "Photo Albums"],
  ["Track The Rocks", "/track-the-rocks", "See Robin's Rocks"],
  ["See All Rocks", "/all-rocks", "All Rocks"],
] as const)
  test(`${address} says that it could not be loaded and offers to try again @soak`, async () => {
    await page.goto(
      link === "See All Rocks" ? "/track-the-rocks" : "/share-your-rock",
    );
    await untilAlive(page);
    const allow = await refuse(`**${address}.data*`);
    await pressLink(link, { exact: true });
    await seesA("heading", "No connection");
    await sees("This page could not be loaded.");
    await seesNo("There are no");
    await allow();
    await press("Try again");
    await seesNo("could not be loaded");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  });

test("a sign-in without a connection says so, and is there again once there is one @soak", async () => {
  await page.goto("/login");
  await untilAlive(page);
  await fill("Username", site.adminUsername);
  await fill("Password", site.adminPassword);
  await page.context().setOffline(true);
  await press("Login");
  await seesA("heading", "No connection");
  await page.context().setOffline(false);
  await press("Try again");
  await fill("Username", site.adminUsername);
  await fill("Password", site.adminPassword);
  await press("Login");
  await seesA("heading", "Dashboard");
  await press("Logout");
  await expect(page).toHaveURL(/\/login$/);
});

test("a map whose answer is cut says so, and offers to try again @soak", async () => {
  await page.goto("/sudc");
  await untilAlive(page);
  await page.route("**/map.data*", (route) =>
    route.fulfill({
      body: '[{"_1":2},"routes/pub',
      headers: { "X-Remix-Response": "yes" },
      contentType: "text/x-script",
    }),
  );
  await page.getByRole("link", { name: /Map/ }).first().click();
  await sees("This page could not be loaded. You may be offline.");
  await seesNo("Unexpected Application Error");
  await page.unroute("**/map.data*");
  await press("Try again");
  await seesA("region", "World map");
});
