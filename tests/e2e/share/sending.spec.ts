import { readFileSync } from "node:fs";
import type { Locator } from "playwright/test";
import { fixture } from "#tests/fixtures/index.ts";
import { expect, page, test } from "#tests/setup/e2e/test.ts";
import { holdBack, listenForRequests } from "#tests/setup/e2e/pages.ts";
import {
  failed,
  files,
  fillFields,
  fillForm,
  findsOf,
  holdPictures,
  openForm,
  sending,
  submit,
  submitFind,
  takePhoto,
  thanks,
  waiting,
  yourFinds,
} from "#tests/setup/e2e/share-form.ts";
import { PHONE } from "#tests/setup/e2e/screens.ts";
import {
  fill,
  hasFocus,
  holds,
  isOff,
  leadsTo,
  press,
  pressLink,
  says,
  sees,
  seesA,
} from "#tests/setup/e2e/steps.ts";

test.use({ serviceWorkers: "block" });

const goBack = () => page.evaluate(() => history.back());

/** The fields that a find is sent with, tracker data included. */
const FIELDS = [
  ...["rockNumber", "rockNumberQr", "name", "email", "location", "date"],
  ...["comment", "uploads", "trackerData", "submission_id", "find_key"],
  "form_time",
];

test("while a find is sent with all its fields the form is off and shows 'Uploading', then come thanks, and the form is empty", async () => {
  const sent = page.waitForRequest("**/api/upload-rock");
  const tracked = page.waitForResponse("**/api/rock-count");
  const release = await holdBack("**/api/upload-rock");
  const form = await openForm(page, "/share-your-rock?r=9");
  await fillFields(form, "Sent whole.");
  await fill("Name", "Ann", { in: form });
  await tracked;
  await submit(form).click();

  const uploading = form.getByRole("button", { name: "Uploading" });
  await expect(uploading).toBeDisabled();
  await expect(uploading.locator(".spinner")).toBeVisible();
  for (const label of ["Rock Number", "Location", "Comment", "Date"])
    await expect(form.getByLabel(label, { exact: true })).toBeDisabled();
  for (const name of [/^Close$/, "Select Images", /^Remove image 1/])
    await isOff(name, { in: form });
  await expect(sending()).toBeVisible();
  const turning = await sending().locator("h2 .spinner").boundingBox();
  expect(turning!.width).toBeCloseTo(turning!.height);
  for (const leave of [() => page.keyboard.press("Escape"), goBack]) {
    await leave();
    await expect(sending()).toBeVisible();
    await expect(form).toBeVisible();
  }
  const body = (await sent).postDataBuffer()!.toString("latin1");
  for (const name of FIELDS) expect(body).toContain(`name="${name}"`);
  expect(body).toContain('"screen_width"');
  release();

  for (const words of [
    "Rock 214 has begun a new journey, and you are part of it.",
    "Somebody looks at every find before it appears on the site.",
    "Take the rock to a new place and post again.",
    "leave it there for the next finder",
    "Follow our social group",
    "Would you like a new rock?",
  ])
    await expect(thanks()).toContainText(words);
  const own = /^\/finds\/[0-9a-f-]{36}#[0-9a-f]{32}$/;
  await leadsTo(own, /^Your find has its own page/, { in: thanks() });
  await press("Done", { in: thanks() });
  await expect(thanks()).toBeHidden();
  await expect(form).toBeHidden();
  const upload = page.getByRole("button", { name: "Upload Your Rock" });
  await expect(upload).toBeFocused();
  expect(findsOf("Sent whole.")).toMatchObject([
    // The QR code's number goes along though the visitor wrote another.
    { rock_number: 214, rock_number_qr: 9, name: "Ann" },
  ]);

  await upload.click();
  await holds("Comment", "", { in: form });
  await sees("0 of 5", { in: form });
  await fill("Comment", "Typed so far.", { in: form });
  await goBack();
  await expect(form).toBeHidden();
  await upload.click();
  await holds("Comment", "Typed so far.", { in: form });
});

