import type { Dialog, Locator, Page } from "playwright/test";
import { untilAlive } from "../e2e/pages.ts";
import { expect, page, site } from "#tests/setup/e2e/test.ts";
import { press, pressLink, seesA } from "#tests/setup/e2e/steps.ts";

/** Opens a screen as the admin. A session allows one load of a page, so go on with `goTo`. */
export async function openAdmin(screen: string = "Dashboard") {
  const [name = "", value = ""] = (await site.shareSession()).split("=");
  const secure = name.startsWith("__Host-");
  await page.context().addCookies([
    {
      name,
      value,
      url: secure ? site.baseURL.replace("http:", "https:") : site.baseURL,
      secure,
      httpOnly: true,
      sameSite: "Strict",
    },
  ]);
  await page.goto(
    screen === "Dashboard" ? "/admin" : `/admin/${screen.toLowerCase()}`,
  );
  await untilAlive(page);
}

/** Signs in by the form and opens a screen by its link, as an admin does. */
export async function signInByForm(screen?: string) {
  await page.goto("/login");
  await sendSignIn();
  await seesA("heading", "Dashboard");
  if (screen) await goTo(screen);
}

/** Sends the form of the sign-in. */
export async function sendSignIn(
  on: Page = page,
  password = site.adminPassword,
) {
  await on.getByLabel("Username").fill(site.adminUsername);
  await on.getByLabel("Password").fill(password);
  await on.getByRole("button", { name: "Login" }).click();
}

/** Follows a link of the admin's navigation. On a phone it opens the menu first. */
export async function goTo(screen: string, on: Page = page) {
  const menu = on.getByRole("button", { name: "Open the menu" });
  if (await menu.isVisible()) await menu.click();
  const link = on
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: screen, exact: true, includeHidden: true });
  await link.click();
  await expect(link).toHaveAttribute("aria-current", "page");
  await expect(on.getByRole("button", { name: "Close the menu" })).toBeHidden();
}

/** Clicks a link of the admin's navigation without waiting for the screen. */
export const followLink = (screen: string) =>
  pressLink(screen, {
    in: page.getByRole("navigation", { name: "Admin" }),
    exact: true,
  });

/** Opens a section of the Site screen, if it isn't open. Returns the section. */
export async function openSection(title: string) {
  const section = page.getByRole("region", { name: title, exact: true });
  if (await section.locator("details.site-section:not([open])").isVisible())
    await section.getByRole("heading", { name: title, exact: true }).click();
  return section;
}

/** Opens the dialog of a find of rock 214 on the Journey screen. */
export async function openPost() {
  await openAdmin("Journey");
  await press(/^Edit rock 214/);
  return page.getByRole("dialog", { name: "Edit post: rock 214" });
}

/** Answers alerts and confirmations: the first ones as told, the others with yes. Returns the list of their texts. */
export function answerDialogs(...answers: boolean[]) {
  const said: string[] = [];
  page.on("dialog", (dialog) => {
    said.push(dialog.message());
    void ((answers.shift() ?? true) ? dialog.accept() : dialog.dismiss());
  });
  return said;
}

/** Presses a button that asks a question: after no it is still there, after yes it goes. */
export async function pressAndConfirm(
  button: Locator,
  question: string,
  afterNo = () => {},
) {
  const said: string[] = [];
  const answer = (dialog: Dialog) => {
    said.push(dialog.message());
    void (said.length === 1 ? dialog.dismiss() : dialog.accept());
  };
  page.on("dialog", answer);
  await button.click();
  await expect(button).toBeEnabled();
  afterNo();
  await button.press("Enter");
  await expect(button).toBeHidden();
  page.off("dialog", answer);
  expect(said).toEqual([question, question]);
}

/** Calls the API as the admin, and returns what it answers. */
export async function callAsAdmin<T>(
  method: string,
  path: string,
  body?: unknown,
) {
  const cookie = await site.shareSession();
  const answer = await site.send(`${method} /api${path}`, body, { cookie });
  expect(answer.ok, `${method} ${path}`).toBe(true);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}
