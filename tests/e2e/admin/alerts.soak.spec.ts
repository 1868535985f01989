import { fixture } from "#tests/fixtures/index.ts";
import {
  makeAlbums,
  openAlbum,
  PHOTOS,
  rowOf,
} from "#tests/setup/e2e/albums.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { answerDialogs, openAdmin } from "#tests/setup/calls/admin.ts";
import { addPost, addRock } from "#tests/setup/calls/catalogue.ts";
import { fill, holds, press } from "#tests/setup/e2e/steps.ts";

/** Refuses calls of an address until the returned function is called. */
async function refuse(method: string, path: RegExp, status = 500) {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status, json: { error: "Refused for a test." } })
      : route.fallback(),
  );
  return () => page.unroute(path);
}

/** Expects the next alert. What was asked or said before is forgotten. */
async function expectAlert(said: string[], alert: string | RegExp) {
  await expect.poll(() => said.at(-1) ?? "").toMatch(alert);
  said.length = 0;
}

test("the Albums screen alerts what fails, and keeps what is there", async () => {
  await makeAlbums(["creek"], ["creek"]);
  await openAdmin("Albums");
  const said = answerDialogs();
  const album = await openAlbum("creek");
  for (const method of ["DELETE", "PUT"])
    await refuse(method, /\/api\/albums\/photos\/\d+$/);
  for (const method of ["DELETE", "GET"])
    await refuse(method, /\/api\/albums\/\d+$/);
  await press("Delete photo.webp");
  await expectAlert(said, "Failed to delete photo.");

  await press("Edit photo.webp");
  const photo = page.getByRole("dialog", { name: "Edit Photo: photo.webp" });
  await fill("Display Name", "At the bank", { in: photo });
  await press("Update", { in: photo });
  await expectAlert(said, "Failed to update photo.");
  await holds("Display Name", "At the bank", { in: photo });
  await press("Cancel", { in: photo });

  await fill("Display Name", "typed", { in: album });
  await press("Refresh", { in: album });
  await expectAlert(said, "Failed to refresh album data.");
  await holds("Display Name", "typed", { in: album });
  await album
    .getByLabel("Images to add")
    .setInputFiles([fixture("photo.webp"), fixture("note.jpg")]);
  await expectAlert(said, "Upload failed. Check console for details.");
  await expect(
    album.getByRole("alert").filter({ hasText: "note.jpg" }),
  ).toBeVisible();
  await page.keyboard.press("Escape");

  await press("Delete creek");
  await expectAlert(said, "An error occurred while deleting the album.");
  await expect(rowOf("creek")).toBeVisible();
  expect(site.query("SELECT 1 FROM photos")).toHaveLength(PHOTOS.length);
});

test("the Rocks screen alerts what is missing, refused or not there", async () => {
  addRock(site, 7);
  await openAdmin("Rocks");
  const said = answerDialogs();
  await fill("Rock Number", "4321");
  await press("Edit", { exact: true });
  await expectAlert(said, "Rock number 4321 not found");
  await press("+ Create Rock");
  const dialog = page.getByRole("dialog", { name: "Create Rock" });
  const save = dialog.getByRole("button", { name: "Save" });
  const MISSING = "All fields are required except comment.";
  await save.click();
  await expectAlert(said, MISSING);
  await fill("Rock Number*", "7", { in: dialog });
  await save.click();
  await expectAlert(said, MISSING);
  await dialog.getByRole("checkbox", { name: "UNKNOWN" }).check();
  await save.click();
  await expectAlert(said, MISSING);
  await dialog.getByLabel("Image*").setInputFiles(fixture("plain.png"));
  await save.click();
  await expectAlert(said, "Error saving rock");
  const number = dialog.getByRole("textbox", { name: /^Rock Number/ });
  await expect(number).toHaveAttribute("aria-invalid", "true");
  await expect(number).toHaveValue("7");
});

test("the Journey screen alerts a save that fails with the server's words, and keeps the form", async () => {
  addPost(site, { location: "The pier" });
  await openAdmin("Journey");
  const said = answerDialogs();
  await press(/^Edit rock 214/);
  const dialog = page.getByRole("dialog", { name: "Edit post: rock 214" });
  const coordinates = dialog.getByRole("textbox", { name: /^Coordinates/ });
  await coordinates.fill("91, 0");
  await press("Save", { in: dialog });
  await expectAlert(said, /^Failed to save changes: \S/);
  await expect(coordinates).toHaveAttribute("aria-invalid", "true");
  await expect(coordinates).toHaveValue("91, 0");
});
