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
import { press, sees, seesA } from "#tests/setup/browser/steps.ts";

test.use({
  permissions: ["geolocation"],
  geolocation: { ...HARBOUR_SPOT, accuracy: 8 },
});

test("once the page was open, photograph, device and map give the place without a connection", async () => {
  await page.goto("/share-your-rock");
  await untilKeptOffline();
  await context.setOffline(true);

  const form = await openForm();
  const place = placeOf(form);
  await seesA("button", "Tap where it was", { in: place });
  await expect(place.locator(".land-drawing > svg")).toBeAttached();
  await files(form).setInputFiles(await photograph("a.jpeg", HARBOUR));
  await expect(place.locator(".where-got")).toContainText(
    "56.2° N, 2.7° Wfrom your photograph",
  );
  await place.getByRole("radio", { name: "Exact" }).check();
  await press("Use my location", { in: place });
  await expect(place.locator(".where-got")).toContainText("from this device");
  await sees("Others see this very spot", { in: place });
  await expect(place.locator(".leaflet-base-pane .land")).toBeAttached();
  await context.setOffline(false);
});
