import { expect, page, test } from "#tests/setup/e2e/test.ts";
import {
  HARBOUR_SPOT,
  photograph,
  placeOf,
  send,
  storedPlace,
} from "#tests/setup/e2e/place.ts";
import { files, openForm } from "#tests/setup/e2e/share-form.ts";
import { fill, hasFocus, press, sees, seesA } from "#tests/setup/e2e/steps.ts";

test("a town is chosen by keyboard, and others see it to about 10 km", async () => {
  const form = await openForm();
  const place = placeOf(form);
  await place.getByRole("button", { name: "Type a town" }).focus();
  await page.keyboard.press("Enter");
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
