import type { Locator, Request } from "playwright/test";
import sharp from "sharp";
import { fixture } from "#tests/fixtures/index.ts";
import { paintPicture } from "#tests/fixtures/picture.ts";
import { findFault, listArrived } from "#tests/setup/field/arrived.ts";
import { readStore } from "#tests/setup/field/phone.ts";
import { expect, page, site } from "#tests/setup/e2e/test.ts";
import { holdBack } from "#tests/setup/e2e/pages.ts";
import { fill, press } from "#tests/setup/e2e/steps.ts";

/** A file for an input of a page. */
export type Photo = Awaited<ReturnType<typeof takePhoto>>;

export const PICTURE = fixture("orientation-6.jpg");

let painted: Promise<Buffer> | undefined;

/** A photograph of 2000 × 1500 pixels, taken with the camera on its side. Each name has bytes of its own. */
export async function takePhoto(name = "photo.jpg") {
  painted ??= paintPicture(1500, 2000).png({ compressionLevel: 1 }).toBuffer();
  const buffer = await sharp(await painted)
    .rotate(270)
    .withMetadata({
      orientation: 6,
      exif: { IFD0: { ImageDescription: name } },
    })
    .jpeg({ quality: 90 })
    .toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}

export async function openForm(on = page, path = "/share-your-rock") {
  await on.goto(path);
  await press("Upload Your Rock", { in: on });
  const form = on.getByRole("dialog", { name: "Upload Your Rock" });
  await expect(form).toBeVisible();
  return form;
}

export async function fillFields(
  form: Locator,
  comment: string,
  pictures: (Photo | string)[] = [PICTURE],
) {
  await fill("Rock Number", "214", { in: form });
  await fill("Location", "Anstruther", { in: form, exact: true });
  await fill("Comment", comment, { in: form });
  await files(form).setInputFiles(pictures as string[]);
  await expect(
    form.getByText(`${pictures.length} of 5`, { exact: true }),
  ).toBeVisible();
}

/** Opens the form and fills it. */
export async function fillForm(
  comment: string,
  pictures?: (Photo | string)[],
  on = page,
) {
  const form = await openForm(on);
  await fillFields(form, comment, pictures);
  return form;
}

/** Opens the form, fills it and presses Submit. */
export async function submitFind(...find: Parameters<typeof fillForm>) {
  const form = await fillForm(...find);
  await submit(form).click();
  return form;
}

/** Waits until the service worker has kept the open form's page with all its parts. */
export async function untilKeptOffline() {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() =>
      page.evaluate(async () =>
        Boolean(await caches.match("/share-your-rock")),
      ),
    )
    .toBe(true);
}

export const files = (form: Locator) => form.locator('input[type="file"]');
export const submit = (form: Locator) =>
  form.getByRole("button", { name: "Submit" });

/** Keeps the find's pictures from the nth on from being sent until the function that it gives is called. */
export const holdPictures = (first: number) => {
  let announced = 0;
  return holdBack(
    "**/api/uploads",
    (request) => isAnnouncement(request) && ++announced >= first,
  );
};

/** Lets nothing of a find arrive, as if the link were dead. */
export async function cutLink() {
  const cut = "**/api/{uploads,uploads/*,upload-rock}";
  await page.route(cut, (route) => route.abort());
  await page.route("**/healthz", (route) => route.abort());
  return async () => {
    await page.unroute(cut);
    await page.unroute("**/healthz");
  };
}

export const sending = () => page.getByRole("dialog", { name: /^Uploading/ });
export const waiting = () =>
  page.getByRole("dialog", { name: "Waiting for a connection" });
export const failed = () => page.getByRole("dialog", { name: "Submit Failed" });
export const thanks = (on = page) =>
  on.getByRole("dialog", { name: "Thank You!" });
export const yourFinds = (on = page) =>
  on.getByRole("region", { name: "Your finds on this device" });

export const findsOf = (comment: string) => listArrived(site, { comment });

/** Waits until a find is there once, with exactly these originals. */
export const expectArrived = (comment: string, pictures: Photo[]) =>
  expect.poll(() => findFault(site, { comment, pictures })).toBeUndefined();

/** What the browser has stored of the queue. Files are named by their kinds: `file` or `preview`. */
export const readStored = async () => ({
  finds: await readStore<{ restarts: number }>(page, "finds"),
  files: (await readStore<string[]>(page, "files", "getAllKeys")).map(
    ([, , kind]) => kind,
  ),
});

export const UPLOADS = /\/api\/uploads(\/|$)/;

export const isPiece = (request: Request) =>
  request.method() === "PATCH" && UPLOADS.test(request.url());
export const isAnnouncement = (request: Request) =>
  request.method() === "POST" && UPLOADS.test(request.url());

export const isFind = (request: Request) =>
  request.method() === "POST" && request.url().endsWith("/api/upload-rock");

/** Has the link of a page carry so many bytes a second upwards. Returns what ends that. */
export async function slowDown(uploadThroughput: number, ofPage = page) {
  const devTools = await ofPage.context().newCDPSession(ofPage);
  const limit = (uploadThroughput: number) =>
    devTools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await devTools.send("Network.enable");
  await limit(uploadThroughput);
  return () => limit(-1);
}

/** The metadata of an upload, decoded. */
export function readMetadata(request: Request): Record<string, string> {
  const metadata = request.headers()["upload-metadata"]!;
  return Object.fromEntries(
    metadata.split(",").map((pair) => {
      const [key, value = ""] = pair.split(" ");
      return [key, Buffer.from(value, "base64").toString()];
    }),
  );
}
