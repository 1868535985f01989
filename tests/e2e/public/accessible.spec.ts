import type { Page } from "playwright/test";
import { fixture } from "#tests/fixtures/index.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { expectAccessible } from "#tests/setup/browser/axe.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import {
  expect,
  page,
  site,
  test,
  pressLink,
  seesA,
} from "#tests/setup/browser/browser.ts";
import { untilAlive } from "#tests/setup/browser/rocks.ts";
import { expectNothingWider } from "#tests/setup/browser/screens.ts";
import { publicAddresses } from "#tests/setup/routes.ts";

const NARROW = { width: 320, height: 640 };
const WIDE = { width: 1280, height: 720 };

const ADDRESSES = [
  // The page of a QR code redirects to the home page.
  ...publicAddresses.filter((path) => path !== "/qr"),
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
      await form.getByLabel("Rock Number").fill("-1");
      await form.getByLabel("Location").fill("Here");
      await form.getByLabel("Comment").fill("There");
      await form
        .locator("input[type=file]")
        .setInputFiles(fixture("plain.png"));
      await form.getByRole("button", { name: "Submit" }).click();
      await expect(form.getByRole("alert")).toBeVisible();
    },
  ],
  [
    "'Submit Failed'",
    "/share-your-rock",
    async (page) => {
      await page.route("**/api/upload-rock", (route) => route.abort());
      await sendFromForm(page);
      await expect(
        page.getByRole("dialog", { name: "Submit Failed" }),
      ).toBeVisible();
    },
  ],
  [
    "'Thank You!'",
    "/share-your-rock",
    async (page) => {
      await sendFromForm(page);
      await expect(
        page.getByRole("dialog", { name: "Thank You!" }),
      ).toBeVisible();
    },
  ],
  [
    "'Request a free rock'",
    "/share-your-rock",
    (page) => press(page, "Request a free rock"),
  ],
  [
    "Coming Soon",
    "/share-your-rock",
    (page) => press(page, "our social group"),
  ],
  ["Contact Us", "/sudc", (page) => press(page, "Contact Us")],
];

async function sendFromForm(page: Page) {
  await press(page, "Upload Your Rock");
  const form = page.getByRole("dialog");
  await form.getByLabel("Rock Number").fill("7");
  await form.getByLabel("Location").fill("Here");
  await form.getByLabel("Comment").fill("There");
  await form.locator("input[type=file]").setInputFiles(fixture("plain.png"));
  await form.getByRole("button", { name: "Submit" }).click();
}

test("axe finds nothing on any page, and 320 pixels are wide enough for each", async () => {
  await addShownFind();
  for (const path of [...ADDRESSES, `/photos?album=${album.pa_key}`]) {
    await page.setViewportSize(WIDE);
    await page.goto(path);
    await untilAlive(page);
    await page.waitForLoadState("networkidle");
    await expectAccessible(page);
    await page.setViewportSize(NARROW);
    await expectNothingWider();
  }
});

test.describe("axe finds nothing", () => {
  test("in an album's lightbox", async () => {
    await page.goto(`/photos?album=${album.pa_key}`);
    await untilAlive(page);
    await pressLink(/Dawn/);
    await expect(page.locator(".yarl__slide_current img")).toBeVisible();
    await expectAccessible(page);
  });

  test("on the greeting and the open menu of a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/qr?r=7");
    await expect(page.getByRole("complementary")).toContainText(
      "You found rock 7",
    );
    await expectAccessible(page);
    await press(page, "Open the menu");
    await expectAccessible(page);
  });
});

for (const [what, path, open] of DIALOGS)
  test(`axe finds nothing in ${what}, and 320 pixels are wide enough for it @soak`, async () => {
    await page.goto(path);
    await untilAlive(page);
    await open(page);
    await expectAccessible(page);
    await page.setViewportSize(NARROW);
    const box = (await page.getByRole("dialog").last().boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(NARROW.width);
    await expectNothingWider();
  });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("every page can be read, and albums and photos be opened @soak", async () => {
    await addShownFind();
    for (const [path, words] of [
      ["/", "was born early in the morning"],
      ["/share-your-rock", "Photograph it there"],
      ["/photos", "The lake"],
      ["/track-the-rocks", findFields.location],
      ["/all-rocks", "All Rocks"],
      ["/sudc", "stays unexplained"],
      ["/privacy", "without an account"],
    ] as const) {
      await page.goto(path);
      await expect(page.locator("main")).toContainText(words);
    }
    await page.goto("/photos");
    await pressLink(/^The lake/);
    await seesA("heading", "The lake");
    // The gallery is laid out for several widths, and the styles show one of them.
    const tile = page.getByRole("link", { name: /Dawn/ });
    await expect(tile.filter({ visible: true })).toHaveCount(1);
    await tile.filter({ visible: true }).click();
    await expect(page.locator(".album-photo")).toHaveAttribute(
      "src",
      "/media/albums/lake/webp/0.webp",
    );
  });

  test("a QR code's page says which rock it is, and leads to the form and to its family", async () => {
    await page.goto("/qr?r=308");
    await expect(
      page.getByRole("complementary").getByRole("heading"),
    ).toHaveText("You found rock 308");
    await expect(
      page.getByRole("main").getByRole("link", { name: "Share Your Rock" }),
    ).toHaveAttribute("href", "/share-your-rock?r=308");
  });
});
