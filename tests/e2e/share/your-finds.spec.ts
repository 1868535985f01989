import { pressAndConfirm } from "#tests/setup/calls/admin.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { listenForRequests, visit } from "#tests/setup/e2e/pages.ts";
import {
  cutLink,
  fillFields,
  fillForm,
  findsOf,
  holdPictures,
  openForm,
  sending,
  submit,
  submitFind,
  thanks,
  waiting,
  yourFinds,
} from "#tests/setup/e2e/share-form.ts";
import { expectNothingWider, PHONE } from "#tests/setup/e2e/screens.ts";
import { fill, press, pressLink, sees } from "#tests/setup/e2e/steps.ts";

/** What the service worker asks for can't be held back or cut off. */
test.use({ serviceWorkers: "block" });

const rows = () => yourFinds().getByRole("listitem");

async function send(comment: string, date = "2026-05-17") {
  const form = await fillForm(comment);
  await fill("Date", date, { in: form });
  await submit(form).click();
  await expect(thanks()).toContainText(
    "Somebody looks at every find before it appears on the site.",
  );
  await press("Done", { in: thanks() });
}

test("a place of one long word leaves the page as wide as the phone", async () => {
  await page.setViewportSize(PHONE);
  const form = await fillForm("Far away.");
  const place = "Donaudampfschifffahrtsgesellschaft".repeat(3);
  await fill("Location", place, { in: form });
  await submit(form).click();
  await press("Done", { in: thanks() });
  await sees(place, { exact: false, in: yourFinds() });
  await expectNothingWider();
});

test("a find that was sent from this device is listed with its state, and leads to its page", async () => {
  await send("From this device.");
  const addresses = listenForRequests();
  await page.goto("/share-your-rock");
  await expect(rows()).toHaveText([
    /Rock 214.*Anstruther, 17 May 2026.*Waiting.*Somebody looks at it first\./,
  ]);
  await expect(rows().locator("img")).toHaveAttribute(
    "src",
    /^data:image\/jpeg/,
  );
  for (const [show, state] of [
    [1, "Shown"],
    [0, "Waiting"],
  ] as const) {
    site.alter(`UPDATE rock_posts SET show = ${show}`);
    await page.reload();
    await expect(rows()).toContainText(state);
  }

  const [{ findKey }] = await page.evaluate(
    () =>
      JSON.parse(localStorage.getItem("your_finds")!) as [{ findKey: string }],
  );
  await pressLink("Rock 214", { in: rows() });
  await sees("It is waiting, with 1 image");
  await pressAndConfirm(
    page.getByRole("button", { name: "Delete this find" }),
    "Delete this find, with all its pictures? It can't be brought back.",
  );
  await sees("Your find and all its pictures are deleted.");
  expect(findsOf("From this device.")).toEqual([]);
  await visit("/share-your-rock");
  await expect(rows()).toHaveCount(0);
  expect(addresses.filter((address) => address.includes(findKey))).toEqual([]);
});

test("finds are listed with those that wait first, then the newest, and one that waits is removed only after a question @soak", async () => {
  await send("Sent before.", "2026-05-16");
  await send("Sent later.");
  await cutLink();
  await submitFind("Never mind.");
  await press("Close, and send it later", { in: waiting() });
  const sent = [/17 May.*Waiting/, /16 May.*Waiting/];
  await expect(rows()).toHaveText([/On this device/, ...sent]);
  await pressAndConfirm(
    rows().getByRole("button", { name: "Remove" }),
    "Remove this find? It has not been sent.",
  );
  await expect(rows()).toHaveText(sent);
});

test("'Try now' goes on at once, and the waiting find says thanks @soak", async () => {
  const restore = await cutLink();
  await submitFind("Tried again.");
  const tried = page.waitForRequest("**/api/uploads");
  await press("Try now", { in: waiting() });
  await tried;
  await restore();
  await expect(thanks()).toBeVisible();
  expect(findsOf("Tried again.")).toHaveLength(1);
});

test("what follows Submit is loaded again if the link died while the form opened @soak", async () => {
  const part = "**/after-submit-*.js";
  await page.route(part, (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) =>
    request.url().includes("/after-submit-"),
  );
  const form = await openForm();
  await failed;
  await page.unroute(part);
  await fillFields(form, "Loaded later.");
  await submit(form).click();
  await expect(thanks()).toBeVisible();
  expect(findsOf("Loaded later.")).toHaveLength(1);
});

test("a browser that clears its storage says until when the find is safe @soak", async () => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "vendor", {
      value: "Apple Computer, Inc.",
    });
    navigator.storage.persist = () => Promise.resolve(false);
    navigator.storage.persisted = () => Promise.resolve(false);
  });
  await cutLink();
  await submitFind("For a week.");
  const day = new Date(Date.now() + 7 * 24 * 3_600_000).toLocaleDateString(
    "en-GB",
    { day: "numeric", month: "long" },
  );
  await expect(waiting()).toContainText(
    `Your find is safe on this device until ${day}.`,
  );
});

const line = () => page.locator(".sending-line");

test("while a find is sent, every other page says so, and nothing on it moves @soak", async () => {
  const release = await holdPictures(1);
  await submitFind("Sent meanwhile.");
  await press("Continue in the background", { in: sending() });
  await expect(line().getByRole("link")).toHaveCount(0);
  const foot = page.getByRole("contentinfo");
  await pressLink("Privacy", { in: foot });
  await expect(line()).toHaveText("Uploading your picture");
  const before = await foot.boundingBox();
  release();
  await expect(line()).toHaveText("");
  expect(await foot.boundingBox()).toEqual(before);
  expect(findsOf("Sent meanwhile.")).toHaveLength(1);
});

test("a find that waits is named on the pages of a later visit, and the line leads to it @soak", async () => {
  await cutLink();
  await submitFind("Waiting elsewhere.");
  await expect(waiting()).toBeVisible();
  await page.goto("/sudc");
  await expect(line()).toHaveText("Your find waits for a connection.");
  await line().getByRole("link").click();
  await expect(yourFinds().getByRole("heading")).toBeFocused();
  await expect(rows()).toContainText("Rock 214");
});

test("a device without finds loads nothing of the queue @soak", async () => {
  const scripts = listenForRequests();
  await visit("/sudc");
  await expect(line()).toHaveCount(0);
  expect(scripts.filter((url) => /send-queue|sending-line/.test(url))).toEqual(
    [],
  );
});
