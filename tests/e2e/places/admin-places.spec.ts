import { SCREENS } from "#tests/setup/browser/screens.ts";
import { snap } from "#core/precision.ts";
import type { RockPin } from "#domain/finds/answers.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { addPost } from "#tests/setup/calls/catalogue.ts";
import { expectAccessible } from "#tests/setup/browser/axe.ts";
import {
  expect,
  page,
  site,
  testWithoutRocks as test,
  press,
} from "#tests/setup/browser/browser.ts";

/** How the admin decides where a find was, and how exactly others may know it. */

const spot = { latitude: 56.10123, longitude: -4.64567 };
const suggestion = {
  ...spot,
  accuracy: 40,
  source: "device",
  precision: 1000,
  taken_dt: "2026-05-17T14:05:09Z",
};
const WORDS =
  "from the finder’s phone, to 40 m, at 14:05 UTC; others see about 1 km";

const places = () =>
  site.query(
    "SELECT latitude, longitude, precision FROM rock_posts ORDER BY rps_key",
  );
const pins = async () =>
  (await (
    await site.fetch("/api/rock-posts/locations/all")
  ).json()) as RockPin[];

for (const viewport of SCREENS)
  test.describe(`at ${viewport.width} pixels,`, () => {
    test.use({ viewport });

    test("'Use it' takes the finder's place and precision, and the map shows both @soak", async () => {
      addPost(site, { location: "Luss pier", precision: 1000, suggestion });
      await openAdmin(page, site, "Journey");
      await press(/^Edit rock 214/);
      const dialog = page.getByRole("dialog", { name: "Edit post: rock 214" });
      await expect(dialog.getByText(WORDS)).toBeVisible();
      await expect(dialog.locator(".map-suggestion")).toBeVisible();
      await expect(dialog.locator(".map-accuracy")).toBeVisible();
      await expect(dialog.getByAltText("Where the find is")).toHaveCount(0);
      await expectAccessible(page);

      await dialog.getByRole("button", { name: /^Use it/ }).click();
      await expect(dialog.getByLabel("Coordinates")).toHaveValue(
        "56.10123, -4.64567",
      );
      await expect(dialog.getByAltText("Where the find is")).toBeVisible();
      await expect(dialog.locator(".spot-circle")).toBeVisible();
      await expect(
        dialog.getByText(
          "The dot is where it was, the circle what others see.",
        ),
      ).toBeVisible();
      await expect(
        dialog.getByRole("radio", { name: "about 1 km" }),
      ).toBeChecked();
      await expectAccessible(page);

      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole("row").nth(1)).toContainText(
        /56\.10123, -4\.64567\s*others see about 1 km/,
      );
      expect(places()).toEqual([{ ...spot, precision: 1000 }]);
      expect(await pins()).toMatchObject([snap(spot, 1000)]);
    });
  });

test("a shown find without a place gets its finder's in one press on the dashboard @soak", async () => {
  addPost(site, { location: "Luss pier", suggestion });
  addPost(site, { location: "On a train" });
  await openAdmin(page, site);
  const list = page.getByRole("region", { name: "Shown, but not on the map" });
  await expect(list.getByRole("button", { name: /^Use it/ })).toHaveCount(1);
  await expect(list.getByText(WORDS)).toBeVisible();
  await list.getByRole("button", { name: /^Use it/ }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  expect(places()).toMatchObject([
    { ...spot, precision: 1000 },
    { latitude: null },
  ]);
});

test("the journey table and the post's dialog say how many originals are still to come @soak", async () => {
  await site.sendFind(undefined, ["plain.png", "orientation-6.jpg"]);
  site.alter("UPDATE rock_post_images SET original_state = 'pending'");
  await openAdmin(page, site, "Journey");
  await expect(page.getByRole("row").nth(1)).toContainText(
    "2 still on the way",
  );
  await press(/^Edit rock 214/);
  await expect(
    page
      .getByRole("dialog")
      .getByText("The full pictures are still on their way (2)"),
  ).toBeVisible();
});
