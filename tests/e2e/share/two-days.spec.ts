import { callAsAdmin } from "#tests/setup/calls/admin.ts";
import { PHONE } from "#tests/setup/e2e/screens.ts";
import {
  expectArrived,
  files,
  findsOf,
  type Photo,
  submit,
  takePhoto,
  untilKeptOffline,
  yourFinds,
} from "#tests/setup/e2e/share-form.ts";
import { fill, holds, sees } from "#tests/setup/e2e/steps.ts";
import { context, expect, page, site, test } from "#tests/setup/e2e/test.ts";

test.use({ viewport: PHONE, hasTouch: true });

const DAY = 24 * 3600_000;

/** The day of the site's clock, so many days ago. */
const dayBefore = (days: number) =>
  new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

/** A tab on a day so many days ago, as after the phone was off: nothing of the session before is left. */
async function openTab(days: number) {
  const tab = await context.newPage();
  await tab.clock.setFixedTime(Date.now() - days * DAY);
  return tab;
}

/** Scans the rock's code, describes the find, and switches the phone off without sending. */
async function beginFind(comment: string, photo: Photo, days: number) {
  const tab = await openTab(days);
  await tab.goto(`${site.baseURL}/qr?r=961`);
  const greeting = tab.getByRole("complementary");
  await greeting.getByRole("link", { name: "Upload Your Rock" }).tap();
  const form = tab.getByRole("dialog", { name: "Upload Your Rock" });
  await fill("Location", "Anstruther", { in: form, exact: true });
  await fill("Comment", comment, { in: form });
  await files(form).setInputFiles(photo);
  await sees("1 of 5", { in: form });
  await tab.close();
}

/** Comes back to what was begun, without a connection, sends it, and switches the phone off again. */
async function sendOffline(begun: string, days: number) {
  const tab = await openTab(days);
  await context.setOffline(true);
  await tab.goto(`${site.baseURL}/share-your-rock#upload`);
  const form = tab.getByRole("dialog", { name: "Upload Your Rock" });
  await holds("Rock Number", "961", { in: form });
  await holds("Date", begun, { in: form });
  await sees("1 of 5", { in: form });
  await submit(form).tap();
  const waiting = tab.getByRole("dialog", {
    name: "Waiting for a connection",
  });
  await expect(waiting).toContainText("safe on this device");
  await tab.close();
  await context.setOffline(false);
}

/** Opens any page with a connection, which sends what waits. */
async function comeBack(comment: string, photo: Photo) {
  const tab = await openTab(0);
  await tab.goto(`${site.baseURL}/share-your-rock`);
  await expect(yourFinds(tab)).toContainText("Somebody looks at it first.");
  await expectArrived(comment, [photo]);
  await tab.close();
}

async function showIt(comment: string) {
  await site.untilIdle();
  const { rps_key } = findsOf(comment)[0]!;
  await callAsAdmin("POST", `/journey-admin/${rps_key}/toggle-show`, {
    show: true,
  });
}

test("a rock is found twice, a day apart, by phones that go off before and after Submit", async () => {
  await page.goto("/share-your-rock");
  await untilKeptOffline();

  for (const [index, comment] of ["By the sea.", "By the lake."].entries()) {
    const days = 2 - index;
    const photo = await takePhoto(`${index}.jpg`);
    await test.step(`${comment} It is begun on one day, and sent on the next`, async () => {
      await beginFind(comment, photo, days);
      await sendOffline(dayBefore(days), days - 1);
      expect(findsOf(comment)).toEqual([]);
      await comeBack(comment, photo);
      await showIt(comment);
    });
  }

  await page.goto("/rocks/961");
  const journey = page.getByRole("list").filter({ hasText: "Journey: 2" });
  await expect(journey).toContainText("By the lake.");
  await expect(journey).toContainText("By the sea.");
  const answer = await page.request.get("/api/rock-posts/961");
  const posts = (await answer.json()) as { comment: string; date: string }[];
  expect(posts.map(({ comment, date }) => [comment, date])).toEqual([
    ["By the lake.", dayBefore(1)],
    ["By the sea.", dayBefore(2)],
  ]);
});