/** Returns a function that taps where a button is now. The tap counts as one that many seconds later. */
async function tapsOn(button: Locator) {
  const { x, y, width, height } = (await button.boundingBox())!;
  const browser = await page.context().newCDPSession(page);
  const begin = Date.now() / 1000;
  return async (seconds: number) => {
    const timestamp = begin + seconds;
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    await browser.send("Input.dispatchTouchEvent", {
      type: "touchStart",
      timestamp,
      touchPoints,
    });
    await browser.send("Input.dispatchTouchEvent", {
      type: "touchEnd",
      timestamp,
      touchPoints: [],
    });
  };
}

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("a double tap on Submit doesn't leave the find that is being sent", async () => {
    const release = await holdBack("**/api/upload-rock");
    const form = await fillForm("Tapped twice.");
    const tapAt = await tapsOn(submit(form));
    await tapAt(0);
    await seesA("button", "Continue in the background");
    await tapAt(0.2);
    release();
    await expect(thanks()).toBeVisible();
  });
});

test("the pictures cross the water one by one, with a plain stone for one that the browser can't show @soak", async () => {
  const release = await holdPictures(2);
  const form = await fillForm("Stone by stone.");
  await files(form).setInputFiles([
    fixture("portrait.heic"),
    fixture("photo.webp"),
  ]);
  await sees("3 of 5", { in: form });
  await submit(form).click();

  const dialog = sending();
  const heading = dialog.getByRole("heading");
  await expect(heading).toHaveText("Uploading picture 2 of 3");
  await expect(heading).toBeFocused();
  await expect(dialog.locator("[aria-live]")).toHaveText(
    "Uploading picture 2 of 3",
  );
  await expect(dialog.getByRole("listitem")).toHaveText([
    /Picture 1: There/,
    /Picture 2: 0 %/,
    /Picture 3: Next/,
  ]);
  const pictures = dialog.locator(".stone img");
  await expect(pictures.nth(1)).toHaveClass("placeholder");
  for (const picture of [pictures.first(), pictures.last()])
    await expect(picture).toHaveAttribute("src", /^blob:/);
  const bar = dialog.getByRole("progressbar");
  const value = Number(await bar.getAttribute("value"));
  expect(value).toBeGreaterThan(0);
  await expect(dialog).toContainText(`${value} % is there`);
  await expect(dialog).toContainText(
    "You can leave. We’ll finish sending the next time you open this site.",
  );

  release();
  await expect(thanks()).toBeVisible();
  await expect(thanks().getByRole("heading")).toBeFocused();
});

test("the full pictures follow after 'Thank You!', with no need to wait @soak", async () => {
  await page.route("**/api/uploads", async (route) => {
    const metadata = route.request().headers()["upload-metadata"] ?? "";
    if (metadata.includes("original_of")) return;
    await route.continue();
  });
  const form = await fillForm("In full later.");
  await files(form).setInputFiles(await takePhoto());
  await submit(form).click();
  await expect(thanks()).toBeVisible();
  await expect(thanks()).toContainText("The full pictures follow: 0 of");
  await expect(thanks()).toContainText("no need to wait");
  await press("Your finds on this device", { in: thanks() });
  await expect(form).toBeHidden();
  await hasFocus("heading", "Your finds on this device");
  await expect(yourFinds().getByRole("listitem").first()).toContainText(
    "The full pictures follow: 0 of",
  );
});

const FIND = "**/api/upload-rock";

/** Has the site answer a find like this. */
const answer = (status: number, json: object) =>
  page.route(FIND, (route) => route.fulfill({ status, json }));
const backToForm = () => press("Back to the form", { in: failed() });
const KEEP_IT = "Keep it and send it later";
const keepIt = () => press(KEEP_IT, { in: failed() });
const row = () => yourFinds().getByRole("listitem");

const DAMAGED = "image.png: It is damaged.\nimage 2.png: It is cut off.";

