import { context, expect, page, test } from "#tests/setup/browser/browser.ts";
import {
  HARBOUR,
  HARBOUR_SPOT,
  photograph,
  placeOf,
} from "#tests/setup/browser/place.ts";
import {
  files,
  openForm,
  untilKeptOffline,
} from "#tests/setup/browser/share-form.ts";

test.use({
  permissions: ["geolocation"],
  geolocation: { ...HARBOUR_SPOT, accuracy: 8 },
});

test("once the page was open, photograph, device and map give the place without a connection", async () => {
  await page.goto("/share-your-rock");
  await untilKeptOffline();
  await context.setOffline(true);

  const form = await openForm(page);
  const place = placeOf(form);
  await expect(
    place.getByRole("button", { name: "Tap where it was" }),
  ).toBeVisible();
  await expect(place.locator(".land-drawing > svg")).toBeAttached();
  await files(form).setInputFiles(await photograph("a.jpeg", HARBOUR));
  await expect(place.locator(".where-got")).toContainText(
    "56.2° N, 2.7° Wfrom your photograph",
  );
  await place.getByRole("radio", { name: "Exact" }).check();
  await place.getByRole("button", { name: "Use my location" }).click();
  await expect(place.locator(".where-got")).toContainText("from this device");
  await expect(place.getByText("Others see this very spot")).toBeVisible();
  await expect(place.locator(".leaflet-base-pane .land")).toBeAttached();
  await context.setOffline(false);
});
