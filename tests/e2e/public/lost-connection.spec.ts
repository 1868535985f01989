import {
  expect,
  page,
  site,
  test,
  fill,
  press,
  seesA,
  sees,
} from "#tests/setup/browser/browser.ts";
import { untilAlive } from "#tests/setup/browser/rocks.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";

const LOST = /^The site could not be reached. Nothing was changed./;

test("a sign-in without a connection keeps the form, says so, and works once there is one", async () => {
  await page.goto("/login");
  await untilAlive(page);
  await fill("Username", site.adminUsername);
  await fill("Password", site.adminPassword);
  await page.context().setOffline(true);
  await press("Login");
  await expect(page.getByRole("alert")).toHaveText(LOST);
  await expect(page.getByLabel("Password")).toHaveValue(site.adminPassword);
  await page.context().setOffline(false);
  await press("Login");
  await seesA("heading", "Dashboard");
});

test("a sign-out without a connection is said beside its button, and the admin stays @soak", async () => {
  await openAdmin(page, site);
  await page.context().setOffline(true);
  await press("Logout");
  await expect(page.getByRole("alert")).toHaveText(LOST);
  await seesA("heading", "Dashboard");
  await page.context().setOffline(false);
  await press("Logout");
  await expect(page).toHaveURL(/\/login$/);
});

for (const [what, answer] of [
  ["without an answer", undefined],
  ["with an answer that is cut", '[{"_1":2},"routes/pub'],
] as const)
  test(`a map that is opened ${what} says so, and offers to try again @soak`, async () => {
    await page.goto("/sudc");
    await untilAlive(page);
    await page.route("**/map.data*", (route) =>
      answer === undefined
        ? route.abort()
        : route.fulfill({
            body: answer,
            headers: { "X-Remix-Response": "yes" },
            contentType: "text/x-script",
          }),
    );
    await page.getByRole("link", { name: /Map/ }).first().click();
    await sees("This page could not be loaded. You may be offline.");
    await expect(page.getByText("Unexpected Application Error")).toHaveCount(0);
    await page.unroute("**/map.data*");
    await press("Try again");
    await seesA("region", "World map");
  });
