import { expectAccessibleOnScreens } from "#tests/setup/e2e/screens.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { addPost, keysOfFinds } from "#tests/setup/calls/rocks.ts";
import { addReviewKey } from "#tests/setup/calls/review-calls.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { chooseFew } from "#tests/setup/seeds.ts";
import { addStones } from "#tests/setup/e2e/map.ts";
import { SUGGESTION } from "#tests/setup/e2e/place.ts";
import { hears, press, sees, seesA } from "#tests/setup/e2e/steps.ts";

/** A find with pictures, a rock, a last stop and every warning, and one without anything. */
async function fill() {
  await addStones([214, 250]);
  addPost(site, {
    location: "Sydney",
    at: [-33.87, 151.21],
    date: "2026-05-17",
  });
  const sent = {
    ...findFields,
    location: "Lisbon",
    name: "Ann",
    email: "ann@example.org",
    suggestion: JSON.stringify(SUGGESTION),
  };
  await site.sendFind(sent, ["progressive.jpg"]);
  await site.sendFind(sent, ["progressive.jpg", "photo.webp"]);
  addPost(site, { rock: 999, location: "A bench", show: false });
  await site.untilIdle();
  site.alter(`UPDATE rock_posts SET "show" = 1 WHERE location = 'Lisbon' AND rps_key = (SELECT min(rps_key) FROM rock_posts WHERE location = 'Lisbon');
     UPDATE rock_posts SET rock_number_qr = 250`);
}

const STATES: [what: string, open: () => Promise<unknown>][] = [
  [
    "a find with warnings and a map",
    async () => {
      await expect(page.locator(".review-note")).toHaveCount(3);
      await hasMap();
    },
  ],
  [
    "two pictures that are compared",
    async () => {
      await press("Compare them");
      await expect(page.getByRole("dialog").locator("img")).toHaveCount(2);
    },
  ],
  [
    "a find without anything, after a decision",
    async () => {
      await page.keyboard.press("s");
      await sees("Rock 214 is shown.");
      await hears("No such rock yet");
    },
  ],
  [
    "a decision that failed",
    async () => {
      await page.context().setOffline(true);
      await page.keyboard.press("s");
      await expect(page.getByRole("alert")).toBeVisible();
    },
  ],
  [
    "the mail's link",
    async () => {
      await page.goto(`/review#${addReviewKey(site, keysOfFinds())}`);
      await seesA("heading", /^1 of 2/, { level: 1 });
      await hasMap();
    },
  ],
  [
    "finds that can't be loaded",
    async () => {
      await page.route("**/api/review?*", (route) => route.abort());
      await page.goto(`/review#${addReviewKey(site, [])}`);
      await seesA("heading", "The finds could not be loaded.");
    },
  ],
];

const hasMap = () => expect(page.locator(".leaflet-marker-icon")).toBeVisible();

test("axe finds nothing in the review, on a phone and a computer", async () => {
  await fill();
  for (const [what, open] of chooseFew(STATES, 2))
    await test.step(what, async () => {
      site.alter(`UPDATE rock_posts SET "show" = 0, put_aside = 0, latitude = NULL, longitude = NULL
            WHERE location = 'A bench' OR rps_key = (SELECT max(rps_key) FROM rock_posts WHERE location = 'Lisbon')`);
      await openAdmin("Review");
      await seesA("heading", /^1 of 2/, { level: 1 });
      await open();
      await expectAccessibleOnScreens();
      await page.unrouteAll();
      await page.context().setOffline(false);
    });
});
