import type { Page } from "playwright/test";
import { fixture } from "#tests/fixtures/index.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import {
  expectAccessible,
  expectNothingWider,
  PHONE,
} from "#tests/setup/browser/screens.ts";
import { publicAddresses } from "#tests/setup/routes.ts";
import { fill, pressLink } from "#tests/setup/browser/steps.ts";
import { untilAlive, visit } from "#tests/setup/browser/pages.ts";

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
  site.alter("DELETE FROM albums; DELETE FROM photos");
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

const press = (page: Page, name: string) =>
  page.getByRole("button", { name }).first().click();

/** Dialogs of public pages, each with how to open it. */
const DIALOGS: [
  what: string,
  path: string,
  open: (page: Page) => Promise<void>,
][] = [
  [
    "the upload form",
    "/share-your-rock?r=7",
    (page) => press(page, "Upload Your Rock"),
  ],
  [
    "the upload form with errors",
    "/share-your-rock",
    async (page) => {
      await press(page, "Upload Your Rock");
      const form = page.getByRole("dialog");
      await fill("Rock Number", "-1", { in: form });
      await fill("Location", "Here", { in: form });
      await fill("Comment", "There", { in: form });
      await form
        .locator("input[type=file]")
        .setInputFiles(fixture("plain.png"));
      await form.getByRole("button", { name: "Submit" }).click();
      await expect(form.getByRole("alert")).toBeVisible();
    },
  ],
  [
    "'Request a free rock'",
    "/share-your-rock",
    (page) => press(page, "Request a free rock"),
  ],
  ["Contact Us", "/sudc", (page) => press(page, "Contact Us")],
];

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
  await press(page, "Open the menu");
  await expectAccessible();
});

for (const [what, path, open] of DIALOGS)
  test(`axe finds nothing in ${what}, and 320 pixels are wide enough for it @soak`, async () => {
    await page.goto(path);
    await untilAlive(page);
    await open(page);
    await expectAccessible();
    await page.setViewportSize(NARROW);
    const box = (await page.getByRole("dialog").last().boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(NARROW.width);
    await expectNothingWider();
  });
