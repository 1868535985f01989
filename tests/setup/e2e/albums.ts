import { copyFile, mkdir } from "node:fs/promises";
import { fixture } from "#tests/fixtures/index.ts";
import { expect, page, site } from "#tests/setup/e2e/test.ts";
import { callAsAdmin } from "#tests/setup/calls/admin.ts";
import { doJob } from "#tests/setup/calls/jobs.ts";

export const PHOTOS = ["alpha.png", "photo.webp", "progressive.jpg"];

/** Makes shown albums of these names, in this order. Those in `full` get three photos each. */
export async function makeAlbums(names: string[], full: string[] = []) {
  for (const name of names)
    await callAsAdmin("POST", "/albums", {
      name,
      display_name: `The ${name}`,
      desc: `About ${name}`,
      show: true,
    });
  for (const name of full) {
    await mkdir(site.inStore("albums", name), { recursive: true });
    for (const photo of PHOTOS)
      await copyFile(fixture(photo), site.inStore("albums", name, photo));
  }
  await doJob(site, await site.shareSession(), "/api/albums/sync");
  await site.untilIdle();
}

export const albums = () => page.getByRole("table", { name: "Albums" });
export const rowOf = (name: string) =>
  page.locator("tr").filter({
    has: page.getByRole("button", { name: `Delete ${name}`, exact: true }),
  });
export const inOrder = (table: ReturnType<typeof albums>, names: string[]) =>
  expect(table.locator("tbody .at-title")).toHaveText(names);

export async function openAlbum(name: string) {
  await rowOf(name)
    .getByRole("button", { name: `Edit ${name}` })
    .click();
  const dialog = page.getByRole("dialog", { name: "Edit Album" });
  await expect(dialog).toBeVisible();
  return dialog;
}
