import { expect, page, test } from "#tests/setup/browser/browser.ts";
import {
  HARBOUR_SPOT,
  photograph,
  placeOf,
  send,
  storedPlace,
} from "#tests/setup/browser/place.ts";
import { files, openForm } from "#tests/setup/browser/share-form.ts";

test.use({ permissions: ["geolocation"], geolocation: HARBOUR_SPOT });

for (const [name, precision] of [
  ["Exact", 0],
  ["About 1 km", 1000],
  ["About 10 km", 10_000],
] as const)
  test(`'${name}' is sent as ${precision} metres @soak`, async () => {
    const form = await openForm(page);
    await placeOf(form)
      .getByRole("button", { name: "Use my location" })
      .click();
    await placeOf(form).getByRole("radio", { name }).check();
    await files(form).setInputFiles(await photograph("a.jpeg"));
    const comment = `Shown ${name}.`;
    await send(form, comment);
    expect(storedPlace(comment)).toMatchObject({
      precision,
      suggestion: { ...HARBOUR_SPOT, precision },
    });
  });

test("what the finder has chosen stays when the place changes", async () => {
  const form = await openForm(page);
  const place = placeOf(form);
  await place.getByRole("button", { name: "Use my location" }).click();
  await expect(place.getByRole("radio", { name: "About 1 km" })).toBeChecked();
  await place.getByRole("radio", { name: "About 1 km" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(place.getByRole("radio", { name: "Exact" })).toBeChecked();
  await place.getByRole("button", { name: "Type a town" }).click();
  await place.getByRole("combobox").fill("Anstruther");
  await place.getByRole("option").first().click();
  await expect(place.locator(".where-got")).toContainText("town you typed");
  await expect(place.getByRole("radio", { name: "Exact" })).toBeChecked();
});

test("the precision is no field of its own in what is sent @soak", async () => {
  const form = await openForm(page);
  await placeOf(form).getByRole("button", { name: "Use my location" }).click();
  await files(form).setInputFiles(await photograph("a.jpeg"));
  const sent = page.waitForRequest("**/api/upload-rock");
  await send(form, "One field.");
  const body = (await sent).postDataBuffer()!.toString("latin1");
  expect(body).toContain('name="suggestion"');
  expect(body).not.toContain('name="precision"');
});
