import type { Locator, Page } from "playwright/test";
import {
  answerDialogs,
  callAsAdmin,
  goTo,
  openAdmin,
  pressAndConfirm,
} from "#tests/setup/calls/admin.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { addPost, addRocks } from "#tests/setup/calls/rocks.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import {
  albums,
  inOrder,
  makeAlbums,
  openAlbum,
} from "#tests/setup/e2e/albums.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import {
  expectAccessible,
  expectAccessibleOnScreens,
} from "#tests/setup/e2e/screens.ts";
import {
  hasFocus,
  press,
  pressLink,
  sees,
  seesA,
  seesNo,
} from "#tests/setup/e2e/steps.ts";

const toast = (within: Page | Locator = page) =>
  within
    .getByRole("status")
    .filter({ hasText: /in the trash for|back\.|for good\./ });

const undoButton = () => page.getByRole("button", { name: "Undo" });

/** Puts one thing of each kind into the trash but images and photos; the rock is the newest. */
async function fillTrash() {
  addPost(site, { location: "A pier" });
  await addAlbum(site, {
    name: "lake",
    title: "The lake",
    photos: [{}, {}, {}],
  });
  addRocks(site, [[31, "Ida"]]);
  for (const [table, key, path] of [
    ["rock_posts", "rps_key", "journey-admin"],
    ["albums", "pa_key", "albums"],
    ["users", "ra_key", "users"],
    ["rocks", "rc_key", "rocks"],
  ] as const) {
    const rows = site.query<Record<string, number>>(
      `SELECT ${key} FROM ${table} ORDER BY ${key} DESC LIMIT 1`,
    );
    await callAsAdmin("DELETE", `/${path}/${rows[0]![key]}`);
  }
}

test("what was deleted is listed by kind, comes back, and is deleted for good when asked twice", async () => {
  await fillTrash();
  await openAdmin("Trash");
  const rows = page
    .getByRole("table", { name: "Deleted, newest first" })
    .locator("tbody")
    .getByRole("row");
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText("Rock 31");
  await expect(rows.first()).toContainText("30 days left");
  await expectAccessibleOnScreens();

  const kinds = page.getByRole("group", { name: "Show one kind" });
  await press("Albums 1", { in: kinds });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("3 photos, their order");
  await press("Restore The lake");
  await expect(toast()).toHaveText("The lake is back.");
  await sees("Nothing of this kind.");
  await press("All 3", { in: kinds });
  await expect(rows).toHaveCount(3);

  await pressAndConfirm(
    page.getByRole("button", { name: "Delete Rock 31" }),
    "Delete Rock 31 for good? It can't be restored then.",
  );
  await expect(toast()).toHaveText("Rock 31 is deleted for good.");
  expect(site.query("SELECT * FROM trash WHERE kind = 'rock'")).toEqual([]);
  await goTo("Albums");
  await expect(page.getByText("The lake").first()).toBeVisible();
});

test("what can't come back says why in its row, and little time is said in words and colour @soak", async () => {
  await fillTrash();
  site.alter("UPDATE trash SET expires_hour = 48 WHERE kind = 'find'");
  addRocks(site, [[31]]);
  await openAdmin("Trash");
  await expect(page.locator(".is-soon")).toHaveText("2 days left");
  await press("Restore Rock 31");
  const note = page.getByRole("alert");
  await expect(note).toContainText("Rock 31 could not be restored.");
  await expect(note).toContainText("Another rock has the number 31 now.");
  await expectAccessibleOnScreens();
  await pressLink("See the rocks", { in: note });
  await seesA("heading", "Rock Catalog");
});

/** Presses a button as a keyboard does. */
async function pressByKey(name: string) {
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

test("a rock is back after Tab and Enter, and the focus was on the next row meanwhile", async () => {
  answerDialogs();
  addRocks(site, [[31], [32]]);
  await openAdmin("Rocks");
  await pressByKey("Delete rock 31");
  await expect(toast()).toContainText("Rock 31 is in the trash for 30 days.");
  await hasFocus("button", "Delete rock 32");
  await undoByTab();
  await expect(toast()).toHaveText("Rock 31 is back.");
  await seesA("button", "Delete rock 31");
});

test("several chosen rocks are back at once, in their places; the toast goes after 10 seconds, but not while it has the pointer or the focus @soak", async () => {
  answerDialogs();
  addRocks(site, [[31], [32], [33]]);
  await openAdmin("Rocks");
  const rocks = page.locator("tbody .at-title");
  await page.getByRole("checkbox", { name: "Choose rock 31" }).check();
  await page.getByRole("checkbox", { name: "Choose rock 32" }).check();
  await pressByKey("Delete");
  await expect(toast()).toContainText("2 rocks are in the trash for 30 days.");
  await expect(rocks).toHaveText(["33"]);
  await hasFocus("checkbox", "Choose rock 33");
  await undoByTab();
  await expect(toast()).toHaveText("2 rocks are back.");
  await expect(rocks).toHaveText(["31", "32", "33"]);

  await page.clock.install();
  await pressByKey("Delete rock 31");
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
  await seesA("row", /^Rock 31/);
});

test("a post is back, and so is an image inside of its dialog @soak", async () => {
  answerDialogs();
  await site.sendFind(findFields, ["progressive.jpg", "plain.png"]);
  await site.untilIdle();
  await openAdmin("Journey");
  const name = "rock 214, Lighthouse steps, Anstruther";
  await pressByKey(`Delete ${name}`);
  await expect(toast()).toContainText(
    "Rock 214, Lighthouse steps, Anstruther is in the trash for 30 days.",
  );
  await sees("No posts found");
  await undoByTab();
  await press(`Edit ${name}`);
  const dialog = page.getByRole("dialog", { name: "Edit post" });
  const images = dialog.getByRole("table", { name: "Images" });
  await pressByKey("Delete plain.png");
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
  answerDialogs();
  await makeAlbums(["one", "two", "three"], ["two"]);
  await openAdmin("Albums");
  await pressByKey("Delete two");
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
  await pressByKey(`Delete ${before[1]}`);
  await expect(names).toHaveCount(2);
  await expect(undoButton()).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(names).toHaveText(before);
});
