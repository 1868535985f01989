import type { Page } from "playwright/test";
import { goTo, openAdmin } from "#tests/setup/calls/admin.ts";
import { expectAccessible } from "#tests/setup/browser/axe.ts";
import { expectAccessibleOnScreens } from "#tests/setup/browser/screens.ts";
import { addPost, addRock } from "#tests/setup/calls/catalogue.ts";
import {
  expect,
  page,
  site,
  testWithoutRocks as test,
  sees,
} from "#tests/setup/browser/browser.ts";
import type { Site } from "#tests/setup/processes/site.ts";
import { chooseFew } from "#tests/setup/seeds.ts";

/** States of the admin's screens, each with the screen and how to get there. */
const STATES: [
  what: string,
  screen: string | undefined,
  open: (page: Page, site: Site) => Promise<void>,
][] = [
  ["the dashboard", undefined, async () => {}],
  [
    "the dialog of a find's place",
    undefined,
    async (page) => {
      await page.getByRole("button", { name: /^Set the place/ }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: "Save" })
        .click();
      await expect(page.getByRole("alert")).toBeVisible();
    },
  ],
  ["Users", "Users", async () => {}],
  ["Rocks", "Rocks", async () => {}],
  ["Journey", "Journey", async () => {}],
  [
    "'Create User' with an error",
    "Users",
    async (page) => {
      await page.getByRole("button", { name: "+ New User" }).click();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.locator('[aria-invalid="true"]')).toBeVisible();
    },
  ],
  [
    "'Create Rock'",
    "Rocks",
    (page) => page.getByRole("button", { name: "+ Create Rock" }).click(),
  ],
  [
    "'Edit Rock' that someone else has changed",
    "Rocks",
    async (page, site) => {
      page.on("dialog", (dialog) => void dialog.accept());
      await page.getByRole("button", { name: /^Edit rock/ }).click();
      site.alter("UPDATE rocks SET comment = 'Theirs'");
      await page.getByRole("checkbox", { name: "UNKNOWN" }).check();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: "Save" })
        .click();
      await expect(
        page.getByRole("button", { name: "Save mine anyway" }),
      ).toBeVisible();
    },
  ],
  [
    "the bar over chosen posts",
    "Journey",
    async (page) => {
      await page
        .getByRole("checkbox", { name: /^Choose rock/ })
        .first()
        .check();
      await expect(
        page.getByRole("group", { name: "Chosen rows" }),
      ).toBeVisible();
    },
  ],
  [
    "'Edit post' with its images and the map",
    "Journey",
    async (page) => {
      await page
        .getByRole("button", { name: /^Edit.*Lighthouse/ })
        .first()
        .click();
      await page.getByRole("button", { name: "Choose on a map" }).click();
      await expect(page.locator(".leaflet-container")).toBeVisible();
      await expect(page.getByRole("table", { name: "Images" })).toBeVisible();
    },
  ],
  [
    "an enlarged picture",
    "Journey",
    async (page) => {
      await page
        .getByRole("button", { name: /^See Rock/ })
        .first()
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  ],
];

for (const [what, screen, open] of chooseFew(STATES, 5))
  test(`axe finds nothing on ${what}, on a phone and a computer`, async () => {
    await site.sendFind();
    addPost(site, { location: "The pier", place: [56, -2] });
    addPost(site, { location: "A bench nobody has placed" });
    addRock(site, 31, "A rock");
    await site.untilIdle();
    await openAdmin(page, site);
    if (screen) await goTo(page, screen);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await open(page, site);
    await expectAccessibleOnScreens();
  });

test("on empty screens axe finds nothing @soak", async () => {
  await openAdmin(page, site);
  await expectAccessible(page);
  for (const screen of ["Rocks", "Journey"]) {
    await goTo(page, screen);
    await sees(/^No (rocks|posts) found$/);
    await expectAccessible(page);
  }
});

test("by keyboard alone a rock is edited and the focus comes back @soak", async () => {
  addRock(site, 31, "A rock");
  await openAdmin(page, site, "Rocks");
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
