import type { Locator } from "playwright/test";
import { snap } from "#core/precision.ts";
import { context, expect, page, test } from "#tests/setup/e2e/test.ts";
import { listenForErrors } from "#tests/setup/e2e/pages.ts";
import {
  HARBOUR,
  HARBOUR_SPOT,
  photograph,
} from "#tests/fixtures/photo-of-place.ts";
import { expectLand } from "#tests/setup/e2e/map.ts";
import { placeOf, send, storedPlace } from "#tests/setup/e2e/place.ts";
import {
  files,
  fillForm,
  openForm,
  untilKeptOffline,
} from "#tests/setup/e2e/share-form.ts";
import {
  fill,
  hasFocus,
  press,
  pressBy,
  says,
  sees,
  seesA,
} from "#tests/setup/e2e/steps.ts";

const here = { ...HARBOUR_SPOT, accuracy: 12 };

test.describe("a device that tells where it is", () => {
  test.use({ permissions: ["geolocation"], geolocation: here });

  test("gives the place with its accuracy and time, and its town as soon as there is a connection @soak", async () => {
    const form = await openForm();
    await files(form).setInputFiles(await photograph("a.jpeg"));
    await says("status", "doesn’t say where", { in: placeOf(form) });
    const before = Date.now();
    await context.setOffline(true);
    await press("Use my location", { in: placeOf(form) });
    const found = placeOf(form).getByRole("status").last();
    await expect(found).toContainText("from this device");
    await expect(found).not.toContainText("Near");
    await context.setOffline(false);
    await expect(found).toContainText(
      "Near Anstruther, Scotlandfrom this device",
    );
    await send(form, "From the device.");
    const { suggestion, precision } = storedPlace("From the device.");
    expect({ suggestion, precision }).toMatchObject({
      precision: 1000,
      suggestion: { ...here, source: "device", precision: 1000 },
    });
    expect(Date.parse(suggestion!.taken_dt!)).toBeGreaterThan(before - 60_000);
  });

  test("opens the map with the dot, and the circle that others see around the snapped place @soak", async () => {
    const form = await openForm();
    const place = placeOf(form);
    await press("Use my location", { in: place });
    await sees("Others see the circle, not the dot", { in: place });
    const centre = async (part: string) => {
      const box = (await place.locator(`.where-map ${part}`).boundingBox())!;
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const dot = await centre(".spot-dot");
    const circle = await centre(".spot-circle");
    const snapped = snap(here, 1000);
    expect(Math.sign(circle.x - dot.x)).toBe(
      Math.sign(snapped.longitude - here.longitude),
    );
    expect(Math.sign(dot.y - circle.y)).toBe(
      Math.sign(snapped.latitude - here.latitude),
    );
    await place.getByRole("radio", { name: "Exact" }).check();
    await sees("Others see this very spot", { in: place });
    await expect(place.locator(".where-map .spot-circle")).toHaveCount(0);
  });

  test("what the finder has chosen stays when the place changes @soak", async () => {
    const form = await openForm();
    const place = placeOf(form);
    await press("Use my location", { in: place });
    await expect(
      place.getByRole("radio", { name: "About 1 km" }),
    ).toBeChecked();
    await place.getByRole("radio", { name: "About 1 km" }).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(place.getByRole("radio", { name: "Exact" })).toBeChecked();
    await press("Type a town", { in: place });
    await place.getByRole("combobox").fill("Anstruther");
    await place.getByRole("option").first().click();
    await expect(place.locator(".where-got")).toContainText("town you typed");
    await expect(place.getByRole("radio", { name: "Exact" })).toBeChecked();
  });

  test("once the page was open, photograph, device and map give the place without a connection @soak", async () => {
    await page.goto("/share-your-rock");
    await untilKeptOffline();
    await context.setOffline(true);

    const form = await openForm();
    const place = placeOf(form);
    await seesA("button", "Tap where it was", { in: place });
    await expectLand(place.locator(".land-drawing use"));
    await files(form).setInputFiles(await photograph("a.jpeg", HARBOUR));
    await expect(place.locator(".where-got")).toContainText(
      "56.2° N, 2.7° Wfrom your photograph",
    );
    await place.getByRole("radio", { name: "Exact" }).check();
    await press("Use my location", { in: place });
    await expect(place.locator(".where-got")).toContainText("from this device");
    await sees("Others see this very spot", { in: place });
    await expectLand(place.locator(".leaflet-base-pane use"));
    await context.setOffline(false);
  });
});

test("a device that may not tell is no error: calm words, and the form goes on @soak", async () => {
  const errors = listenForErrors();
  const form = await fillForm("Denied.");
  await press("Leave it out", { in: placeOf(form) });
  await press("Use my location", { in: placeOf(form) });
  await says(
    "status",
    "Your device did not tell us, and that is fine.Tap the map, type a town, or leave it out.",
    { in: placeOf(form) },
  );
  expect(errors()).toBe("");
  await send(form, "Denied.");
  expect(storedPlace("Denied.").suggestion).toBeNull();
});

test("while the device looks the form says so, and an answer that comes too late changes nothing @soak", async () => {
  // The device's own sensor is what can't be had in a test.
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = (found) => {
      window.addEventListener("found", () =>
        found({
          timestamp: Date.now(),
          coords: { latitude: 10, longitude: 10, accuracy: 5 },
        } as GeolocationPosition),
      );
    };
  });
  const form = await openForm();
  const place = placeOf(form);
  await press("Use my location", { in: place });
  await seesA("button", "Looking for you", { in: place });
  await says("status", "half a minute", { in: place });
  await press("Type a town", { in: place });
  await place.getByRole("combobox").fill("Anstruther");
  await place.getByRole("option").first().click();
  const found = place.locator(".where-got");
  await expect(found).toContainText("Anstruther, Scotland");
  await page.evaluate(() => window.dispatchEvent(new Event("found")));
  await seesA("button", "Use my location", { in: place });
  await expect(found).toContainText("from the town you typed");
});

