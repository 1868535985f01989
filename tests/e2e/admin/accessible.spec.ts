import { makeAlbums, openAlbum } from "#tests/setup/e2e/albums.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import {
  expectAccessibleOnScreens,
  expectNothingWider,
  PHONE,
  SCREENS,
} from "#tests/setup/e2e/screens.ts";
import { press, sees, seesA } from "#tests/setup/e2e/steps.ts";
import {
  expectLargeTargets,
  expectTextFits,
} from "#tests/setup/e2e/texts/fit.ts";
import {
  answerDialogs,
  callAsAdmin,
  goTo,
  openAdmin,
} from "#tests/setup/calls/admin.ts";
import {
  addPost,
  addPosts,
  addRock,
  addRocks,
} from "#tests/setup/calls/rocks.ts";
import { sameDayEarlier } from "#tests/setup/this-day.ts";

test("on a phone every screen is reached by the menu, axe finds nothing on it or in a find's place, and nothing is wider than the screen", async () => {
  await site.sendFind();
  addPost(site, { location: "A bench nobody has placed" });
  const long = { location: "x".repeat(200), comment: "y".repeat(500) };
  addPost(site, { ...long, at: [57, -3] });
  addRock(site, 31, "A rock");
  await site.untilIdle();
  await page.setViewportSize(PHONE);
  await openAdmin();
  await expectAccessibleOnScreens();
  await press(/^Set the place/);
  await press("Save");
  await expect(page.getByRole("alert")).toBeVisible();
  await sees(/^Its last stop/);
  await expectAccessibleOnScreens();
  await page.keyboard.press("Escape");
  for (const screen of ["Users", "Rocks", "Journey", "Jobs"]) {
    await page.setViewportSize(PHONE);
    await goTo(screen);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (screen !== "Jobs") await expectAccessibleOnScreens();
    await expectNothingWider();
  }
});

const pressFirst = async (name: string | RegExp) => {
  await page.getByRole("button", { name }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
};

/** The admin's screens, and what is opened on them. */
const STATES: [screen: string, ...opened: (() => Promise<unknown>)[]][] = [
  [
    "Dashboard",
    async function sayAllThatItCan() {
      for (const name of [
        "2 finds are waiting",
        "Shown, but not on the map",
        "Silent rocks",
        "Numbers without a rock",
        "One thing needs you",
        "On this day",
      ])
        await seesA("region", name);
    },
  ],
  [
    "Users",
    async function withAnError() {
      await press("+ New User");
      await press("Save");
      await expect(page.locator('[aria-invalid="true"]')).toBeVisible();
    },
    () => pressFirst(/^Edit/),
  ],
  [
    "Rocks",
    () => press("+ Create Rock"),
    async function thatSomeoneElseHasChanged() {
      await press("Edit rock 7");
      site.alter("UPDATE rocks SET comment = 'Theirs'");
      await page.getByRole("checkbox", { name: "UNKNOWN" }).check();
      await press("Save");
      await seesA("button", "Save mine anyway");
    },
  ],
  [
    "Journey",
    async function withChosenPosts() {
      const boxes = page.getByRole("checkbox", { name: /^Choose rock/ });
      await boxes.first().check();
      await seesA("group", "Chosen rows");
    },
    async function withImagesAndTheMap() {
      await pressFirst(/^Edit.*A bench$/);
      await press("Choose on a map");
      await expect(page.locator(".leaflet-container")).toBeVisible();
      await seesA("table", "Images");
    },
    () => pressFirst(/^See Rock/),
  ],
  ["Albums", () => openAlbum("lake"), () => press("Create", { exact: true })],
  ["Jobs"],
  [
    "Site",
    async function listSectionsOnOneScreen() {
      const height = () => document.documentElement.scrollHeight;
      expect(await page.evaluate(height)).toBeLessThanOrEqual(PHONE.height);
    },
    async function openAllSections() {
      const summaries = page.locator(".site-section > summary");
      for (const summary of await summaries.all()) await summary.click();
      const preview = page.getByRole("region", { name: /^Preview: Text/ });
      await expect(preview).toContainText(/\w/);
    },
  ],
  ["Settings"],
  ["Security"],
  ["Trash"],
  [
    "Backups",
    async function sayWhatToSet() {
      const none = page.getByText(/^No backups are made/);
      await expect(none).toContainText("BACKUP_DIR");
    },
  ],
  [
    "Review",
    async function decide() {
      await press("Show");
      await sees("is shown.");
    },
  ],
];

/** A site with something on each screen, and everything that the dashboard can tell. */
async function fillSite() {
  await makeAlbums(["lake"], ["lake"]);
  addRocks(site, [[7, "Grandma June", "Aunt Maren"], [8], [9], [45]]);
  await addPosts(site, [
    { rock: 7, at: [10, 10], location: "Frogner, Oslo, by the tram stop" },
    { rock: 7, at: [56, -2], date: sameDayEarlier(), pictures: 1 },
    { rock: 7, location: "A bench nobody has placed" },
    { rock: 7, location: "A bench", pictures: 2, show: false },
    { rock: 2500, location: "A wall", show: false },
  ]);
  site.alter(`INSERT INTO rock_counts (day, rock_qr_number, page, device, address_prefix, visits)
     VALUES (date('now', '+1 day'), '45', '/', 'phone', '', 2)`);
  const [deleted] = site.query<{ rc_key: number }>(
    "SELECT rc_key FROM rocks WHERE rock_number = 9",
  );
  await callAsAdmin("DELETE", `/rocks/${deleted!.rc_key}`);
}

for (const [screen, ...opened] of STATES)
  test(`on the screen ${screen} axe finds nothing, texts can be read at 200 % and with wide spacing, targets are large, and nothing is wider than a phone @soak`, async () => {
    test.slow();
    await fillSite();
    answerDialogs();
    for (const open of [undefined, ...opened]) {
      await page.setViewportSize(PHONE);
      await openAdmin(screen);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      if (open) await open();
      else await expectLargeTargets();
      await expectAccessibleOnScreens();
      for (const size of SCREENS) {
        await page.setViewportSize(size);
        await expectTextFits();
      }
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNothingWider();
    }
  });
