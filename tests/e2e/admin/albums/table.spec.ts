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
import {
  expect,
  page,
  site,
  test,
  seesA,
  press,
  sees,
} from "#tests/setup/browser/browser.ts";
import { answerDialogs, goTo, openAdmin } from "#tests/setup/calls/admin.ts";

test("the table of albums says what an album is, hides and shows it, and deletes it with its rows when asked twice", async () => {
  await makeAlbums(["creek", "beach", "pond"], ["creek"]);
  await openAdmin(page, site, "Albums");
  const creek = rowOf("creek");
  for (const cell of ["The creek", "About creek", "Yes", "3"])
    await expect(
      creek.getByRole("cell", { name: cell, exact: true }),
    ).toBeVisible();
  await press("Disable creek");
  await expect(
    creek.getByRole("cell", { name: "No", exact: true }),
  ).toBeVisible();
  await press("Enable creek");
  await expect(
    creek.getByRole("cell", { name: "Yes", exact: true }),
  ).toBeVisible();

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
  await openAdmin(page, site);
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
  await openAdmin(page, site, "Albums");
  await press("Sync", { exact: true });
  await sees(/^Synced: /);
  await inOrder(albums(), ["one", "copiedin"]);
  await expect(
    rowOf("copiedin").getByRole("cell", { name: "No", exact: true }),
  ).toBeVisible();
});

test("albums, their dialogs and the print tools are accessible and fit, on a phone and a computer @soak", async () => {
  await makeAlbums(["creek", "beach"], ["creek"]);
  await openAdmin(page, site, "Albums");
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
  await goTo(page, "Jobs");
  await seesA("region", "Create QR Codes");
  await expectAccessibleOnScreens();
});