test("a device is asked only on a press, and one whose clock counts from 2001 gives its place, at the time of the press", async () => {
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = (found) => {
      document.documentElement.dataset.asked = "yes";
      found({
        timestamp: Date.now() - Date.UTC(2001, 0),
        coords: { latitude: 10, longitude: 10, accuracy: Infinity },
      } as GeolocationPosition);
    };
  });
  const form = await fillForm("From 2001.");
  await says("status", "from your photograph", { in: placeOf(form) });
  await expect(page.locator("html")).not.toHaveAttribute("data-asked");
  const before = Date.now();
  await press("Use my location", { in: placeOf(form) });
  await send(form, "From 2001.");
  const { suggestion } = storedPlace("From 2001.");
  expect(suggestion).toMatchObject({ latitude: 10, accuracy: null });
  expect(Date.parse(suggestion!.taken_dt!)).toBeGreaterThanOrEqual(before);
});

test("a town is chosen by keyboard, and others see it to about 10 km", async () => {
  const form = await openForm();
  const place = placeOf(form);
  await pressBy("Enter", "Type a town", { in: place });
  const town = place.getByRole("combobox", { name: "Town" });
  await expect(town).toBeFocused();
  await page.keyboard.type("Paris");
  const options = place.getByRole("option");
  await expect(options.nth(1)).toBeVisible();
  const second = (await options.nth(1).textContent())!;
  await page.keyboard.press("ArrowUp");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(town).toHaveAttribute(
    "aria-activedescendant",
    (await options.nth(1).getAttribute("id"))!,
  );
  await page.keyboard.press("Enter");
  await hasFocus("button", "Type a town", { in: place });
  await expect(place.locator(".where-got")).toContainText(
    "from the town you typed",
  );
  expect(second).toContain("Paris");
  await expect(place.getByRole("radio", { name: "About 10 km" })).toBeChecked();
  await files(form).setInputFiles(await photograph("a.jpeg"));
  await send(form, "By town.");
  const { suggestion, precision } = storedPlace("By town.");
  expect(precision).toBe(10_000);
  expect(suggestion).toMatchObject({ source: "town", accuracy: null });
});

test("on a phone with its keyboard open, the towns are above the form's bar", async () => {
  await page.setViewportSize({ width: 390, height: 500 });
  const form = await openForm();
  await press("Type a town", { in: form });
  await page.keyboard.type("Anstr");
  const town = form.getByRole("option").first();
  const foot = async (part: Locator) => {
    const { y, height } = (await part.boundingBox())!;
    return y + height;
  };
  const bar = (await form.locator(".upload-send").boundingBox())!;
  await expect.poll(() => foot(town)).toBeLessThan(bar.y);
  await hasFocus("combobox", "Town", { in: form });
});

test("Escape leaves the search, not the form, and Enter without a town sends nothing @soak", async () => {
  const form = await openForm();
  const place = placeOf(form);
  await press("Type a town", { in: place });
  await page.keyboard.type("Xyzzyqq");
  await sees("No town of that name was found.", { in: place });
  await page.keyboard.press("Enter");
  await expect(form.getByRole("alert")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(place.getByRole("combobox")).toHaveCount(0);
  await expect(form).toBeVisible();
  await hasFocus("button", "Type a town", { in: place });
});

test.describe("the nearest town", () => {
  test.use({ permissions: ["geolocation"], geolocation: HARBOUR_SPOT });

  test("is proposed for a blank location, fills it in on a press, and never replaces words @soak", async () => {
    const form = await openForm();
    const location = form.getByLabel("Location");
    const proposal = form.getByRole("button", {
      name: "Use ‘Anstruther, Scotland’",
    });
    await press("Use my location", { in: placeOf(form) });
    await expect(proposal).toBeVisible();
    await expect(location).toHaveValue("");
    await location.fill("The pier");
    await expect(proposal).toBeHidden();
    await expect(location).toHaveValue("The pier");
    await location.fill(" ");
    await proposal.click();
    await expect(location).toHaveValue("Anstruther, Scotland");
    await expect(location).toBeFocused();
    await expect(proposal).toBeHidden();
    await files(form).setInputFiles(await photograph("a.jpeg"));
    await fill("Rock Number", "214", { in: form });
    await fill("Comment", "Proposed.", { in: form });
    await press("Submit", { in: form });
    await seesA("dialog", "Thank You!");
    expect(storedPlace("Proposed.").suggestion).toMatchObject({
      source: "device",
    });
  });
});
