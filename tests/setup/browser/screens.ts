import { expect, type Page } from "playwright/test";
import { expectAccessible } from "./axe.ts";

/** CSS pixels. */
export const COMPUTER = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
export const SCREENS = [PHONE, COMPUTER];

/** Expects no part of the page, and of its dialogs, to be wider than the screen. */
export async function expectNothingWider(page: Page) {
  const wider = await page.evaluate(() =>
    [
      document.documentElement,
      ...document.querySelectorAll("dialog[open] .dialog-body"),
    ].map((element) => element.scrollWidth - element.clientWidth),
  );
  expect(Math.max(...wider), page.url()).toBeLessThanOrEqual(0);
}

/** Expects axe to find nothing and nothing to be wider than the screen, on a phone and then on a computer. */
export async function expectAccessibleOnScreens(page: Page) {
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    await expectAccessible(page);
    await expectNothingWider(page);
  }
}
