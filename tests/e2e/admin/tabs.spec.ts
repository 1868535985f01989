import type { Page } from "playwright/test";
import { context, expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { goTo, sendSignIn, signInByForm } from "#tests/setup/calls/admin.ts";
import {
  fill,
  holds,
  press,
  pressLink,
  seesA,
} from "#tests/setup/e2e/steps.ts";
import { expectAccessible } from "#tests/setup/e2e/screens.ts";

const notice = (page: Page) =>
  page.getByText("You are signed in in another tab.");
const users = () => page.getByRole("heading", { level: 1, name: "Users" });

async function sessionOf() {
  const [cookie] = (await context.cookies()).filter(
    ({ name }) => name === "admin",
  );
  return `admin=${cookie!.value}`;
}

const isAlive = async (cookie: string) =>
  (await site.fetch("/api/rocks", { headers: { cookie } })).ok;

async function signInAgain(page: Page) {
  await sendSignIn(page);
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
}

/** The same tests for each address at which the site may be opened. */
function describeTabs() {
  test("a second tab on /admin costs the first one nothing: its text stays, and it can save", async () => {
    await signInByForm("Users");
    const session = await sessionOf();
    await press("+ New User");
    const dialog = page.getByRole("dialog");
    await fill("Display Name", "Ida", { in: dialog });

    const second = await context.newPage();
    await second.goto("/admin/users");
    await expect(second).toHaveURL(/\/login$/);
    await expect(notice(second)).toBeVisible();
    await expectAccessible(second);
    expect(await isAlive(session)).toBe(true);

    await holds("Display Name", "Ida", { in: dialog });
    await press("Save", { in: dialog });
    await expect(dialog).toBeHidden();
    await seesA("cell", "Ida", { exact: true });

    await pressLink("Continue here", { in: second });
    await seesA("heading", "Dashboard", { in: second });
    await goTo("Users", second);
    await seesA("cell", "Ida", { exact: true, in: second });
  });

  test("a reload of the only admin tab signs out, on the server too", async () => {
    await signInByForm("Users");
    const session = await sessionOf();
    expect(await isAlive(session)).toBe(true);
    await page.reload();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => isAlive(session)).toBe(false);
    await expect(notice(page)).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/\/login$/);
  });

  test("of two admin tabs one may close; a reload of the one that is left signs out @soak", async () => {
    await signInByForm();
    const session = await sessionOf();
    const second = await context.newPage();
    await second.goto("/admin");
    await pressLink("Continue here", { in: second });
    await goTo("Users", second);
    await page.close();
    await goTo("Rocks", second);
    expect(await isAlive(session)).toBe(true);
    await second.reload();
    await expect(second).toHaveURL(/\/login$/);
    await expect.poll(() => isAlive(session)).toBe(false);
  });

  test("a tab that has left the admin is no admin tab @soak", async () => {
    await signInByForm();
    const session = await sessionOf();
    await pressLink("Exit Admin");
    await expect(page).toHaveURL(/\/$/);
    const second = await context.newPage();
    await second.goto("/admin");
    await expect.poll(() => isAlive(session)).toBe(false);
    await expect(notice(second)).toBeHidden();
  });

  test("a sign-in right after the reload is not undone by the end of the session before @soak", async () => {
    await signInByForm();
    const before = await sessionOf();
    await page.reload();
    await signInAgain(page);
    expect(await isAlive(before)).toBe(false);
    expect(await isAlive(await sessionOf())).toBe(true);
    await goTo("Users");
    await expect(users()).toBeVisible();
  });

  test("a sign-in in a second tab keeps the first one going @soak", async () => {
    await signInByForm();
    const before = await sessionOf();
    const second = await context.newPage();
    await second.goto("/admin");
    await expect(notice(second)).toBeVisible();
    await signInAgain(second);
    expect(await isAlive(before)).toBe(false);
    await goTo("Users");
    await expect(users()).toBeVisible();
  });
}

test.describe("on a secure address, where browsers have locks", describeTabs);

test.describe("on an address without TLS, where they have none @soak", () => {
  const insecure = "0.0.0.0";
  test.use({
    baseURL: async ({ site }, use) =>
      use(site.baseURL.replace("127.0.0.1", insecure)),
  });
  test.beforeEach(async () => {
    await page.goto("/login");
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
  });
  describeTabs();
});

test.describe("with sessions that may outlive their tab", () => {
  test.use({ siteEnv: { ADMIN_SESSION_SURVIVES_RELOAD: "true" } });

  test("neither a reload nor the sign-in page ends a session that may outlive its tab @soak", async () => {
    await signInByForm("Users");
    await page.reload();
    const users = page.getByRole("heading", { level: 1, name: "Users" });
    await expect(users).toBeVisible();
    await page.goto("/login");
    await seesA("heading", "Admin Login");
    await page.goto("/admin/users");
    await expect(users).toBeVisible();
  });
});
