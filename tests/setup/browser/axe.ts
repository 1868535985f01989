import axe from "axe-core";
import { expect, type Page } from "playwright/test";

/** Expects the page, in its current state, to break no rule of axe: WCAG 2.2 AA and good practices. */
export async function expectAccessible(
  page: Page,
  options: axe.RunOptions = {},
) {
  // Elements that are still fading in don't have their final colours.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(
          ({ effect }) => effect?.getComputedTiming().endTime !== Infinity,
        )
        .map(({ finished }) => finished),
    ),
  );
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (options) => window.axe.run(options),
    options,
  );
  expect(
    violations.map(({ id, nodes }) => [
      id,
      ...nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
    ]),
    `axe at ${page.url()}`,
  ).toEqual([]);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
