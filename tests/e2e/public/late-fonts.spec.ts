import { expect, page, test } from "#tests/setup/browser/browser.ts";

/** What moves while a page is loaded, as browsers count it: the share of the screen, times how far. */
const SHIFT_MAX = 0.02;

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: "block" });

for (const path of [
  "/",
  "/share-your-rock",
  "/photos",
  "/track-the-rocks",
  "/sudc",
  "/privacy",
])
  test(`hardly anything of ${path} moves when its fonts arrive after the first paint`, async () => {
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
    const readSeen = () =>
      page.evaluate(
        () =>
          (window as unknown as { seen: { shift: number; isPainted: boolean } })
            .seen,
      );
    let late = 0;
    await page.route("**/*.woff2", async (route) => {
      await expect.poll(async () => (await readSeen()).isPainted).toBe(true);
      late++;
      await route.continue();
    });
    await page.goto(path);
    // The fonts are in use once they are ready and two frames have passed.
    await page.evaluate(async () => {
      await document.fonts.ready;
      for (let frame = 0; frame < 2; frame++)
        await new Promise(requestAnimationFrame);
    });
    expect(late).toBe(2);
    expect((await readSeen()).shift).toBeLessThan(SHIFT_MAX);
  });
