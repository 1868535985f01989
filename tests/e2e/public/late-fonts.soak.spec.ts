import { expect, page, test } from "#tests/setup/e2e/test.ts";
import { countShifts, untilDrawn } from "#tests/setup/e2e/layout-shift.ts";

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
    const { readSeen } = await countShifts(page);
    let late = 0;
    await page.route("**/*.woff2", async (route) => {
      await expect.poll(async () => (await readSeen()).isPainted).toBe(true);
      late++;
      await route.continue();
    });
    await page.goto(path);
    await untilDrawn(page);
    expect(late).toBe(2);
    expect((await readSeen()).shift).toBeLessThan(SHIFT_MAX);
  });
