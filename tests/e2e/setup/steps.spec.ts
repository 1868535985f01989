import type { Request } from "playwright/test";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { expectAccessibleOnScreens, PHONE } from "#tests/setup/e2e/screens.ts";
import { NEW_PASSWORD, setUpLink } from "#tests/setup/calls/set-up-calls.ts";
import { startMailServer } from "#tests/setup/processes/mail-server.ts";
import { fill, holds, says, sees } from "#tests/setup/e2e/steps.ts";
import { holdBack } from "#tests/setup/e2e/pages.ts";

test.use({ siteEnv: { ADMIN_PASSWORD: "" }, viewport: PHONE });

// Each test sets the site up anew. All but the first need the link of another start.
test.beforeEach(async () => {
  if (site.count("secrets WHERE name = 'password'") === 0) return;
  site.alter(
    "DELETE FROM secrets WHERE name IN ('password', 'admin'); DELETE FROM admin_sessions",
  );
  await site.restart();
});

const step = (name: string) => page.getByRole("heading", { level: 1, name });
const press = (name: string) =>
  page.getByRole("button", { name, exact: true }).click();
const follow = (name: string) =>
  page.getByRole("link", { name, exact: true }).click();

async function choosePassword() {
  await page.goto(setUpLink(site.lines));
  await fill("Password", NEW_PASSWORD);
  await press("Set the password");
  await expect(step("Whose site is it?")).toBeFocused();
}

test("what was saved is there on the way back, and a step asks before it throws away what was not @soak", async () => {
  await choosePassword();
  await fill("First name", "Wren");
  await follow("Later");
  await holds("First name", "Wren");
  await press("Save and go on");
  await fill("Your story", "Wren loved the sea.");
  page.once("dialog", (question) => void question.accept());
  await follow("Back");
  await holds("First name", "Wren");
  await press("Save and go on");
  await holds("Your story", "");
  await fill("Your story", "Wren loved the sea.");
  await press("Save and go on");
  await expect(step("Mail")).toBeFocused();
  await page.goBack();
  await holds("Your story", "Wren loved the sea.");
  await page.goBack();
  await holds("First name", "Wren");
  expect(
    site.query("SELECT key FROM site_texts WHERE key = 'story'"),
  ).toHaveLength(1);
});

/** Presses the step's button, and again while the next step loads. Returns the calls that this has made. */
async function pressTwice(next: string) {
  const calls: string[] = [];
  const note = (request: Request) => {
    if (request.method() !== "GET")
      calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
  };
  const pressAtOnce = () =>
    page
      .locator(".set-up-bar [type='submit']")
      .evaluate((button: HTMLElement) => button.click());
  page.on("request", note);
  const release = await holdBack("**/setup.data**");
  const loading = page.waitForRequest("**/setup.data**");
  await pressAtOnce();
  await loading;
  await pressAtOnce();
  release();
  await expect(step(next)).toBeFocused();
  await page.unroute("**/setup.data**");
  page.off("request", note);
  return calls;
}

test("a second press while the next step loads does nothing, and mail is tried before it is saved", async () => {
  const mailServer = await startMailServer();
  try {
    await page.goto(setUpLink(site.lines));
    await fill("Password", NEW_PASSWORD);
    expect(await pressTwice("Whose site is it?")).toEqual(["POST /api/setup"]);
    await fill("First name", "Wren");
    expect(await pressTwice("The story and its picture")).toEqual([
      "PUT /api/site-texts",
    ]);
    const [named] = site.column(
      "SELECT value FROM site_texts WHERE key = 'site_name'",
    );
    expect(named).toBe("Wren’s Rocks");

    await follow("Later");
    await fill("Server", "smtp://127.0.0.1:1", { exact: true });
    await fill("From", "rocks@example.org", { exact: true });
    await fill("To", "wren@example.org", { exact: true });
    await press("Save and go on");
    await sees("The mail server said");
    await fill("Server", mailServer.url, { exact: true });
    await press("Save and go on");
    await expect(step("The first rock")).toBeFocused();
    expect(mailServer.mails).toHaveLength(1);
    await follow("Back");
    await sees("The mail server is set.");
    await holds("From", "rocks@example.org", { exact: true });
  } finally {
    site.alter("DELETE FROM settings");
    await mailServer.stop();
  }
});

test("a weak password and a used link are explained @soak", async () => {
  const link = setUpLink(site.lines);
  await page.goto(link);
  await sees("At least 8 characters");
  await fill("Password", "brief");
  await press("Set the password");
  await says("alert", "This password is too short.");
  await fill("Password", "password123");
  await press("Set the password");
  await says("alert", "many people use it");
  await expectAccessibleOnScreens();
  await fill("Password", NEW_PASSWORD);
  await press("Set the password");
  await expect(step("Whose site is it?")).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/");
  await page.goto(link);
  await expect(step("This site is set up")).toBeVisible();
  await follow("Sign in");
  await expect(step("Admin Login")).toBeVisible();
});
