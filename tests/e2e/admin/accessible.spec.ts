import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import {
  expectAccessibleOnScreens,
  expectNothingWider,
  PHONE,
} from "#tests/setup/browser/screens.ts";
import { answerDialogs, goTo, openAdmin } from "#tests/setup/calls/admin.ts";
import { addPost, addRock } from "#tests/setup/calls/catalogue.ts";
import { press, sees, seesA } from "#tests/setup/browser/steps.ts";

/** What is opened on the admin's screens, each with its screen. */
const OPENED: [
  what: string,
  screen: string | undefined,
  open: () => Promise<void>,
][] = [
  [
    "'Create User' with an error",
    "Users",
    async () => {
      await press("+ New User");
      await press("Save");
      await expect(page.locator('[aria-invalid="true"]')).toBeVisible();
    },
  ],
  ["'Create Rock'", "Rocks", () => press("+ Create Rock")],
  [
    "'Edit Rock' that someone else has changed",
    "Rocks",
    async () => {
      answerDialogs();
      await press(/^Edit rock/);
      site.alter("UPDATE rocks SET comment = 'Theirs'");
      await page.getByRole("checkbox", { name: "UNKNOWN" }).check();
      await press("Save");
      await seesA("button", "Save mine anyway");
    },
  ],
  [
    "the bar over chosen posts",
    "Journey",
    async () => {
      await page
        .getByRole("checkbox", { name: /^Choose rock/ })
        .first()
        .check();
      await seesA("group", "Chosen rows");
    },
  ],
  [
    "'Edit post' with its images and the map",
    "Journey",
    async () => {
      await page
        .getByRole("button", { name: /^Edit.*Lighthouse/ })
        .first()
        .click();
      await press("Choose on a map");
      await expect(page.locator(".leaflet-container")).toBeVisible();
      await seesA("table", "Images");
    },
  ],
  [
    "an enlarged picture",
    "Journey",
    async () => {
      await page
        .getByRole("button", { name: /^See Rock/ })
        .first()
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  ],
];

async function fillSite() {
  await site.sendFind();
  addPost(site, { location: "The pier", place: [56, -2] });
  addPost(site, { location: "A bench nobody has placed" });
  const long = { location: "x".repeat(200), comment: "y".repeat(500) };
  addPost(site, { ...long, place: [57, -3] });
  addRock(site, 31, "A rock");
  await site.untilIdle();
}

test("on a phone every screen is reached by the menu, axe finds nothing on it or in a find's place, and nothing is wider than the screen", async () => {
  await fillSite();
  await page.setViewportSize(PHONE);
  await openAdmin();
  await expectAccessibleOnScreens();
  await press(/^Set the place/);
  await press("Save");
  await expect(page.getByRole("alert")).toBeVisible();
  await sees(/^Its last stop/);
  await expectAccessibleOnScreens();
  await page.keyboard.press("Escape");
  for (const screen of ["Users", "Rocks", "Journey"]) {
    await page.setViewportSize(PHONE);
    await goTo(screen);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessibleOnScreens();
  }
  await page.setViewportSize(PHONE);
  await goTo("Jobs");
  await expectNothingWider();
});

for (const [what, screen, open] of OPENED)
  test(`axe finds nothing on ${what}, on a phone and a computer @soak`, async () => {
    await fillSite();
    await openAdmin(screen);
    await open();
    await expectAccessibleOnScreens();
  });

test("by keyboard alone a rock is edited and the focus comes back @soak", async () => {
  addRock(site, 31, "A rock");
  await openAdmin("Rocks");
  // Agrees to throw changes away.
  page.on("dialog", (dialog) => void dialog.accept());
  const edit = page.getByRole("button", { name: "Edit rock 31" });
  await edit.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit Rock 31" });
  const unknown = dialog.getByRole("checkbox", { name: "UNKNOWN" });
  await expect(unknown).toBeFocused();
  await page.keyboard.press("Space");
  await expect(unknown).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(edit).toBeFocused();
});
