import { createRequire } from "node:module";
import { type Page } from "playwright/test";
import { expect } from "./browser.ts";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface Results {
  violations: { id: string; help: string; nodes: { html: string }[] }[];
}

/** Fails where axe finds a fault of WCAG 2.2 AA, or of good practice, in the page as it is. The test needs `bypassCSP`. */
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
  await page.addScriptTag({ path: axe });
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run: () => Promise<Results> } }).axe.run(),
  );
  expect(
    violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes.map(({ html }) => html).join(" ")}`,
    ),
  ).toEqual([]);
}
