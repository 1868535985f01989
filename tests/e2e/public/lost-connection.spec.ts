import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { untilAlive } from "#tests/setup/browser/rocks.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";

const LOST = /^The site could not be reached. Nothing was changed./;

test("a sign-in without a connection keeps the form, says so, and works once there is one", async () => {
  await page.goto("/login");
  await untilAlive(page);
  await page.getByLabel("Username").fill(site.adminUsername);
  await page.getByLabel("Password").fill(site.adminPassword);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("alert")).toHaveText(LOST);
  await expect(page.getByLabel("Password")).toHaveValue(site.adminPassword);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
});

test("a sign-out without a connection is said beside its button, and the admin stays @soak", async () => {
  await openAdmin(page, site);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("alert")).toHaveText(LOST);
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Logout" }).click();
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
    await expect(
      page.getByText("This page could not be loaded. You may be offline."),
    ).toBeVisible();
    await expect(page.getByText("Unexpected Application Error")).toHaveCount(0);
    await page.unroute("**/map.data*");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("region", { name: "World map" })).toBeVisible();
  });
