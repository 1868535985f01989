import type { Locator } from "playwright/test";
import { expect, page, test } from "#tests/setup/e2e/test.ts";
import { placeOf, send, storedPlace } from "#tests/setup/e2e/place.ts";
import { files, openForm } from "#tests/setup/e2e/share-form.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { chooseFew } from "#tests/setup/seeds.ts";
import { sees } from "#tests/setup/e2e/steps.ts";

const mapOf = (form: Locator) =>
  placeOf(form).getByRole("application", { name: /^Map\. Arrow keys/ });

/** Opens the map by key, so that it shows the whole world. */
async function openMap() {
  const form = await openForm();
  const world = placeOf(form).getByRole("button", { name: "Tap where it was" });
  await world.focus();
  await page.keyboard.press("Enter");
  await expect(mapOf(form)).toBeFocused();
  return form;
}

for (const hasTouch of chooseFew([true, false]))
  test.describe(hasTouch ? "by touch" : "by mouse", () => {
    test.use({
      hasTouch,
      isMobile: hasTouch,
      viewport: { width: 390, height: 844 },
    });

    test("taps on the map come closer, then set the stone, with how much a fingertip may miss", async () => {
      const comment = `From the map, ${hasTouch ? "touched" : "clicked"}.`;
      const form = await openForm();
      const place = placeOf(form);
      const press = (target: Locator, position: { x: number; y: number }) =>
        hasTouch ? target.tap({ position }) : target.click({ position });
      const world = place.getByRole("button", { name: "Tap where it was" });
      await expect(world.locator(".land-drawing > svg")).toBeAttached();
      const box = (await world.boundingBox())!;
      // The drawing has 330 degrees across, from 150° W. This is Scotland.
      await press(world, {
        x: ((150 - 4) / 330) * box.width,
        y: box.height * 0.2,
      });
      await sees("Tap to come closer", { in: place });
      const middle = { x: 179, y: 100 };
      await press(mapOf(form), middle);
      await sees("Tap where it was", { in: place });
      await expect(place.locator(".where-got")).toHaveCount(0);
      await press(mapOf(form), middle);
      await expect(place.locator(".where-got")).toContainText("as you set it");
      await files(form).setInputFiles(fixture("plain.png"));
      await send(form, comment);
      const { suggestion, precision } = storedPlace(comment);
      expect(precision).toBe(1000);
      expect(suggestion).toMatchObject({ source: "map", precision: 1000 });
      expect(suggestion).not.toHaveProperty("taken_dt");
      expect(Math.abs(suggestion!.longitude + 4)).toBeLessThan(4);
      expect(suggestion!.latitude).toBeGreaterThan(40);
      expect(suggestion!.accuracy).toBeGreaterThan(1000);
      expect(suggestion!.accuracy).toBeLessThan(8000);
    });
  });

test("by keyboard the arrows move the stone, + and - zoom, and Enter sets it @soak", async () => {
  const form = await openMap();
  const place = placeOf(form);
  const says = place.locator(".where-say");
  await expect(says).toHaveText("Tap to come closer");
  await page.keyboard.press("ArrowUp");
  await expect(says).toHaveText(/^Enter sets it at \d+\.\d° N, 0\.0° E$/);
  for (let zoom = 2; zoom < 9; zoom++) await page.keyboard.press("+");
  await page.keyboard.press("-");
  await page.keyboard.press("+");
  await page.keyboard.press("ArrowRight");
  await expect(place.locator(".where-got")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(place.locator(".where-got")).toContainText("as you set it");
  await expect(says).toHaveText("Others see the circle, not the dot");
  await expect(mapOf(form)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
});

test.describe("without a service worker", () => {
  // What it answers from its cache can't be refused.
  test.use({ serviceWorkers: "block" });

  test("a form whose part about the place can't be loaded is sent without it @soak", async () => {
    await page.route(/place-section/, (route) => route.abort());
    const form = await openForm();
    await files(form).setInputFiles(fixture("plain.png"));
    await send(form, "Without the section.");
    expect(storedPlace("Without the section.").suggestion).toBeNull();
  });
});
