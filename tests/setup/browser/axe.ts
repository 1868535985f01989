import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import { expect, type Page } from "playwright/test";

/** Less than half as long as `axe.source`, so a page reads it in less time. */
const SOURCE = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Dark pages differ from light ones in their colours alone. */
export const CONTRAST: RunOptions = { runOnly: ["color-contrast"] };

/**
 * Expects the page, in its current state, to break no rule of axe, light or dark: WCAG 2.2 AA and good practices.
 * Leaves the page light.
 */
export async function expectAccessible(page: Page, all: RunOptions = {}) {
  // A page that was looked at before has it.
  if (!(await page.evaluate(() => "axe" in window)))
    await page.evaluate(SOURCE);
  for (const [colorScheme, options] of [
    ["dark", { ...all, ...CONTRAST }],
    ["light", all],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await untilColoured(page);
    const { violations } = await page.evaluate(
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
      `axe at ${page.url()}, ${colorScheme}`,
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
    axe: typeof axe;
  }
}
