import { PHONE } from "../share/main-job.ts";
import { snap } from "#domain/core/precision.ts";
import type { RockPin } from "#domain/finds/answers.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { addPost } from "#tests/setup/calls/catalogue.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import { alter, query, sendFind } from "#tests/setup/calls/site-calls.ts";
import { expectAccessible } from "#tests/setup/browser/axe.ts";
import {
  expect,
  testWithoutRocks as test,
  WITHOUT_MOTION,
} from "#tests/setup/browser/browser.ts";
import type { Site } from "#tests/setup/processes/site.ts";

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

const places = (site: Site) =>
  query(
    site,
    "SELECT latitude, longitude, precision FROM rock_posts ORDER BY rps_key",
  );
const pins = async (site: Site) =>
  (await (
    await fetch(`${site.baseURL}/api/rock-posts/locations/all`)
  ).json()) as RockPin[];

test.use(WITHOUT_MOTION);

for (const [colorScheme, viewport] of [
  ["light", { width: 1440, height: 900 }],
  ["dark", PHONE],
] as const)
  test.describe(`at ${viewport.width} pixels, ${colorScheme},`, () => {
    test.use({ colorScheme, viewport });

    test("'Use it' takes the finder's place and precision, and the map shows both", async ({
      page,
      site,
    }) => {
      addPost(site, { location: "Luss pier", precision: 1000, suggestion });
      await openAdmin(page, site, "Journey");
      await page.getByRole("button", { name: /^Edit rock 214/ }).click();
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
      await expect(dialog.locator(".map-others-see")).toBeVisible();
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
      expect(places(site)).toEqual([{ ...spot, precision: 1000 }]);
      expect(await pins(site)).toMatchObject([snap(spot, 1000)]);
    });

    test("a waiting find is shown with the precision that the admin chooses", async ({
      page,
      site,
    }) => {
      addPost(site, { location: "Luss pier", show: false, suggestion });
      await openAdmin(page, site);
      const find = page.getByRole("article", { name: "Rock 214, Luss pier" });
      await expect(
        find.getByRole("radio", { name: new RegExp(WORDS) }),
      ).toBeChecked();
      await expect(find.locator(".map-others-see")).toBeVisible();
      await expectAccessible(page);
      await find.getByRole("radio", { name: "about 10 km" }).check();
      await find.getByRole("button", { name: "Show" }).click();
      await expect(
        page.getByRole("heading", { name: "No finds are waiting" }),
      ).toBeVisible();
      expect(places(site)).toEqual([{ ...spot, precision: 10_000 }]);
      expect(await pins(site)).toMatchObject([snap(spot, 10_000)]);
    });
  });

test("another place keeps the precision that the finder chose", async ({
  page,
  site,
}) => {
  for (const location of ["A wall in Lisbon", "A corner of Lisbon"])
    addPost(site, { location, show: false, precision: 10_000 });
  await openAdmin(page, site);
  const find = page.getByRole("article", { name: /A wall in Lisbon/ });
  await find.getByRole("radio", { name: /^Lisbon, Portugal/ }).check();
  await expect(find.getByRole("radio", { name: "about 10 km" })).toBeChecked();
  await expect(find.locator(".map-others-see")).toBeVisible();
  await find.getByRole("button", { name: "Show" }).click();

  const next = page.getByRole("article", { name: /A corner of Lisbon/ });
  await next.getByRole("radio", { name: /^Lisbon, Portugal/ }).check();
  await expect(next.getByAltText("Where the find is")).toBeVisible();
  // A press on the map chooses the map.
  await next
    .locator(".leaflet-container")
    .click({ position: { x: 60, y: 60 } });
  await expect(
    next.getByRole("radio", { name: /^A place on the map/ }),
  ).toBeChecked();
  await next.getByRole("button", { name: "Show" }).click();
  await expect(
    page.getByRole("heading", { name: "No finds are waiting" }),
  ).toBeVisible();
  expect(places(site)).toMatchObject([
    { precision: 10_000 },
    { precision: 10_000 },
  ]);
});

test("a shown find without a place gets its finder's in one press on the dashboard", async ({
  page,
  site,
}) => {
  addPost(site, { location: "Luss pier", suggestion });
  addPost(site, { location: "On a train" });
  await openAdmin(page, site);
  const list = page.getByRole("region", { name: "Shown, but not on the map" });
  await expect(list.getByRole("button", { name: /^Use it/ })).toHaveCount(1);
  await expect(list.getByText(WORDS)).toBeVisible();
  await list.getByRole("button", { name: /^Use it/ }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  expect(places(site)).toMatchObject([
    { ...spot, precision: 1000 },
    { latitude: null },
  ]);
});

test("the map shows where the rock was before", async ({ page, site }) => {
  await addPosts(site, [
    { rock: 214, at: [56.11, -4.64], date: "2026-01-01", location: "The pier" },
  ]);
  addPost(site, { location: "The hill", show: false, suggestion });
  await openAdmin(page, site);
  const stop = page.getByRole("article").locator(".map-last-stop");
  await stop.hover();
  await expect(page.getByText("Its last stop: The pier")).toBeVisible();
});

test("the journey table and the post's dialog say how many originals are still to come", async ({
  page,
  site,
}) => {
  await sendFind(site, undefined, ["plain.png", "orientation-6.jpg"]);
  alter(site, "UPDATE rock_post_images SET original_state = 'pending'");
  await openAdmin(page, site, "Journey");
  await expect(page.getByRole("row").nth(1)).toContainText(
    "2 still on the way",
  );
  await page.getByRole("button", { name: /^Edit rock 214/ }).click();
  await expect(
    page
      .getByRole("dialog")
      .getByText("The full pictures are still on their way (2)"),
  ).toBeVisible();
});
