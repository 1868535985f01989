import { addAlbum } from "#tests/setup/calls/albums.ts";
import {
  expectAccessible,
  expectNothingWider,
  PHONE,
} from "#tests/setup/e2e/screens.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { visit } from "#tests/setup/e2e/pages.ts";
import { publicAddresses } from "#tests/setup/routes.ts";
import { press, pressLink } from "#tests/setup/e2e/steps.ts";

const NARROW = { width: 320, height: 640 };
const WIDE = { width: 1280, height: 720 };

/** Those that a test of their own looks at with axe; the page of a QR code redirects to the home page. */
const ELSEWHERE = ["/qr", "/map", "/follow", "/login", "/setup"];
const ADDRESSES = [
  ...publicAddresses.filter((path) => !ELSEWHERE.includes(path)),
  "/finds/0b5e#x",
  "/no-such-page",
];

let album: { pa_key: number; photos: number[] };
test.beforeEach(async () => {
  album = await addAlbum(site, {
    name: "lake",
    title: "The lake",
    desc: "In every weather.",
    photos: [{ title: "Dawn" }, {}, { title: "Boots" }],
  });
});

async function addShownFind() {
  const answer = await site.sendFind(findFields);
  const { uuid } = (await answer.json()) as { uuid: string };
  site.alter(
    `UPDATE rock_posts SET show = 1, latitude = 56.2, longitude = -2.7 WHERE uuid = '${uuid}'`,
  );
}

test("axe finds nothing on any page, in an album's lightbox, and on the greeting and the open menu of a phone, and 320 pixels are wide enough for each page", async () => {
  await addShownFind();
  for (const path of [...ADDRESSES, `/photos?album=${album.pa_key}`]) {
    await page.setViewportSize(WIDE);
    await visit(path);
    await expectAccessible();
    await page.setViewportSize(NARROW);
    await expectNothingWider();
  }
  await page.setViewportSize(WIDE);
  await pressLink(/Dawn/);
  await expect(page.locator(".yarl__slide_current img")).toBeVisible();
  await expectAccessible();

  await page.setViewportSize(PHONE);
  await visit("/qr?r=7");
  await expect(page.getByRole("complementary")).toContainText(
    "You found rock 7",
  );
  await press("Open the menu");
  await expectAccessible();
});
