import type { Page } from "playwright/test";
import { expectAccessibleOnScreens } from "#tests/setup/e2e/screens.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { addPost } from "#tests/setup/calls/catalogue.ts";
import { addReviewKey } from "#tests/setup/calls/review-calls.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import type { Site } from "#tests/setup/processes/site.ts";
import { chooseFew } from "#tests/setup/seeds.ts";
import { addStones } from "#tests/setup/e2e/map.ts";
import { SUGGESTION } from "#tests/setup/e2e/place.ts";
import { seesA } from "#tests/setup/e2e/steps.ts";

/** A find with pictures, a rock, a last stop and every warning, and one without anything. */
async function fill() {
  await addStones([214, 250]);
  addPost(site, {
    location: "Sydney",
    place: [-33.87, 151.21],
    date: "2026-05-17T00:00:00Z",
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

const STATES: [
  what: string,
  open: (page: Page, site: Site) => Promise<void>,
][] = [
  [
    "a find with warnings and a map",
    async (page) => {
      await expect(page.locator(".review-note")).toHaveCount(3);
      await expect(page.locator(".leaflet-marker-icon")).toBeVisible();
    },
  ],
  [
    "two pictures that are compared",
    async (page) => {
      await page.getByRole("button", { name: "Compare them" }).click();
      await expect(page.getByRole("dialog").locator("img")).toHaveCount(2);
    },
  ],
  [
    "a find without anything, after a decision",
    async (page) => {
      await page.keyboard.press("s");
      await expect(page.getByText("Rock 214 is shown.")).toBeVisible();
      await expect(page.getByText("No such rock yet")).toBeAttached();
    },
  ],
  [
    "a decision that failed",
    async (page) => {
      await page.context().setOffline(true);
      await page.keyboard.press("s");
      await expect(page.getByRole("alert")).toBeVisible();
    },
  ],
  [
    "the mail's link",
    async (page, site) => {
      const finds = site.query<{ rps_key: number }>(
        "SELECT rps_key FROM rock_posts",
      );
      const key = addReviewKey(
        site,
        finds.map(({ rps_key }) => rps_key),
      );
      await page.goto(`/review#${key}`);
      await expect(
        page.getByRole("heading", { level: 1, name: /^1 of 2/ }),
      ).toBeVisible();
      await expect(page.locator(".leaflet-marker-icon")).toBeVisible();
    },
  ],
  [
    "finds that can't be loaded",
    async (page, site) => {
      await page.route("**/api/review?*", (route) => route.abort());
      await page.goto(`/review#${addReviewKey(site, [])}`);
      await expect(
        page.getByRole("heading", { name: "The finds could not be loaded." }),
      ).toBeVisible();
    },
  ],
];

test("axe finds nothing in the review, on a phone and a computer", async () => {
  await fill();
  for (const [what, open] of chooseFew(STATES, 2))
    await test.step(what, async () => {
      site.alter(`UPDATE rock_posts SET "show" = 0, put_aside = 0, latitude = NULL, longitude = NULL
            WHERE location = 'A bench' OR rps_key = (SELECT max(rps_key) FROM rock_posts WHERE location = 'Lisbon')`);
      await openAdmin("Review");
      await seesA("heading", /^1 of 2/, { level: 1 });
      await open(page, site);
      await expectAccessibleOnScreens();
      await page.unrouteAll();
      await page.context().setOffline(false);
    });
});
