import type { Locator, Page } from "playwright/test";
import { expect, page, test } from "#tests/setup/browser/browser.ts";
import { HARBOUR, photograph, placeOf } from "#tests/setup/browser/place.ts";
import {
  expectAccessible,
  expectNothingWider,
} from "#tests/setup/browser/screens.ts";
import { files, openForm } from "#tests/setup/browser/share-form.ts";
import { chooseFew } from "#tests/setup/seeds.ts";
import { press } from "#tests/setup/browser/steps.ts";

/** Each brings the form's part about the place into another state. */
const STATES: [
  what: string,
  show: (page: Page, form: Locator) => Promise<void>,
][] = [
  [
    "with a photograph's place",
    async (_page, form) => {
      await files(form).setInputFiles(await photograph("a.jpeg", HARBOUR));
      await expect(placeOf(form).locator(".where-got")).toBeVisible();
    },
  ],
  ["with nothing chosen", async () => {}],
  [
    "with the map open",
    async (_page, form) => {
      await files(form).setInputFiles(await photograph("a.jpeg", HARBOUR));
      await press("Tap for the large map", { in: placeOf(form) });
      await expect(placeOf(form).locator(".spot-dot").first()).toBeVisible();
    },
  ],
  [
    "with towns to choose from",
    async (page, form) => {
      await press("Type a town", { in: placeOf(form) });
      await page.keyboard.type("Paris");
      await expect(placeOf(form).getByRole("option").first()).toBeVisible();
    },
  ],
  [
    "on a device that doesn't tell",
    async (_page, form) => {
      await press("Use my location", { in: placeOf(form) });
      await expect(placeOf(form)).toContainText("and that is fine");
    },
  ],
];

for (const [what, show] of chooseFew(STATES))
  test(`axe finds nothing ${what}, 320 pixels are wide enough, and targets are large enough`, async () => {
    const form = await openForm(page);
    await expect(placeOf(form)).toBeVisible();
    await show(page, form);
    await expectAccessible();
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNothingWider();
    const tooSmall = () =>
      placeOf(form)
        .locator("button, [role='option'], .precision label")
        .evaluateAll((buttons) =>
          buttons
            .filter((button) => button.getBoundingClientRect().height < 44)
            .map((button) => button.textContent),
        );
    await expect.poll(tooSmall).toEqual([]);
  });
