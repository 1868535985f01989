import { expect, page, test } from "#tests/setup/e2e/test.ts";
import { chooseFew } from "#tests/setup/seeds.ts";
import { holds } from "#tests/setup/e2e/steps.ts";

for (const [width, height] of chooseFew([
  [320, 568],
  [360, 640],
  [390, 844],
  [1440, 900],
] as const))
  test(`'Upload Your Rock' is on the first screen of /share-your-rock at ${width}×${height}`, async () => {
    await page.setViewportSize({ width, height });
    await page.goto("/share-your-rock");
    await expect(
      page.getByRole("button", { name: "Upload Your Rock" }),
    ).toBeInViewport({ ratio: 1 });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
    ).toBeLessThanOrEqual(width);
  });

test("after a QR scan one press opens the form, with the number filled in", async () => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/qr?r=308");
  const upload = page
    .getByRole("complementary")
    .getByRole("link", { name: "Upload Your Rock" });
  await expect(upload).toBeInViewport({ ratio: 1 });
  await upload.click();
  const form = page.getByRole("dialog", { name: "Upload Your Rock" });
  await holds("Rock Number", "308", { in: form });
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(/\/share-your-rock(\?r=308)?$/);
});
