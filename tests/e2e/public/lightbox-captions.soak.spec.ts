import { addAlbum } from "#tests/setup/calls/albums.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { expectAccessible } from "#tests/setup/browser/screens.ts";
import { press } from "#tests/setup/browser/steps.ts";

const LONG = "We walked all the way around, in the rain. ".repeat(20).trim();

test("the lightbox shows a photo's title and description, and the rest of a long one when asked", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { pa_key, photos } = await addAlbum(site, {
    name: "rain",
    title: "Rain",
    photos: [{ title: "Boots" }, { title: "Puddle" }, { title: "Home" }],
  });
  site.alter(`UPDATE photos SET "desc" = 'Too large for him.' WHERE p_key = ${photos[0]};
     UPDATE photos SET "desc" = '${LONG}' WHERE p_key = ${photos[1]}`);
  await page.goto(`/photos?album=${pa_key}&photo=${photos[0]}`);
  const slide = page.locator(".yarl__slide_current");
  const title = slide.locator(".yarl__slide_title");
  const description = slide.locator(".yarl__slide_description");
  await expect(title).toHaveText("Boots");
  await expect(description).toHaveText("Too large for him.");
  await expect(description).toHaveCSS("text-align", "center");
  await expect(slide.getByRole("button", { name: "Read more" })).toHaveCount(0);

  await page.keyboard.press("ArrowRight");
  await expect(title).toHaveText("Puddle");
  const text = description.locator(".caption-text");
  const lines = () =>
    text.evaluate(
      (element) =>
        element.clientHeight / parseFloat(getComputedStyle(element).lineHeight),
    );
  const more = slide.getByRole("button", { name: "Read more" });
  await expect(more).toHaveAttribute("aria-expanded", "false");
  expect(Math.round(await lines())).toBe(2);
  await expectAccessible();
  await more.click();
  await expect.poll(lines).toBeGreaterThan(5);
  await press("Show less", { in: slide });
  await expect.poll(async () => Math.round(await lines())).toBe(2);

  await page.keyboard.press("ArrowRight");
  await expect(description).toHaveText("Home");
});
