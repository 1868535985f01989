import { context, expect, page, test } from "#tests/setup/browser/browser.ts";
import {
  expectArrived,
  fillFind,
  isAnnouncement,
  slowDown,
  submitFind,
  takePhoto,
  thanks,
  untilPiece,
} from "#tests/setup/browser/send-queue.ts";
import { openForm, submit } from "#tests/setup/browser/share-form.ts";

test.use({ serviceWorkers: "block" });

/** Bytes a second: a preview takes some seconds. */
const SLOW = 30_000;

/** Counts the uploads that all tabs announce. */
function countAnnouncements() {
  let count = 0;
  context.on("request", (request) => {
    if (isAnnouncement(request)) count++;
  });
  return () => count;
}

test("a tab that is closed in the middle of a picture leaves it to the next page of the site", async () => {
  const announcements = countAnnouncements();
  const photo = await takePhoto();
  await slowDown(SLOW);
  await submitFind(page, "Closed in between.", [photo]);
  await untilPiece();
  await page.close();

  const other = await context.newPage();
  await other.goto("/photos");
  await expectArrived("Closed in between.", [photo]);
  expect(announcements()).toBe(2);
});

test("two tabs that send the same find at once send one @soak", async () => {
  const announcements = countAnnouncements();
  const photo = await takePhoto();
  const form = await fillFind(page, "From two tabs.", [photo]);
  const other = await context.newPage();
  const sameForm = await openForm(other);
  await expect(sameForm.getByText("1 of 5")).toBeVisible();
  await Promise.all([submit(form).click(), submit(sameForm).click()]);
  await expect(thanks(page)).toBeVisible();
  await expect(thanks(other)).toBeVisible();
  await expectArrived("From two tabs.", [photo]);
  expect(announcements()).toBe(2);
});

test("another tab shows how it goes, and takes over when the first is closed @soak", async () => {
  const announcements = countAnnouncements();
  const photo = await takePhoto();
  await slowDown(SLOW);
  await submitFind(page, "Taken over.", [photo]);
  await untilPiece();
  const other = await context.newPage();
  await other.goto("/photos");
  await expect(other.getByRole("status").getByText(/^Your find/)).toBeVisible();
  await page.close();
  await expectArrived("Taken over.", [photo]);
  expect(announcements()).toBe(2);
});
