import { expect } from "playwright/test";
import { expectAccessible } from "./axe.ts";
import { page } from "#tests/setup/browser/browser.ts";
import { isLongRun } from "#tests/setup/seeds.ts";

/** CSS pixels. */
export const COMPUTER = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
/** The second size belongs to the long run. */
export const SCREENS = isLongRun ? [PHONE, COMPUTER] : [PHONE];

/** Expects no part of the page, and of its dialogs, to be wider than the screen. */
export async function expectNothingWider() {
  const wider = await page.evaluate(() =>
    [
      document.documentElement,
      ...document.querySelectorAll("dialog[open] .dialog-body"),
    ].map((element) => element.scrollWidth - element.clientWidth),
  );
  expect(Math.max(...wider), page.url()).toBeLessThanOrEqual(0);
}

/** Expects axe to find nothing and nothing to be wider than the screen, on each screen. */
export async function expectAccessibleOnScreens() {
  for (const screen of [PHONE, COMPUTER]) {
    await page.setViewportSize(screen);
    if (SCREENS.includes(screen)) await expectAccessible(page);
    await expectNothingWider();
  }
}
