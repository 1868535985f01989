import { copyFile, mkdir } from "node:fs/promises";
import { fixture } from "#tests/fixtures/index.ts";
import {
  albums,
  inOrder,
  makeAlbums,
  openAlbum,
  rowOf,
} from "#tests/setup/browser/albums.ts";
import { expectAccessibleOnScreens } from "#tests/setup/browser/screens.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { answerDialogs, goTo, openAdmin } from "#tests/setup/calls/admin.ts";
import { press, sees, seesA } from "#tests/setup/browser/steps.ts";

test("the table of albums says what an album is, hides and shows it, and deletes it with its rows when asked twice", async () => {
  await makeAlbums(["creek", "beach", "pond"], ["creek"]);
  await openAdmin("Albums");
  const creek = rowOf("creek");
  for (const cell of ["The creek", "About creek", "Yes", "3"])
    await seesA("cell", cell, { exact: true, in: creek });
  await press("Disable creek");
  await seesA("cell", "No", { exact: true, in: creek });
  await press("Enable creek");
  await seesA("cell", "Yes", { exact: true, in: creek });

  const answers = [false, true];
  const said = answerDialogs(() => answers.shift()!);
  await press("Delete creek");
  await inOrder(albums(), ["creek", "beach", "pond"]);
  await press("Delete creek");
  await inOrder(albums(), ["beach", "pond"]);
  expect(said).toEqual(
    Array(2).fill("Are you sure you want to delete this album?"),
  );
  await expect
    .poll(() => site.query("SELECT order_num FROM albums ORDER BY 1"))
    .toEqual([{ order_num: 1 }, { order_num: 2 }]);
  expect(site.query("SELECT * FROM photos")).toEqual([]);
});

test("a screen whose loader fails says so, and can be tried again @soak", async () => {
  await makeAlbums(["creek"]);
  await openAdmin();
  await page.route(/\/admin\/albums\.data/, (route) => route.abort());
  await page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: "Albums" })
    .first()
    .click();
  await seesA("heading", "This screen could not be loaded");
  await page.unroute(/\/admin\/albums\.data/);
  await press("Try again");
  await inOrder(albums(), ["creek"]);
});

test("the table of albums is brought in line with the folders by Sync, and tells how it went @soak", async () => {
  await makeAlbums(["one"]);
  await mkdir(site.inStore("albums", "copiedin"), { recursive: true });
  await copyFile(
    fixture("photo.webp"),
    site.inStore("albums", "copiedin", "photo.webp"),
  );
  await openAdmin("Albums");
  await press("Sync", { exact: true });
  await sees(/^Synced: /);
  await inOrder(albums(), ["one", "copiedin"]);
  await seesA("cell", "No", { exact: true, in: rowOf("copiedin") });
});

test("albums, their dialogs and the print tools are accessible and fit, on a phone and a computer @soak", async () => {
  await makeAlbums(["creek", "beach"], ["creek"]);
  await openAdmin("Albums");
  await inOrder(albums(), ["creek", "beach"]);
  await expectAccessibleOnScreens();
  await openAlbum("creek");
  await expect(rowOf("alpha.webp")).toBeVisible();
  await expectAccessibleOnScreens();
  await page.keyboard.press("Escape");
  await press("Create", { exact: true });
  await seesA("dialog", "Create Album");
  await expectAccessibleOnScreens();
  await page.keyboard.press("Escape");
  await goTo("Jobs");
  await seesA("region", "Create QR Codes");
  await expectAccessibleOnScreens();
});
