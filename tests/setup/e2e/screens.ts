import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { RunOptions } from "axe-core";
import type { Page } from "playwright/test";
import { expect, page } from "#tests/setup/e2e/test.ts";
import { isLongRun } from "#tests/setup/seeds.ts";

/** Less than half as long as `axe.source`, so a page reads it in less time. */
const SOURCE = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

const SCHEMES = ["dark", "light"] as const;

/**
 * Expects the page, in its current state, to break no rule of axe: WCAG 2.2 AA and good practices. In the long run it
 * is dark at first, which differs in its colours alone. Leaves the page light.
 */
export async function expectAccessible(on = page, all: RunOptions = {}) {
  // A page that was looked at before has it.
  if (!(await on.evaluate(() => "axe" in window))) await on.evaluate(SOURCE);
  for (const colorScheme of isLongRun ? SCHEMES : SCHEMES.slice(1)) {
    const options =
      colorScheme === "dark" ? { ...all, runOnly: ["color-contrast"] } : all;
    await on.emulateMedia({ colorScheme });
    await untilColoured(on);
    const { violations } = await on.evaluate(
      (options) => window.axe.run(options),
      // It would describe each element that keeps a rule, too.
      { ...options, resultTypes: ["violations" as const] },
    );
    expect(
      violations.map(({ id, nodes }) => [
        id,
        ...nodes.map(
          ({ html, failureSummary }) => `${html}\n${failureSummary}`,
        ),
      ]),
      `axe at ${on.url()}, ${colorScheme}`,
    ).toEqual([]);
  }
}

/** Elements that are still fading in don't have their final colours. */
const untilColoured = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(
          ({ effect }) => effect?.getComputedTiming().endTime !== Infinity,
        )
        .map(({ finished }) => finished),
    ),
  );

declare global {
  interface Window {
    axe: typeof import("axe-core");
  }
}

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
    if (SCREENS.includes(screen)) await expectAccessible();
    await expectNothingWider();
  }
}
