import { PHONE } from "#tests/setup/browser/screens.ts";
import { answerDialogs, goTo, signInByForm } from "#tests/setup/calls/admin.ts";
import { addPost } from "#tests/setup/calls/catalogue.ts";
import {
  expect,
  page,
  site,
  test,
  seesA,
  fill,
  press,
} from "#tests/setup/browser/browser.ts";
import { emptyRocks } from "#tests/setup/calls/rocks.ts";

test.beforeEach(() => emptyRocks(site));

const SCREENS = [
  "/admin",
  "/admin/jobs",
  "/admin/users",
  "/admin/rocks",
  "/admin/journey",
];

test("without a sign-in each screen of the admin leads to /login", async () => {
  for (const path of SCREENS) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await seesA("heading", "Admin Login");
  }
});

test("a wrong sign-in alerts 'Invalid credentials' and stays on the form; both fields are required @soak", async () => {
  await page.goto("/login");
  const said = answerDialogs();
  const login = page.getByRole("button", { name: "Login" });
  await login.click();
  for (const label of ["Username", "Password"])
    await expect(page.getByLabel(label)).toHaveAttribute("required");
  await expect(page.getByLabel("Username")).toHaveAttribute(
    "autocomplete",
    "username",
  );
  await expect(page.getByLabel("Password")).toHaveAttribute(
    "autocomplete",
    "current-password",
  );
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

test("moving about inside the site keeps the session, a reload ends it @soak", async () => {
  await signInByForm("Rocks");
  await page.goBack();
  await seesA("heading", "Dashboard");
  await page.goForward();
  await seesA("heading", "Rock Catalog");
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);
});

test("Logout clears the session on the server @soak", async () => {
  await signInByForm();
  await press("Logout");
  await expect(page).toHaveURL(/\/login$/);
  expect((await page.request.get("/api/rocks")).status()).toBe(401);
});

test("a session that has ended meanwhile leads to the sign-in at the next screen @soak", async () => {
  await signInByForm();
  site.alter("DELETE FROM admin_sessions");
  await page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: "Users" })
    .click();
  await expect(page).toHaveURL(/\/login$/);
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });
  test("every screen is reached by the menu, and nothing is wider than the screen", async () => {
    addPost(site, { location: "x".repeat(200), comment: "y".repeat(500) });
    await signInByForm();
    for (const screen of ["Users", "Rocks", "Journey", "Jobs"]) {
      await goTo(page, screen);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
      ).toBeLessThanOrEqual(PHONE.width);
    }
  });
});
