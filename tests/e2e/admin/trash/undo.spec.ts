import { answerDialogs, goTo, openAdmin } from "#tests/setup/calls/admin.ts";
import { addRocks } from "#tests/setup/calls/rocks.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import {
  albums,
  inOrder,
  makeAlbums,
  openAlbum,
  toast,
  undoButton,
} from "#tests/setup/browser/albums.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { sees, seesA, seesNo } from "#tests/setup/browser/steps.ts";
import { expectAccessible } from "#tests/setup/browser/screens.ts";

test.beforeEach(() => {
  answerDialogs();
});

/** Presses a button as a keyboard does. */
async function press(name: string) {
  await page.getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
}

/** Goes to the button of the toast with the Tab key, and presses it. */
async function undoByTab() {
  await expect(undoButton()).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(undoButton()).toBeFocused({ timeout: 1 });
  }).toPass({ intervals: [1] });
  await page.keyboard.press("Enter");
}

async function undoByShortcut() {
  await expect(undoButton()).toBeVisible();
  await page.keyboard.press("Control+z");
}

test("a rock is back after Tab and Enter, and the focus was never taken", async () => {
  addRocks(site, [[31], [32]]);
  await openAdmin("Rocks");
  await press("Delete rock 31");
  await expect(toast()).toContainText("Rock 31 is in the trash for 30 days.");
  await expect(undoButton()).not.toBeFocused();
  await undoByTab();
  await expect(toast()).toHaveText("Rock 31 is back.");
  await seesA("button", "Delete rock 31");
});

test("several chosen rocks are back at once, in their places @soak", async () => {
  addRocks(site, [[31], [32], [33]]);
  await openAdmin("Rocks");
  const rocks = page.locator("tbody .at-title");
  await page.getByRole("checkbox", { name: "Choose rock 31" }).check();
  await page.getByRole("checkbox", { name: "Choose rock 32" }).check();
  await press("Delete");
  await expect(toast()).toContainText("2 rocks are in the trash for 30 days.");
  await expect(rocks).toHaveText(["33"]);
  await undoByTab();
  await expect(toast()).toHaveText("2 rocks are back.");
  await expect(rocks).toHaveText(["31", "32", "33"]);
});

test("a post is back, and so is an image inside of its dialog @soak", async () => {
  await site.sendFind(findFields, ["progressive.jpg", "plain.png"]);
  await site.untilIdle();
  await openAdmin("Journey");
  const name = "rock 214, Lighthouse steps, Anstruther";
  await press(`Delete ${name}`);
  await expect(toast()).toContainText(
    "Rock 214, Lighthouse steps, Anstruther is in the trash for 30 days.",
  );
  await sees("No posts found");
  await undoByTab();
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: "Edit post" });
  const images = dialog.getByRole("table", { name: "Images" });
  await press("Delete plain.png");
  // It is inside of the dialog, because everything else is out of reach.
  await expect(toast(dialog)).toContainText(
    "plain.png is in the trash for 30 days.",
  );
  await seesNo("plain.png", { in: images });
  await expectAccessible();
  await undoByTab();
  await expect(images.getByText("plain.png").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(site.query("SELECT * FROM trash")).toEqual([]);
});

test("an album is back in its place, and so is a photo inside of its dialog @soak", async () => {
  await makeAlbums(["one", "two", "three"], ["two"]);
  await openAdmin("Albums");
  await press("Delete two");
  await inOrder(albums(), ["one", "three"]);
  await expect(toast()).toContainText("The two is in the trash for 30 days.");
  await undoByTab();
  await inOrder(albums(), ["one", "two", "three"]);
  const dialog = await openAlbum("two");
  const names = dialog
    .getByRole("table", { name: "Photos" })
    .locator("tbody .at-title");
  await expect(names).toHaveCount(3);
  const before = await names.allTextContents();
  await press(`Delete ${before[1]}`);
  await expect(names).toHaveCount(2);
  await undoByShortcut();
  await expect(names).toHaveText(before);
});

test("the toast goes after 10 seconds, but not while it has the pointer or the focus @soak", async () => {
  addRocks(site, [[31], [32]]);
  await openAdmin("Rocks");
  await page.clock.install();
  await press("Delete rock 31");
  await toast().locator("p").hover();
  await page.clock.runFor(20_000);
  await expect(undoButton()).toBeVisible();
  await page.mouse.move(0, 0);
  await undoButton().focus();
  await page.clock.runFor(20_000);
  await expect(undoButton()).toBeVisible();
  await undoButton().blur();
  await page.clock.runFor(10_000);
  await expect(undoButton()).toBeHidden();
  await goTo("Trash");
  await expect(
    page.getByRole("row").filter({ hasText: "Rock 31" }),
  ).toBeVisible();
});
