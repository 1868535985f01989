import { answerDialogs, signInByForm } from "#tests/setup/calls/admin.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { fill, press, seesA } from "#tests/setup/browser/steps.ts";

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
