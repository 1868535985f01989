import { copyFile, mkdir } from "node:fs/promises";
import { fixture } from "#tests/fixtures/index.ts";
import {
  albums,
  inOrder,
  listen,
  makeAlbums,
  openAlbum,
  refuse,
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
import { goTo, openAdmin } from "#tests/setup/calls/admin.ts";

test.describe("the table of albums", () => {
  test("says what an album is, with its header buttons", async () => {
    await makeAlbums(["creek", "beach"], ["creek"]);
    await openAdmin(page, site, "Albums");
    for (const name of ["Refresh", "Sync", "Create"])
      await seesA("button", name, { exact: true });
    await expect(albums().getByRole("columnheader")).toHaveText([
      "Image",
      "Name",
      "Display Name",
      "Description",
      "Order",
      "Show",
      "Count",
      "Actions",
    ]);
    const creek = rowOf("creek");
    await expect(creek.getByRole("cell", { name: "The creek" })).toBeVisible();
    await expect(
      creek.getByRole("cell", { name: "About creek" }),
    ).toBeVisible();
    await expect(
      creek.getByRole("cell", { name: "Yes", exact: true }),
    ).toBeVisible();
    await expect(
      creek.getByRole("cell", { name: "3", exact: true }),
    ).toBeVisible();
    for (const name of ["Disable creek", "Edit creek", "Delete creek"])
      await expect(creek.getByRole("button", { name })).toBeVisible();
  });

  test("opens the full first image over the page, and closes it with Escape @soak", async () => {
    await makeAlbums(["creek"], ["creek"]);
    await openAdmin(page, site, "Albums");
    const thumbnail = page.getByRole("button", {
      name: "See the first picture of creek large",
    });
    await expect(thumbnail.locator("img")).toHaveAttribute(
      "src",
      "/media/albums/creek/webp300x300/alpha.webp",
    );
    await thumbnail.click();
    const large = page.getByRole("dialog", { name: "Picture" });
    await expect(large.locator("img")).toHaveAttribute(
      "src",
      "/media/albums/creek/webp/alpha.webp",
    );
    await page.keyboard.press("Escape");
    await expect(large).toBeHidden();
    await expect(thumbnail).toBeFocused();
  });

  test("is there at first paint, by the screen's loader alone @soak", async () => {
    await makeAlbums(["creek"]);
    await openAdmin(page, site);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/")) asked.push(request.url());
    });
    await goTo(page, "Albums");
    await inOrder(albums(), ["creek"]);
    expect(asked).toEqual([]);
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

  test("says 'Loading...' while it is loaded again, and stays if that fails, which an alert says @soak", async () => {
    await makeAlbums(["creek"]);
    await openAdmin(page, site, "Albums");
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.route(/\/api\/albums$/, async (route) => {
      await held;
      await route.fulfill({ status: 500, json: { error: "Refused." } });
    });
    const said = listen();
    await press("Refresh");
    await sees("Loading...");
    goOn();
    await expect.poll(() => said).toEqual(["Failed to refresh album data."]);
    await inOrder(albums(), ["creek"]);
    await page.unroute(/\/api\/albums$/);
    await press("Try again");
    await expect(
      page.getByText("The albums could not be loaded."),
    ).toBeHidden();
    await inOrder(albums(), ["creek"]);
  });

  test("enables and disables an album @soak", async () => {
    await makeAlbums(["one"]);
    await openAdmin(page, site, "Albums");
    await press("Disable one");
    await expect(
      rowOf("one").getByRole("cell", { name: "No", exact: true }),
    ).toBeVisible();
    expect(await (await site.fetch("/api/albums")).json()).toEqual([]);
    await press("Enable one");
    await expect(
      rowOf("one").getByRole("cell", { name: "Yes", exact: true }),
    ).toBeVisible();
  });

  test("deletes an album with its rows when asked twice, and closes the hole in the order", async () => {
    await makeAlbums(["one", "two", "three"], ["two"]);
    await openAdmin(page, site, "Albums");
    page.once("dialog", (dialog) => {
      expect(dialog.message()).toBe(
        "Are you sure you want to delete this album?",
      );
      void dialog.dismiss();
    });
    await press("Delete two");
    await inOrder(albums(), ["one", "two", "three"]);
    const said = listen();
    await press("Delete two");
    await inOrder(albums(), ["one", "three"]);
    expect(said).toEqual(["Are you sure you want to delete this album?"]);
    await expect
      .poll(() => site.query("SELECT order_num FROM albums ORDER BY 1"))
      .toEqual([{ order_num: 1 }, { order_num: 2 }]);
    expect(site.query("SELECT * FROM photos")).toEqual([]);
  });

  for (const [what, method, path] of [
    ["deletion", "DELETE", /\/api\/albums\/\d+$/],
    ["reordering after it", "POST", /\/api\/albums\/reorder-all$/],
  ] as const)
    test(`says 'An error occurred while deleting the album.' if the ${what} fails @soak`, async () => {
      await makeAlbums(["one", "two"]);
      await openAdmin(page, site, "Albums");
      await refuse(method, path);
      const said = listen();
      await press("Delete one");
      await expect
        .poll(() => said)
        .toEqual([
          "Are you sure you want to delete this album?",
          "An error occurred while deleting the album.",
        ]);
      await inOrder(albums(), what === "deletion" ? ["one", "two"] : ["two"]);
    });

  test("is brought in line with the folders by Sync, and tells how it went @soak", async () => {
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
