import axe from "axe-core";
import { expect, type Page } from "playwright/test";

/** WCAG 2.2 AA and the good practices that axe knows: none is broken on the page as it stands now. */
export async function expectAccessible(page: Page) {
  // What is still fading in has not got its colours yet.
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
  const { violations } = await page.evaluate(() => window.axe.run());
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
