import { mkdir, copyFile, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import type { Page } from "playwright/test";
import type { AdminAlbum } from "#domain/albums/answers.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { goTo, openAdmin } from "#tests/setup/calls/admin.ts";
import { expectAccessible } from "#tests/setup/browser/axe.ts";
import { expect, test } from "#tests/setup/browser/browser.ts";
import {
  alter,
  inStore,
  query,
  signIn,
  untilIdle,
} from "#tests/setup/calls/site-calls.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { doJob } from "#tests/setup/calls/jobs.ts";
import type { Site } from "#tests/setup/processes/site.ts";

test.use({ bypassCSP: true });

const PHOTOS = ["alpha.png", "photo.webp", "progressive.jpg"];

/** Albums of these names, shown, in this order and no other; those in `full` with three photos each. */
async function makeAlbums(site: Site, names: string[], full: string[] = []) {
  const cookie = await signIn(site);
  const call = (method: string, path: string, body?: unknown) =>
    fetch(`${site.baseURL}/api/albums${path}`, {
      method,
      headers: { cookie, "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  for (const { pa_key } of (await (
    await call("GET", "")
  ).json()) as AdminAlbum[])
    await call("DELETE", `/${pa_key}`);
  for (const name of names)
    await call("POST", "", {
      name,
      display_name: `The ${name}`,
      desc: `About ${name}`,
      show: true,
    });
  for (const name of full) {
    await mkdir(inStore(site, "albums", name), { recursive: true });
    for (const photo of PHOTOS)
      await copyFile(fixture(photo), inStore(site, "albums", name, photo));
  }
  await doJob(site, cookie, "/api/albums/sync");
  await untilIdle(site);
}

const albums = (page: Page) => page.getByRole("table", { name: "Albums" });
const photos = (page: Page) => page.getByRole("table", { name: "Photos" });
const rowOf = (page: Page, name: string) =>
  page.locator("tr").filter({
    has: page.getByRole("button", { name: `Delete ${name}`, exact: true }),
  });
const namesOf = (table: ReturnType<typeof albums>) =>
  table.locator("tbody .at-name").allTextContents();
const inOrder = (table: ReturnType<typeof albums>, names: string[]) =>
  expect(table.locator("tbody .at-name")).toHaveText(names);

/** Notes what the browser's own dialogs say, and accepts them, or dismisses those asked to. */
function listen(page: Page, { accept = true } = {}) {
  const said: string[] = [];
  page.on("dialog", (dialog) => {
    said.push(dialog.message());
    void (accept ? dialog.accept() : dialog.dismiss());
  });
  return said;
}

/** Has the next calls of an address refused, until told otherwise. */
async function refuse(page: Page, method: string, path: RegExp, status = 500) {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status, json: { error: "Refused for a test." } })
      : route.fallback(),
  );
  return () => page.unroute(path);
}

async function openAlbum(page: Page, name: string) {
  await rowOf(page, name)
    .getByRole("button", { name: `Edit ${name}` })
    .click();
  const dialog = page.getByRole("dialog", { name: "Edit Album" });
  await expect(dialog).toBeVisible();
  return dialog;
}

