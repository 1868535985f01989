import { page } from "#tests/setup/e2e/test.ts";

interface Seen {
  shift: number;
  isPainted: boolean;
}

/**
 * Counts what moves while a page is loaded, as browsers do: the share of the screen, times how far. Call it before the
 * page is opened. Returns a function that says what was seen.
 */
export async function countShifts() {
  await page.addInitScript(() => {
    const seen = { shift: 0, isPainted: false };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
      })[])
        seen.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver(() => {
      seen.isPainted = true;
    }).observe({ type: "paint", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
}

/** Waits for the fonts and for two frames, after which they are in use. */
export const untilDrawn = () =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame++)
      await new Promise(requestAnimationFrame);
  });
