import type { Page } from "playwright/test";
import { expect } from "../browser/browser.ts";
import type { Site } from "../processes/site.ts";

/** Signs in on the page and opens a screen by its link, because a page load would sign out. */
export async function openAdmin(page: Page, site: Site, screen?: string) {
  await page.goto("/login");
  await page.getByLabel("Username").fill(site.adminUsername);
  await page.getByLabel("Password").fill(site.adminPassword);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  if (screen) await goTo(page, screen);
}

/** Follows a link of the admin's navigation. On a phone it opens the menu first. */
export async function goTo(page: Page, screen: string) {
  const menu = page.getByRole("button", { name: "Open the menu" });
  if (await menu.isVisible()) await menu.click();
  const link = page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: screen, exact: true, includeHidden: true });
  await link.click();
  await expect(link).toHaveAttribute("aria-current", "page");
  await expect(
    page.getByRole("button", { name: "Close the menu" }),
  ).toBeHidden();
}

/** Answers alerts and confirmations as `accept` says. Returns the list of their texts. */
export function answerDialogs(page: Page, accept = () => true) {
  const said: string[] = [];
  page.on("dialog", (dialog) => {
    said.push(dialog.message());
    void (accept() ? dialog.accept() : dialog.dismiss());
  });
  return said;
}