test.describe("the table of albums", () => {
  test("says what an album is, with its header buttons", async ({
    page,
    site,
  }) => {
    await makeAlbums(site, ["creek", "beach"], ["creek"]);
    await openAdmin(page, site, "Albums");
    for (const name of ["Refresh", "Sync", "Create"])
      await expect(
        page.getByRole("button", { name, exact: true }),
      ).toBeVisible();
    await expect(albums(page).getByRole("columnheader")).toHaveText([
      "Image",
      "Name",
      "Display Name",
      "Description",
      "Order",
      "Show",
      "Count",
      "Actions",
    ]);
    const creek = rowOf(page, "creek");
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

  test("opens the full first image over the page, and closes it with Escape", async ({
    page,
    site,
  }) => {
    await makeAlbums(site, ["creek"], ["creek"]);
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

  test("is there at first paint, by the screen's loader alone", async ({
    page,
    site,
  }) => {
    await makeAlbums(site, ["creek"]);
    await openAdmin(page, site);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/")) asked.push(request.url());
    });
    await goTo(page, "Albums");
    await inOrder(albums(page), ["creek"]);
    expect(asked).toEqual([]);
  });

  test("a screen whose loader fails says so, and can be tried again", async ({
    page,
    site,
  }) => {
    await makeAlbums(site, ["creek"]);
    await openAdmin(page, site);
    await page.route(/\/admin\/albums\.data/, (route) => route.abort());
    await page
      .getByRole("navigation", { name: "Admin" })
      .getByRole("link", { name: "Albums" })
      .first()
      .click();
    await expect(
      page.getByRole("heading", { name: "This screen could not be loaded" }),
    ).toBeVisible();
    await page.unroute(/\/admin\/albums\.data/);
    await page.getByRole("button", { name: "Try again" }).click();
    await inOrder(albums(page), ["creek"]);
  });

  test("says 'Loading...' while it is loaded again, and can be tried again if that fails", async ({
    page,
    site,
  }) => {
    await makeAlbums(site, ["creek"]);
    await openAdmin(page, site, "Albums");
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.route(/\/api\/albums$/, async (route) => {
      await held;
      await route.fulfill({ status: 500, json: { error: "Refused." } });
    });
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("Loading...")).toBeVisible();
    goOn();
    await expect(
      page.getByText("The albums could not be loaded."),
    ).toBeVisible();
    await page.unroute(/\/api\/albums$/);
    await page.getByRole("button", { name: "Try again" }).click();
    await inOrder(albums(page), ["creek"]);
  });

  test("has arrows for a place up or down, off for the first up and the last down, and keeps the focus", async ({
    page,
    site,
  }) => {
    await makeAlbums(site, ["one", "two", "three"]);
    await openAdmin(page, site, "Albums");
    await expect(
      page.getByRole("button", { name: "Move one up" }),
    ).toBeDisabled();
    await expect(
      page.getByRole("button", { name: "Move three down" }),
    ).toBeDisabled();
    const up = page.getByRole("button", { name: "Move three up" });
    await up.focus();
    await page.keyboard.press("Enter");
    await inOrder(albums(page), ["one", "three", "two"]);
    await expect(up).toBeFocused();
    await page.keyboard.press("Enter");
    await inOrder(albums(page), ["three", "one", "two"]);
    await expect(
      page.getByRole("button", { name: "Move three down" }),
    ).toBeFocused();
    await expect(page.getByText("three: place 1 of 3")).toBeAttached();
    expect(
      query(site, "SELECT name, order_num FROM albums ORDER BY order_num"),
    ).toEqual([
      { name: "three", order_num: 1 },
      { name: "one", order_num: 2 },
      { name: "two", order_num: 3 },
    ]);
  });

  test("takes an album that is dragged to another place", async ({
    page,
    site,
  }) => {
    await makeAlbums(site, ["one", "two", "three", "four"]);
    await openAdmin(page, site, "Albums");
    await rowOf(page, "four").locator(".grip").hover();
    await page.mouse.down();
    await rowOf(page, "one").locator(".grip").hover();
    await page.mouse.up();
    await expect(page.getByText("four: place 1 of 4")).toBeAttached();
    await inOrder(albums(page), ["four", "one", "two", "three"]);
    await page.getByRole("button", { name: "Refresh", exact: true }).click();
    await inOrder(albums(page), ["four", "one", "two", "three"]);
  });

  test("takes an album that is moved by keyboard alone, and tells a screen reader", async ({
    page,
    site,
  }) => {
    await makeAlbums(site, ["one", "two", "three"]);
    await openAdmin(page, site, "Albums");
    const grip = page.getByRole("button", {
      name: "Drag three to another place",
    });
    await grip.focus();
    await page.keyboard.press("Space");
    await expect(
      page.getByText("You have picked up three, at place 3 of 3."),
    ).toBeAttached();
    await page.keyboard.press("ArrowUp");
    await expect(
      page.getByText("three is now over place 2 of 3."),
    ).toBeAttached();
    await page.keyboard.press("ArrowUp");
    await expect(
      page.getByText("three is now over place 1 of 3."),
    ).toBeAttached();
    await page.keyboard.press("Space");
    await expect(page.getByText("three: place 1 of 3")).toBeAttached();
    await inOrder(albums(page), ["three", "one", "two"]);
    await expect(grip).toBeFocused();
    expect(query(site, "SELECT name FROM albums ORDER BY order_num")).toEqual([
      { name: "three" },
      { name: "one" },
      { name: "two" },
    ]);
  });

  test("says a swap or toggle that failed in place, without an alert", async ({
    page,
    site,
  }) => {
    await makeAlbums(site, ["one", "two"]);
    await openAdmin(page, site, "Albums");
    const said = listen(page);
    for (const [method, path, button] of [
      ["POST", /\/api\/albums\/reorder$/, "Move one down"],
      ["PATCH", /\/api\/albums\/\d+\/show$/, "Disable one"],
    ] as const) {
      const undo = await refuse(page, method, path);
      await page.getByRole("button", { name: button }).click();
      await expect(page.getByRole("alert")).toHaveText("Refused for a test.");
      await undo();
    }
    await inOrder(albums(page), ["one", "two"]);
    expect(said).toEqual([]);
  });

  test("enables and disables an album", async ({ page, site }) => {
    await makeAlbums(site, ["one"]);
    await openAdmin(page, site, "Albums");
    await page.getByRole("button", { name: "Disable one" }).click();
    await expect(
      rowOf(page, "one").getByRole("cell", { name: "No", exact: true }),
    ).toBeVisible();
    expect(await (await fetch(`${site.baseURL}/api/albums`)).json()).toEqual(
      [],
    );
    await page.getByRole("button", { name: "Enable one" }).click();
    await expect(
      rowOf(page, "one").getByRole("cell", { name: "Yes", exact: true }),
    ).toBeVisible();
  });

  test("deletes an album with its rows and files when asked twice, and closes the hole in the order", async ({
    page,
    site,
  }) => {
    await makeAlbums(site, ["one", "two", "three"], ["two"]);
    await openAdmin(page, site, "Albums");
    page.once("dialog", (dialog) => {
      expect(dialog.message()).toBe(
        "Are you sure you want to delete this album?",
      );
      void dialog.dismiss();
    });
    await page.getByRole("button", { name: "Delete two" }).click();
    await inOrder(albums(page), ["one", "two", "three"]);
    const said = listen(page);
    await page.getByRole("button", { name: "Delete two" }).click();
    await inOrder(albums(page), ["one", "three"]);
    expect(said).toEqual(["Are you sure you want to delete this album?"]);
    expect(existsSync(inStore(site, "albums", "two"))).toBe(false);
    expect(query(site, "SELECT order_num FROM albums ORDER BY 1")).toEqual([
      { order_num: 1 },
      { order_num: 2 },
    ]);
    expect(query(site, "SELECT * FROM photos")).toEqual([]);
  });

  for (const [what, method, path] of [
    ["deletion", "DELETE", /\/api\/albums\/\d+$/],
    ["reordering after it", "POST", /\/api\/albums\/reorder-all$/],
  ] as const)
    test(`says 'An error occurred while deleting the album.' where the ${what} fails`, async ({
      page,
      site,
    }) => {
      await makeAlbums(site, ["one", "two"]);
      await openAdmin(page, site, "Albums");
      await refuse(page, method, path);
      const said = listen(page);
      await page.getByRole("button", { name: "Delete one" }).click();
      await expect
        .poll(() => said)
        .toEqual([
          "Are you sure you want to delete this album?",
          "An error occurred while deleting the album.",
        ]);
      await inOrder(
        albums(page),
        what === "deletion" ? ["one", "two"] : ["two"],
      );
    });

  test("is brought in line with the folders by Sync, and tells how it went", async ({
    page,
    site,
  }) => {
    await makeAlbums(site, ["one"]);
    await mkdir(inStore(site, "albums", "copiedin"), { recursive: true });
    await copyFile(
      fixture("photo.webp"),
      inStore(site, "albums", "copiedin", "photo.webp"),
    );
    await openAdmin(page, site, "Albums");
    await page.getByRole("button", { name: "Sync", exact: true }).click();
    await expect(page.getByText(/^Synced: /)).toBeVisible();
    await inOrder(albums(page), ["one", "copiedin"]);
    await expect(
      rowOf(page, "copiedin").getByRole("cell", { name: "No", exact: true }),
    ).toBeVisible();
  });
});

test.describe("creating an album", () => {
  test("takes a name of lowercase letters and digits alone, and says the rule", async ({
    page,
    site,
  }) => {
    await makeAlbums(site, ["taken"]);
    await openAdmin(page, site, "Albums");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Create Album" });
    const name = dialog.getByRole("textbox", { name: /^Name/ });
    const create = dialog.getByRole("button", { name: "Create" });
    const rule =
      "Name can only contain lowercase letters and numbers, no spaces or special characters.";
    await expect(create).toBeDisabled();
    await name.pressSequentially("The Sea-2024!");
    await expect(name).toHaveValue("thesea2024");
    await expect(dialog.getByText(rule)).toBeVisible();
    await expect(create).toBeEnabled();
    await name.fill("!!");
    await expect(name).toHaveValue("");
    await expect(create).toBeDisabled();

    const said = listen(page);
    await name.fill("taken");
    await create.click();
    await expect(name).toHaveAttribute("aria-invalid", "true");
    expect(said).toEqual([]);

    await name.fill("thesea2024");
    await dialog.getByLabel("Display Name").fill("The sea");
    await dialog.getByLabel("Description").fill("All summer.");
    await dialog.getByRole("switch", { name: "Show" }).check();
    await create.click();
    await expect(dialog).toBeHidden();
    await inOrder(albums(page), ["taken", "thesea2024"]);
    await expect(
      rowOf(page, "thesea2024").getByRole("cell", { name: "Yes", exact: true }),
    ).toBeVisible();
    expect(existsSync(inStore(site, "albums", "thesea2024"))).toBe(true);
  });

  test("keeps the dialog with what was typed where it fails, without an alert; Cancel leaves it", async ({
    page,
    site,
  }) => {
    await makeAlbums(site, []);
    await openAdmin(page, site, "Albums");
    await expect(
      page.getByText("No albums yet. Create makes the first one."),
    ).toBeVisible();
    await refuse(page, "POST", /\/api\/albums$/);
    const said = listen(page);
    const opener = page.getByRole("button", { name: "Create", exact: true });
    await opener.click();
    const dialog = page.getByRole("dialog", { name: "Create Album" });
    await dialog.getByLabel("Name", { exact: true }).fill("sea");
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Refused for a test.");
    await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("sea");
    expect(said).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    expect(said).toEqual(["Your changes are not saved. Throw them away?"]);
  });
});

test.describe("editing an album", () => {
  test.beforeEach(async ({ page, site }) => {
    await makeAlbums(site, ["creek"], ["creek"]);
    await openAdmin(page, site, "Albums");
  });

  test("keeps the name, and saves the rest", async ({ page }) => {
    const dialog = await openAlbum(page, "creek");
    await expect(dialog.getByLabel("Name", { exact: true })).toHaveAttribute(
      "readonly",
      "",
    );
    for (const name of ["Add Images", "Refresh", "Update", "Cancel"])
      await expect(
        dialog.getByRole("button", { name, exact: true }),
      ).toBeVisible();
    await dialog.getByLabel("Display Name").fill("The stream");
    await dialog.getByRole("switch", { name: "Show" }).uncheck();
    await dialog.getByRole("button", { name: "Update" }).click();
    await expect(dialog).toBeHidden();
    await expect(
      rowOf(page, "creek").getByRole("cell", { name: "The stream" }),
    ).toBeVisible();
    await expect(
      rowOf(page, "creek").getByRole("cell", { name: "No", exact: true }),
    ).toBeVisible();
  });

  test("shows its photos with all columns, and their full image", async ({
    page,
  }) => {
    await openAlbum(page, "creek");
    await expect(photos(page).getByRole("columnheader")).toHaveText([
      "",
      "Image",
      "Name",
      "Display Name",
      "Description",
      "Date",
      "Order",
      "Show",
      "Width",
      "Height",
      "Actions",
    ]);
    const first = rowOf(page, "alpha.webp");
    for (const cell of ["alpha.webp", "400", "300", "Yes"])
      await expect(
        first.getByRole("cell", { name: cell, exact: true }),
      ).toBeVisible();
    for (const name of [
      "Disable alpha.webp",
      "Edit alpha.webp",
      "Delete alpha.webp",
    ])
      await expect(first.getByRole("button", { name })).toBeVisible();
    await first.getByRole("button", { name: "See alpha.webp large" }).click();
    await expect(
      page.getByRole("dialog", { name: "Picture" }).locator("img"),
    ).toHaveAttribute("src", "/media/albums/creek/webp/alpha.webp");
  });

  test("puts a bare stone in the place of a thumbnail that is broken", async ({
    page,
    site,
  }) => {
    // Not the first: the album's own row has shown that one already.
    await rm(inStore(site, "albums/creek/webp300x300/photo.webp"));
    await openAlbum(page, "creek");
    const image = rowOf(page, "photo.webp").locator("img");
    await expect(image).toHaveAttribute("src", /plain/);
    await expect
      .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
  });

  test("moves, hides and deletes photos; a deleted one goes with its files", async ({
    page,
    site,
  }) => {
    await openAlbum(page, "creek");
    await expect(
      page.getByRole("button", { name: "Move alpha.webp up" }),
    ).toBeDisabled();
    await expect(
      page.getByRole("button", { name: "Move progressive.webp down" }),
    ).toBeDisabled();
    await page.getByRole("button", { name: "Move alpha.webp down" }).click();
    await inOrder(photos(page), [
      "photo.webp",
      "alpha.webp",
      "progressive.webp",
    ]);
    await rowOf(page, "progressive.webp").locator(".grip").hover();
    await page.mouse.down();
    await rowOf(page, "photo.webp").locator(".grip").hover();
    await page.mouse.up();
    await inOrder(photos(page), [
      "progressive.webp",
      "photo.webp",
      "alpha.webp",
    ]);

    await page.getByRole("button", { name: "Disable photo.webp" }).click();
    await expect(
      rowOf(page, "photo.webp").getByRole("cell", { name: "No", exact: true }),
    ).toBeVisible();

    const said = listen(page);
    await page.getByRole("button", { name: "Delete photo.webp" }).click();
    await inOrder(photos(page), ["progressive.webp", "alpha.webp"]);
    expect(said).toEqual(["Are you sure you want to delete this photo?"]);
    expect(filesBelow(inStore(site, "albums/creek"))).not.toContain(
      "photo.webp",
    );
    expect(
      query(site, "SELECT * FROM photos WHERE name LIKE 'photo%'"),
    ).toEqual([]);
  });

  test("Escape leaves a photo that is moved by keyboard where it was, and the dialog open", async ({
    page,
  }) => {
    const dialog = await openAlbum(page, "creek");
    const grip = page.getByRole("button", {
      name: "Drag alpha.webp to another place",
    });
    await grip.focus();
    await page.keyboard.press("Space");
    await expect(
      page.getByText("You have picked up alpha.webp, at place 1 of 3."),
    ).toBeAttached();
    await page.keyboard.press("ArrowDown");
    await expect(
      page.getByText("alpha.webp is now over place 2 of 3."),
    ).toBeAttached();
    await page.keyboard.press("Escape");
    await expect(
      page.getByText("alpha.webp stays where it was."),
    ).toBeAttached();
    await expect(dialog).toBeVisible();
    await inOrder(photos(page), [
      "alpha.webp",
      "photo.webp",
      "progressive.webp",
    ]);
  });

  test("does to all chosen photos at once what is asked for", async ({
    page,
    site,
  }) => {
    await openAlbum(page, "creek");
    await page.getByRole("checkbox", { name: "Choose all photos" }).check();
    const bar = page.getByRole("group", { name: "Chosen rows" });
    await expect(bar).toContainText("3 chosen");
    await bar.getByRole("button", { name: "Hide" }).click();
    await expect(
      photos(page).getByRole("cell", { name: "No", exact: true }),
    ).toHaveCount(3);
    await page.getByRole("checkbox", { name: "Choose alpha.webp" }).uncheck();
    const said = listen(page);
    await bar.getByRole("button", { name: "Delete" }).click();
    await inOrder(photos(page), ["alpha.webp"]);
    expect(said).toEqual(["Are you sure you want to delete these 2 photos?"]);
    expect(query(site, "SELECT count(*) AS n FROM photos")).toEqual([{ n: 1 }]);
  });

  test("says 'Failed to delete photo.' and keeps it", async ({ page }) => {
    await openAlbum(page, "creek");
    await refuse(page, "DELETE", /\/api\/albums\/photos\/\d+$/);
    const said = listen(page);
    await page.getByRole("button", { name: "Delete photo.webp" }).click();
    await expect
      .poll(() => said)
      .toEqual([
        "Are you sure you want to delete this photo?",
        "Failed to delete photo.",
      ]);
    expect(await namesOf(photos(page))).toHaveLength(3);
  });

  test("says 'Failed to refresh album data.' and keeps what was typed", async ({
    page,
  }) => {
    const dialog = await openAlbum(page, "creek");
    await dialog.getByLabel("Display Name").fill("typed");
    const undo = await refuse(page, "GET", /\/api\/albums\/\d+$/);
    const said = listen(page);
    await dialog.getByRole("button", { name: "Refresh" }).click();
    await expect
      .poll(() => said)
      .toEqual([
        "Your changes are not saved. Throw them away?",
        "Failed to refresh album data.",
      ]);
    await expect(dialog.getByLabel("Display Name")).toHaveValue("typed");
    await undo();
    await dialog.getByRole("button", { name: "Refresh" }).click();
    await expect(dialog.getByLabel("Display Name")).toHaveValue("The creek");
  });

  test("says an update that failed in place, without an alert", async ({
    page,
  }) => {
    const dialog = await openAlbum(page, "creek");
    await refuse(page, "PUT", /\/api\/albums\/\d+$/);
    const said = listen(page);
    await dialog.getByRole("button", { name: "Update" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Refused for a test.");
    expect(said).toEqual([]);
  });

  test("that someone else has changed is told, and can be seen or saved over", async ({
    page,
    site,
  }) => {
    const dialog = await openAlbum(page, "creek");
    alter(site, "UPDATE albums SET display_name = 'of the other one'");
    await dialog.getByLabel("Display Name").fill("mine");
    await dialog.getByRole("button", { name: "Update" }).click();
    await expect(
      dialog.getByText("This album was changed by someone else meanwhile."),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Save mine anyway" }).click();
    await expect(dialog).toBeHidden();
    await expect(
      rowOf(page, "creek").getByRole("cell", { name: "mine" }),
    ).toBeVisible();
  });

  test("of a photo is a dialog with its name, and says 'Failed to update photo.'", async ({
    page,
  }) => {
    await openAlbum(page, "creek");
    await page.getByRole("button", { name: "Edit photo.webp" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Photo: photo.webp" });
    await expect(dialog.getByLabel("Date")).toHaveAttribute("type", "date");
    for (const name of ["Refresh", "Update", "Cancel"])
      await expect(
        dialog.getByRole("button", { name, exact: true }),
      ).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel("Display Name").fill("At the bank");
    await dialog.getByLabel("Date").fill("2020-07-03");
    await dialog.getByLabel("Description").fill("He found three.");
    await dialog.getByLabel("Show").uncheck();

    const undo = await refuse(page, "PUT", /\/api\/albums\/photos\/\d+$/);
    const said = listen(page);
    await dialog.getByRole("button", { name: "Update" }).click();
    await expect.poll(() => said).toEqual(["Failed to update photo."]);
    await expect(dialog.getByLabel("Display Name")).toHaveValue("At the bank");
    await undo();
    await dialog.getByRole("button", { name: "Update" }).click();
    await expect(dialog).toBeHidden();
    const row = rowOf(page, "photo.webp");
    for (const cell of ["At the bank", "2020-07-03", "He found three.", "No"])
      await expect(
        row.getByRole("cell", { name: cell, exact: true }),
      ).toBeVisible();
  });
});

test.describe("adding images", () => {
  test("sends several, shows how far it is, says the alert, closes the dialog and brings them in by itself", async ({
    page,
    site,
  }) => {
    await makeAlbums(site, ["creek"]);
    await openAdmin(page, site, "Albums");
    const dialog = await openAlbum(page, "creek");
    await expect(
      dialog.getByText("No photos yet. Add Images brings some."),
    ).toBeVisible();
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.route("**/upload-images", async (route) => {
      await held;
      await route.continue();
    });
    const input = dialog.getByLabel("Images to add");
    await expect(input).toHaveAttribute("multiple", "");
    await expect(input).toHaveAttribute("accept", /^image\/\*/);
    await input.setInputFiles(PHOTOS.map(fixture));
    await expect(
      dialog.getByRole("progressbar", { name: "Sent" }),
    ).toBeVisible();
    await expect(
      dialog.getByRole("button", { name: "Add Images" }),
    ).toBeDisabled();
    const said = listen(page);
    goOn();
    await expect
      .poll(() => said)
      .toEqual(["Upload complete. Please run the SYNC tool."]);
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^Synced: /)).toBeVisible();
    await expect(
      rowOf(page, "creek").getByRole("cell", { name: "3", exact: true }),
    ).toBeVisible();
  });

  test("says 'Upload failed. Check console for details.', and which file it was", async ({
    page,
    site,
  }) => {
    await makeAlbums(site, ["creek"]);
    await openAdmin(page, site, "Albums");
    const dialog = await openAlbum(page, "creek");
    const said = listen(page);
    await dialog
      .getByLabel("Images to add")
      .setInputFiles([fixture("photo.webp"), fixture("note.jpg")]);
    await expect
      .poll(() => said)
      .toEqual(["Upload failed. Check console for details."]);
    await expect(dialog.getByRole("alert")).toContainText("note.jpg");
    await expect(dialog).toBeVisible();
    expect(query(site, "SELECT * FROM photos")).toEqual([]);
  });
});

for (const width of [1440, 390])
  test(`albums, their dialogs and the print tools are accessible, and fit at ${width} px`, async ({
    page,
    site,
  }) => {
    await makeAlbums(site, ["creek", "beach"], ["creek"]);
    await page.setViewportSize({ width, height: 844 });
    const fits = async () =>
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
      ).toBeLessThanOrEqual(width);
    await openAdmin(page, site, "Albums");
    await inOrder(albums(page), ["creek", "beach"]);
    await expectAccessible(page);
    await fits();
    await openAlbum(page, "creek");
    await expect(rowOf(page, "alpha.webp")).toBeVisible();
    await expectAccessible(page);
    await fits();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await expect(
      page.getByRole("dialog", { name: "Create Album" }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await goTo(page, "Jobs");
    await expect(
      page.getByRole("region", { name: "Create QR Codes" }),
    ).toBeVisible();
    await expectAccessible(page);
    await fits();
  });
