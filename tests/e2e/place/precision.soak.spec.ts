import { expect, page, test } from "#tests/setup/browser/browser.ts";
import { HARBOUR_SPOT, placeOf } from "#tests/setup/browser/place.ts";
import { openForm } from "#tests/setup/browser/share-form.ts";
import { press } from "#tests/setup/browser/steps.ts";

test.use({ permissions: ["geolocation"], geolocation: HARBOUR_SPOT });

test("what the finder has chosen stays when the place changes", async () => {
  const form = await openForm();
  const place = placeOf(form);
  await press("Use my location", { in: place });
  await expect(place.getByRole("radio", { name: "About 1 km" })).toBeChecked();
  await place.getByRole("radio", { name: "About 1 km" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(place.getByRole("radio", { name: "Exact" })).toBeChecked();
  await press("Type a town", { in: place });
  await place.getByRole("combobox").fill("Anstruther");
  await place.getByRole("option").first().click();
  await expect(place.locator(".where-got")).toContainText("town you typed");
  await expect(place.getByRole("radio", { name: "Exact" })).toBeChecked();
});
