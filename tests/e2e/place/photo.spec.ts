import type { Locator } from "playwright/test";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import {
  HARBOUR,
  HARBOUR_SPOT,
  photograph,
  TAHOE,
} from "#tests/fixtures/photo-of-place.ts";
import { expectLand } from "#tests/setup/e2e/map.ts";
import { placeOf, send, storedPlace } from "#tests/setup/e2e/place.ts";
import { files, openForm } from "#tests/setup/e2e/share-form.ts";
import { press, pressBy, sees, seesA } from "#tests/setup/e2e/steps.ts";
import { holdBack, listenForRequests } from "#tests/setup/e2e/pages.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { chooseFew } from "#tests/setup/seeds.ts";

const NONE = "doesn’t say where it was taken";

test("a photograph's own position becomes the place, with its accuracy and time, to about 1 km", async () => {
  const form = await openForm();
  const place = placeOf(form);
  await files(form).setInputFiles([
    await photograph("a.jpeg"),
    await photograph(
      "b.jpeg",
      { ...HARBOUR, GPSHPositioningError: "9/2" },
      {
        DateTimeOriginal: "2024:05:17 18:42:03",
        OffsetTimeOriginal: "+02:00",
      },
    ),
  ]);
  await expect(place.getByRole("status")).toContainText(
    "Near Anstruther, Scotlandfrom your photograph",
  );
  await expect(place.locator(".where-mark img")).toHaveAttribute(
    "src",
    (await form.locator(".tiles img").nth(1).getAttribute("src"))!,
  );
  await send(form, "From a photograph.");
  expect(storedPlace("From a photograph.")).toEqual({
    precision: 1000,
    suggestion: {
      ...HARBOUR_SPOT,
      accuracy: 4.5,
      source: "photo",
      precision: 1000,
      taken_dt: "2024-05-17T16:42:03.000Z",
    },
  });
});

test("its place goes with a photograph that is removed, and the next photograph's takes over @soak", async () => {
  const form = await openForm();
  const status = placeOf(form).getByRole("status");
  await files(form).setInputFiles([
    await photograph("harbour.jpeg", HARBOUR),
    await photograph("photo.webp", TAHOE),
    await photograph("none.jpeg"),
  ]);
  await expect(status).toContainText("from your photograph");
  await press("Remove image 1, harbour", { in: form });
  await expect(status).toContainText("Tahoma");
  await expect(status).toContainText("from your photograph");
  await press("Remove image 1, photo", { in: form });
  await expect(status).toContainText(NONE);
  await send(form, "Taken away.");
  expect(storedPlace("Taken away.").suggestion).toBeNull();
});

test("nobody else learns a photograph's position before the map is opened, and the site only roughly @soak", async () => {
  const asked = listenForRequests();
  const form = await openForm();
  await files(form).setInputFiles(await photograph("a.jpeg", HARBOUR));
  await expect(placeOf(form).getByRole("status")).toContainText("Anstruther");
  await seesA("radio", "Exact", { in: placeOf(form) });
  await expectLand(placeOf(form).locator(".land-drawing use"));
  expect(
    asked.filter(
      (url) => !/^(blob|data):/.test(url) && !url.startsWith(site.baseURL),
    ),
  ).toEqual([]);
  expect(asked.filter((url) => /56\.2\d/.test(url))).toEqual([
    `${site.baseURL}/api/places?near=56.22,-2.70`,
  ]);
});

test.describe("without a service worker", () => {
  // What it answers from its cache can't be held back or refused.
  test.use({ serviceWorkers: "block" });

  test("the form can be sent before a photograph has been read @soak", async () => {
    await holdBack(/read-photo-place/);
    const form = await openForm();
    await files(form).setInputFiles(await photograph("a.jpeg", HARBOUR));
    await send(form, "Not read yet.");
    expect(storedPlace("Not read yet.").suggestion).toBeNull();
  });

  test("a form whose part about the place can't be loaded is sent without it @soak", async () => {
    await page.route(/place-section/, (route) => route.abort());
    const form = await openForm();
    await files(form).setInputFiles(await photograph("a.jpeg", HARBOUR));
    await send(form, "Without the section.");
    expect(storedPlace("Without the section.").suggestion).toBeNull();
  });
});

const mapOf = (form: Locator) =>
  placeOf(form).getByRole("application", { name: /^Map\. Arrow keys/ });

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
      await expectLand(world.locator(".land-drawing use"));
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
  const form = await openForm();
  const place = placeOf(form);
  await pressBy("Enter", "Tap where it was", { in: place });
  await expect(mapOf(form)).toBeFocused();
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
