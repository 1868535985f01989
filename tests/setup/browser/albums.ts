import { copyFile, mkdir } from "node:fs/promises";
import type { AdminAlbum } from "#domain/albums/answers.ts";
import type { Trashed } from "#domain/trash/answers.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { expect, page, site } from "#tests/setup/browser/browser.ts";
import { answerDialogs } from "#tests/setup/calls/admin.ts";
import { doJob } from "#tests/setup/calls/jobs.ts";

export const PHOTOS = ["alpha.png", "photo.webp", "progressive.jpg"];

/** Replaces all albums by shown albums of these names, in this order. Those in `full` get three photos each. */
export async function makeAlbums(names: string[], full: string[] = []) {
  const cookie = await site.shareSession();
  const call = (method: string, path: string, body?: unknown) =>
    site.fetch(`/api${path}`, {
      method,
      headers: { cookie, "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  const list = async <T>(path: string) =>
    (await (await call("GET", path)).json()) as T[];
  for (const { pa_key } of await list<AdminAlbum>("/albums"))
    await call("DELETE", `/albums/${pa_key}`);
  // Their names are free once they are gone for good.
  for (const { trash_key } of await list<Trashed>("/trash?kind=album"))
    await call("DELETE", `/trash/${trash_key}`);
  for (const name of names)
    await call("POST", "/albums", {
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
  await doJob(site, cookie, "/api/albums/sync");
  await site.untilIdle();
}

export const albums = () => page.getByRole("table", { name: "Albums" });
export const rowOf = (name: string) =>
  page.locator("tr").filter({
    has: page.getByRole("button", { name: `Delete ${name}`, exact: true }),
  });
export const inOrder = (table: ReturnType<typeof albums>, names: string[]) =>
  expect(table.locator("tbody .at-title")).toHaveText(names);

/** Collects the texts of the browser's own dialogs, and accepts or dismisses them. */
export const listen = ({ accept = true } = {}) => answerDialogs(() => accept);

/** Refuses calls of an address until the returned function is called. */
export async function refuse(method: string, path: RegExp, status = 500) {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status, json: { error: "Refused for a test." } })
      : route.fallback(),
  );
  return () => page.unroute(path);
}

export async function openAlbum(name: string) {
  await rowOf(name)
    .getByRole("button", { name: `Edit ${name}` })
    .click();
  const dialog = page.getByRole("dialog", { name: "Edit Album" });
  await expect(dialog).toBeVisible();
  return dialog;
}
