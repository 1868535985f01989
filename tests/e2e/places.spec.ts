import { expectAccessibleOnScreens } from "#tests/setup/e2e/screens.ts";
import { snap } from "#core/precision.ts";
import type { RockPin } from "#domain/finds/answers.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { addPost } from "#tests/setup/calls/catalogue.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import { holds, press, sees } from "#tests/setup/e2e/steps.ts";
import { visit } from "#tests/setup/e2e/pages.ts";

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

test("'Use it' takes the finder's place and precision, and the map shows both @soak", async () => {
  addPost(site, { location: "Luss pier", precision: 1000, suggestion });
  await openAdmin("Journey");
  await press(/^Edit rock 214/);
  const dialog = page.getByRole("dialog", { name: "Edit post: rock 214" });
  await sees(WORDS, { in: dialog });
  await expect(dialog.locator(".map-suggestion")).toBeVisible();
  await expect(dialog.locator(".map-accuracy")).toBeVisible();
  await expect(dialog.getByAltText("Where the find is")).toHaveCount(0);
  await expectAccessibleOnScreens();

  await press(/^Use it/, { in: dialog });
  await holds("Coordinates", "56.10123, -4.64567", { in: dialog });
  await expect(dialog.getByAltText("Where the find is")).toBeVisible();
  await expect(dialog.locator(".spot-circle")).toBeVisible();
  await sees("The dot is where it was, the circle what others see.", {
    in: dialog,
  });
  await expect(dialog.getByRole("radio", { name: "about 1 km" })).toBeChecked();
  await expectAccessibleOnScreens();

  await press("Save", { in: dialog });
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row").nth(1)).toContainText(
    /56\.10123, -4\.64567\s*others see about 1 km/,
  );
  expect(places()).toEqual([{ ...spot, precision: 1000 }]);
  expect(await pins()).toMatchObject([snap(spot, 1000)]);
});

test("the journey table and the post's dialog say how many originals are still to come @soak", async () => {
  await site.sendFind(undefined, ["plain.png", "orientation-6.jpg"]);
  site.alter("UPDATE rock_post_images SET original_state = 'pending'");
  await openAdmin("Journey");
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

/** What everyone sees of a journey with stops that are shown less exactly. */

test("a journey draws a circle around a stop that is shown less exactly, and says so @soak", async () => {
  await addPosts(site, [
    { rock: 7, date: "2026-01-01", location: "Luss", at: [56.1, -4.64] },
    {
      rock: 7,
      date: "2026-02-01",
      location: "Balloch",
      at: [56.00123, -4.58321],
      precision: 10_000,
    },
  ]);
  await visit("/rocks/7");
  const now = page.locator(".journey-now");
  await expect(now).toHaveText(
    "2 stops on the map. Where a number is dashed, it was somewhere nearby.",
  );
  await expect(page.locator(".journey-around")).toHaveCount(1);
  await expect(page.locator(".journey-stop")).toHaveText([
    "Journey 1",
    "Journey 2, somewhere within about 10 km",
  ]);
  await expectAccessibleOnScreens();

  // The whole circle is in view.
  const [map, circle] = await Promise.all([
    page.locator(".journey-world").boundingBox(),
    page.locator(".journey-around").boundingBox(),
  ]);
  expect(circle!.y).toBeGreaterThan(map!.y);
  expect(circle!.y + circle!.height).toBeLessThan(map!.y + map!.height);
  expect(circle!.width).toBeGreaterThan(60);

  await press("Next stop");
  await expect(now).toHaveText(/Luss, 1 Jan 2026, United Kingdom$/);
  await page.getByRole("button", { name: /^Journey 2/ }).press("Enter");
  await expect(now).toHaveText(
    /Balloch, 1 Feb 2026, United Kingdom, somewhere within about 10 km$/,
  );
});
