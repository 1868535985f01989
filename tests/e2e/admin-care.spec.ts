import type { Page } from "playwright/test";
import { openAdmin } from "../setup/admin.ts";
import { expect, test } from "../setup/browser.ts";
import { query } from "../setup/calls.ts";
import { addPost, emptyCatalogue } from "../setup/catalogue.ts";

test.beforeEach(({ site }) => emptyCatalogue(site));

async function editPost(page: Page) {
  await page.getByRole("button", { name: /^Edit rock 214/ }).click();
  return page.getByRole("dialog", { name: "Edit post: rock 214" });
}

test("coordinates that are no numbers are refused beside their field, and nothing is sent", async ({
  page,
  site,
}) => {
  addPost(site, { location: "The pier", place: [51.5, -0.1] });
  await openAdmin(page, site, "Journey");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") sent.push(request.url());
  });
  const dialog = await editPost(page);
  const coordinates = dialog.getByRole("textbox", { name: /^Coordinates/ });
  await coordinates.fill("51.5N, 0.1W");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(coordinates).toHaveAccessibleDescription(
    "Enter latitude and longitude as two numbers, like 51.5, -0.1.",
  );
  await expect(coordinates).toBeFocused();
  expect(sent).toEqual([]);

  await coordinates.fill("(51.6, −0.2)");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  expect(query(site, "SELECT latitude, longitude FROM rock_posts")).toEqual([
    { latitude: 51.6, longitude: -0.2 },
  ]);
});

test("text that does not split in two says, before it is saved, that the find leaves the map", async ({
  page,
  site,
}) => {
  addPost(site, { location: "The pier", place: [51.5, -0.1] });
  await openAdmin(page, site, "Journey");
  const dialog = await editPost(page);
  const warning = dialog.getByText(
    "Saved like this, the find is not on the map.",
  );
  await expect(warning).toBeHidden();
  await dialog.getByLabel("Coordinates").fill("51.5 -0.1");
  await expect(warning).toBeVisible();
  await dialog.getByLabel("Coordinates").fill("51.5, -0.1");
  await expect(warning).toBeHidden();
});
