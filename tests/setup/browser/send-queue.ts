import { readFileSync } from "node:fs";
import type { Page, Request } from "playwright/test";
import sharp from "sharp";
import { paintPicture } from "#tests/fixtures/picture.ts";
import { filesBelow, sumOf } from "#tests/setup/files.ts";
import { expect, page, site } from "#tests/setup/browser/browser.ts";
import { files, openForm, submit } from "./share-form.ts";

/** A file for an input of a page. */
export interface Photo {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A photograph of about a megabyte: 2400 × 1800 pixels, taken with the camera on its side. */
export async function takePhoto(name = "photo.jpg"): Promise<Photo> {
  const upright = await paintPicture(1800, 2400).png().toBuffer();
  const buffer = await sharp(upright)
    .rotate(270)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}

/** Fills the form. */
export async function fillFind(
  page: Page,
  comment: string,
  photos: Photo[] | string[],
) {
  const form = await openForm(page);
  await form.getByLabel("Rock Number").fill("214");
  await form.getByLabel("Location", { exact: true }).fill("Anstruther");
  await form.getByLabel("Comment").fill(comment);
  await files(form).setInputFiles(photos as string[]);
  await expect(form.getByText(`${photos.length} of 5`)).toBeVisible();
  return form;
}

/** Fills the form and presses Submit. */
export const submitFind = async (...find: Parameters<typeof fillFind>) =>
  submit(await fillFind(...find)).click();

export const thanks = (page: Page) =>
  page.getByRole("dialog", { name: "Thank You!" });

export interface FindRow {
  uuid: string;
  rps_key: number;
  rock_number: number;
}

export const findsOf = (comment: string) =>
  site.query<FindRow>(`SELECT * FROM rock_posts WHERE comment = '${comment}'`);

export { sumOf as hash };

/** The hashes of a find's originals, sorted. Empty while an original takes the place of its smaller copy. */
function hashOriginals(comment: string) {
  const [find] = findsOf(comment);
  if (!find) return [];
  const folder = site.inStore(
    "rocks",
    String(find.rock_number),
    find.uuid,
    "original",
  );
  try {
    return filesBelow(folder)
      .map((file) => sumOf(readFileSync(`${folder}/${file}`)))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Waits until a find is there once, with exactly these originals. */
export async function expectArrived(comment: string, photos: Photo[]) {
  const hashes = photos.map(({ buffer }) => sumOf(buffer)).sort();
  await expect.poll(() => hashOriginals(comment)).toEqual(hashes);
  expect(findsOf(comment)).toHaveLength(1);
}

export interface Stored {
  finds: { submissionId: string; restarts: number }[];
  /** Names the kind of each file: `file` or `preview`. */
  files: string[];
}

/** What the browser has stored of the queue. */
export const readStored = () =>
  page.evaluate(
    () =>
      new Promise<Stored>((resolve, reject) => {
        const opening = indexedDB.open("share-your-rock");
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction(["finds", "files"]);
          const finds = reading.objectStore("finds").getAll();
          const files = reading.objectStore("files").getAllKeys();
          reading.oncomplete = () => {
            database.close();
            resolve({
              finds: finds.result as Stored["finds"],
              files: (files.result as string[][]).map(([, , kind]) => kind!),
            });
          };
        };
      }),
  );

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

/** Waits until the site has taken a piece of an upload. */
export const untilPiece = () =>
  page.waitForResponse(
    (response) => isPiece(response.request()) && response.status() === 204,
  );

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