test("'Submit Failed' appears when the server fails, and the form keeps its data; what the site says against a field or a picture is beside it, and the find is sent once that is mended", async () => {
  await page.route(FIND, (route) => route.fulfill({ status: 500, body: "<" }));
  const buffer = readFileSync(fixture("plain.png"));
  const image = { name: "image.png", mimeType: "image/png", buffer };
  const good = { ...image, name: "good.png" };
  const pictures = [good, image, image];
  const form = await submitFind("One of them is good.", pictures);
  await expect(failed()).toContainText(
    "Sorry, something went wrong. The submit did not work. Please email us instead if it keeps failing: hello@example.org",
  );
  await seesA("button", KEEP_IT, { in: failed() });
  await backToForm();
  await holds("Comment", "One of them is good.", { in: form });
  await sees("3 of 5", { in: form });
  await expect(submit(form)).toBeFocused();
  await expect(yourFinds()).toHaveCount(0);

  const fields = { location: "Name a place, please." };
  await answer(400, { error: "Some fields are not right.", fields });
  await submit(form).click();
  await seesA("button", "Back to the form", { in: failed() });
  await expect(failed().getByRole("button", { name: KEEP_IT })).toHaveCount(0);
  await backToForm();
  await says("alert", "Name a place, please.", { in: form });
  await expect(form.getByLabel("Location")).toBeFocused();

  await answer(415, { error: DAMAGED, fields: { images: DAMAGED } });
  await submit(form).click();
  await backToForm();
  const alerts = form.getByRole("alert");
  await expect(alerts).toHaveText(["It is damaged.", "It is cut off."]);
  const damaged = form.getByRole("button", {
    name: /^Remove image 2, image.png/,
  });
  await expect(damaged).toBeFocused();
  await expect(damaged).toHaveAccessibleDescription("It is damaged.");
  await damaged.press("Enter");
  await fill("What is in photo 1 of 2?", "A wall", { in: form });
  await expect(alerts).toHaveText("It is cut off.");
  await press(/^Remove image 2, image 2.png/, { in: form });
  await expect(alerts).toHaveCount(0);
  await page.unroute(FIND);
  await submit(form).click();
  await expect(thanks()).toBeVisible();
  expect(findsOf("One of them is good.")).toHaveLength(1);
});

test("after 'Submit Failed' the find can be kept and sent later, and it arrives once @soak", async () => {
  await page.route(FIND, (route) => route.abort());
  const form = await submitFind("Later, then.");
  await keepIt();
  await expect(form).toBeHidden();
  await hasFocus("heading", "Your finds on this device");
  await seesA("button", "Remove", { in: row() });
  await page.unroute(FIND);
  await press("Send now", { in: row() });
  await pressLink("Rock 214", { in: row() });
  await sees("It is waiting, with 1 image");
  expect(findsOf("Later, then.")).toHaveLength(1);
});

test("a kept find that the site will not take says why, and opens in the form again @soak", async () => {
  await page.route(FIND, (route) => route.abort());
  const form = await submitFind("To be opened again.");
  await keepIt();
  // Over the other, so that nothing passes in between. The queue tries again by itself.
  await answer(415, { error: "That is no image." });
  await expect(row()).toContainText("Not accepted");
  await expect(row()).toContainText("That is no image.");
  await press("Open in the form", { in: row() });
  await holds("Comment", "To be opened again.", { in: form });
  await sees("1 of 5", { in: form });
  await expect(yourFinds()).toHaveCount(0);
});

test("a link that goes silent is told within 10 seconds, and the find arrives by itself once it is back", async () => {
  await page.clock.install();
  await page.route("**/api/uploads", () => {});
  const form = await fillForm("Out of the silence.");
  await page.clock.fastForward(4_000);
  const begun = page.waitForRequest("**/api/uploads");
  await submit(form).click();
  await begun;
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100));
  await page.clock.runFor(9_900);
  await expect(waiting()).toContainText("Your find is safe on this device.");
  await page.unroute("**/api/uploads");
  await page.clock.resume();
  await page.clock.fastForward(60_000);
  await expect(thanks()).toBeVisible();
  expect(findsOf("Out of the silence.")).toHaveLength(1);
});

test("while 'Submit Failed' is open nothing is sent, and it doesn't turn into thanks @soak", async () => {
  await page.clock.install();
  const asked = listenForRequests();
  await answer(503, { error: "Not now." });
  const form = await fillForm("Held.");
  await page.clock.fastForward(4_000);
  await submit(form).click();
  await page.clock.fastForward(4_000);
  await expect(failed()).toContainText("Not now.");
  expect(asked.filter((url) => url.endsWith("/api/upload-rock"))).toHaveLength(
    1,
  );
  await page.unroute(FIND);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.clock.fastForward(120_000);
  await expect(failed()).toContainText("Not now.");
  expect(findsOf("Held.")).toEqual([]);
  await keepIt();
  await page.clock.fastForward(10_000);
  await expect.poll(() => findsOf("Held.").length).toBe(1);
});
