import { rm } from "node:fs/promises";
import { fixture } from "#tests/fixtures/index.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import {
  inOrder,
  listen,
  makeAlbums,
  openAlbum,
  PHOTOS,
  rowOf,
} from "#tests/setup/browser/albums.ts";
import { fill, press, sees, seesA } from "#tests/setup/browser/steps.ts";

const photos = () => page.getByRole("table", { name: "Photos" });

test.describe("editing an album", () => {
  test.beforeEach(async () => {
    await makeAlbums(["creek"], ["creek"]);
    await openAdmin("Albums");
  });

  test("keeps the name, and saves the rest", async () => {
    const dialog = await openAlbum("creek");
    await expect(dialog.getByLabel("Name", { exact: true })).toHaveAttribute(
      "readonly",
      "",
    );
    for (const name of ["Add Images", "Refresh", "Update", "Cancel"])
      await seesA("button", name, { exact: true, in: dialog });
    await fill("Display Name", "The stream", { in: dialog });
    await dialog.getByRole("switch", { name: "Show" }).uncheck();
    await press("Update", { in: dialog });
    await expect(dialog).toBeHidden();
    await seesA("cell", "The stream", { in: rowOf("creek") });
    await seesA("cell", "No", { exact: true, in: rowOf("creek") });
  });

  test("puts a bare stone in the place of a thumbnail that is broken @soak", async () => {
    // Not the first photo's, because the album's row has already loaded that one.
    await rm(site.inStore("albums/creek/webp300x300/photo.webp"));
    await openAlbum("creek");
    const image = rowOf("photo.webp").locator("img");
    await expect(image).toHaveAttribute("src", /plain/);
    await expect
      .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
  });

  test("moves, hides and deletes photos @soak", async () => {
    await openAlbum("creek");
    await expect(
      page.getByRole("button", { name: "Move alpha.webp up" }),
    ).toBeDisabled();
    await expect(
      page.getByRole("button", { name: "Move progressive.webp down" }),
    ).toBeDisabled();
    await press("Move alpha.webp down");
    await inOrder(photos(), ["photo.webp", "alpha.webp", "progressive.webp"]);
    await rowOf("progressive.webp").locator(".grip").hover();
    await page.mouse.down();
    await rowOf("photo.webp").locator(".grip").hover();
    await page.mouse.up();
    await inOrder(photos(), ["progressive.webp", "photo.webp", "alpha.webp"]);

    await press("Disable photo.webp");
    await seesA("cell", "No", { exact: true, in: rowOf("photo.webp") });

    const said = listen();
    await press("Delete photo.webp");
    await inOrder(photos(), ["progressive.webp", "alpha.webp"]);
    expect(said).toEqual(["Are you sure you want to delete this photo?"]);
    expect(site.query("SELECT * FROM photos WHERE name LIKE 'photo%'")).toEqual(
      [],
    );
  });

  test("Escape leaves a photo that is moved by keyboard where it was, and the dialog open @soak", async () => {
    const dialog = await openAlbum("creek");
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
    await inOrder(photos(), ["alpha.webp", "photo.webp", "progressive.webp"]);
  });

  test("does to all chosen photos at once what is asked for @soak", async () => {
    await openAlbum("creek");
    await page.getByRole("checkbox", { name: "Choose all photos" }).check();
    const bar = page.getByRole("group", { name: "Chosen rows" });
    await expect(bar).toContainText("3 chosen");
    await press("Hide", { in: bar });
    await expect(
      photos().getByRole("cell", { name: "No", exact: true }),
    ).toHaveCount(3);
    await page.getByRole("checkbox", { name: "Choose alpha.webp" }).uncheck();
    const said = listen();
    await press("Delete", { in: bar });
    await inOrder(photos(), ["alpha.webp"]);
    expect(said).toEqual(["Are you sure you want to delete these 2 photos?"]);
    expect(site.query("SELECT count(*) AS n FROM photos")).toEqual([{ n: 1 }]);
  });
});

test("adding images sends several, shows how far it is, says the alert, closes the dialog and brings them in by itself", async () => {
  await makeAlbums(["creek"]);
  await openAdmin("Albums");
  const dialog = await openAlbum("creek");
  await sees("No photos yet. Add Images brings some.", { in: dialog });
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
  await seesA("progressbar", "Sent", { in: dialog });
  await expect(
    dialog.getByRole("button", { name: "Add Images" }),
  ).toBeDisabled();
  const said = listen();
  goOn();
  await expect
    .poll(() => said)
    .toEqual(["Upload complete. Please run the SYNC tool."]);
  await expect(dialog).toBeHidden();
  await sees(/^Synced: .* It began by itself after the upload\.$/);
  await seesA("cell", "3", { exact: true, in: rowOf("creek") });
});
