import { readFileSync } from "node:fs";
import { fixture } from "#tests/fixtures/index.ts";
import { expect, page, test } from "#tests/setup/e2e/test.ts";
import {
  failed,
  fillForm,
  findsOf,
  submit,
  submitFind,
  thanks,
  yourFinds,
} from "#tests/setup/e2e/share-form.ts";
import {
  fill,
  holds,
  press,
  pressLink,
  sees,
  seesA,
} from "#tests/setup/e2e/steps.ts";

test.use({ serviceWorkers: "block" });

const FIND = "**/api/upload-rock";

/** Has the site answer a find like this. */
const answer = (status: number, json: object) =>
  page.route(FIND, (route) => route.fulfill({ status, json }));
const backToForm = () => press("Back to the form", { in: failed() });
const keepIt = () => press("Keep it and send it later", { in: failed() });
const kept = () => page.getByRole("dialog", { name: "Kept To Send Later" });
const row = () => yourFinds().getByRole("listitem");

test("what the site says against a field is beside that field, and what was entered outlives the page @soak", async () => {
  await answer(400, {
    error: "Some fields are not right.",
    fields: { location: "Name a place, please." },
  });
  const form = await submitFind("To be mended.");
  await backToForm();
  await expect(form.getByRole("alert")).toHaveText("Name a place, please.");
  await expect(form.getByLabel("Location")).toBeFocused();
  await page.reload();
  await press("Upload Your Rock");
  await holds("Comment", "To be mended.", { in: form });
  await sees("1 of 5", { in: form });
});

const DAMAGED = "image.png: It is damaged.\nimage 2.png: It is cut off.";

test("'Submit Failed' appears when the server fails, and the form keeps its data; a refused picture says why beside itself, and the find is sent once it is removed", async () => {
  await page.route(FIND, (route) => route.fulfill({ status: 500, body: "<" }));
  const buffer = readFileSync(fixture("plain.png"));
  const image = { name: "image.png", mimeType: "image/png", buffer };
  const good = { ...image, name: "good.png" };
  const pictures = [good, image, image];
  const form = await submitFind("One of them is good.", pictures);
  await expect(failed()).toContainText(
    "Sorry, something went wrong. The submit did not work. Please email us instead if it keeps failing: hello@example.org",
  );
  await backToForm();
  await holds("Comment", "One of them is good.", { in: form });
  await sees("3 of 5", { in: form });
  await expect(submit(form)).toBeFocused();
  await expect(yourFinds()).toHaveCount(0);

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
  await expect(kept()).toContainText("Your find is safe on this device.");
  await press("Done", { in: kept() });
  await expect(form).toBeHidden();
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
  await press("Done", { in: kept() });
  // Over the other, so that nothing passes in between. The queue tries again by itself.
  await answer(415, { error: "That is no image." });
  await expect(row()).toContainText("Not accepted");
  await expect(row()).toContainText("That is no image.");
  await press("Open in the form", { in: row() });
  await holds("Comment", "To be opened again.", { in: form });
  await sees("1 of 5", { in: form });
  await expect(yourFinds()).toHaveCount(0);
});

test("while 'Submit Failed' is open nothing is sent, and it doesn't turn into thanks @soak", async () => {
  await page.clock.install();
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/upload-rock")) posts.push(request.url());
  });
  await answer(503, { error: "Not now." });
  const form = await fillForm("Held.");
  await page.clock.fastForward(4_000);
  await submit(form).click();
  await page.clock.fastForward(4_000);
  await expect(failed()).toContainText("Not now.");
  expect(posts).toHaveLength(1);
  await page.unroute(FIND);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await page.clock.fastForward(120_000);
  await expect(failed()).toContainText("Not now.");
  expect(findsOf("Held.")).toEqual([]);
  await keepIt();
  await page.clock.fastForward(10_000);
  await expect.poll(() => findsOf("Held.").length).toBe(1);
});
