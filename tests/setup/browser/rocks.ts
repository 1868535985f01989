import type { Page } from "playwright/test";
import { page, press } from "#tests/setup/browser/browser.ts";

/** Waits until React has hydrated the page, so that it reacts to a click at once. */
export const untilAlive = (page: Page) =>
  page.waitForFunction(() => window.earlyClick === null);

export async function visit(path: string) {
  await page.goto(path);
  await untilAlive(page);
}

export async function search(number: string) {
  await press("Search", { exact: true });
  const asking = page.getByRole("dialog", { name: "Search" });
  await asking.getByLabel("Rock Number").fill(number);
  await asking.getByRole("button", { name: "Search", exact: true }).click();
}

export const dialog = (name: string | RegExp) =>
  page.getByRole("dialog", { name, exact: true });
export const lightbox = () => dialog("Photographs");
