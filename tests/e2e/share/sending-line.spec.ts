import { expectAccessible } from "#tests/setup/browser/axe.ts";
import { expect, page, test } from "#tests/setup/browser/browser.ts";
import {
  cutLink,
  fill,
  findsOf,
  openForm,
  sending,
  submit,
  waiting,
  yourFinds,
  holdPictures,
} from "#tests/setup/browser/share-form.ts";

test.use({ bypassCSP: true, serviceWorkers: "block" });

const line = () => page.locator(".sending-line");

test("while a find is sent, every other page says so, and nothing on it moves @soak", async () => {
  const release = await holdPictures(1);
  const form = await openForm(page);
  await fill(form, "Sent meanwhile.");
  await submit(form).click();
  await sending()
    .getByRole("button", { name: "Continue in the background" })
    .click();
  await expect(line().getByRole("link")).toHaveCount(0);
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: "Privacy" })
    .click();
  await expect(line()).toHaveText("Your find: uploading your picture");
  await expectAccessible(page);
  const foot = page.getByRole("contentinfo");
  const before = await foot.boundingBox();
  release();
  await expect(line()).toHaveText("");
  expect(await foot.boundingBox()).toEqual(before);
  expect(findsOf("Sent meanwhile.")).toHaveLength(1);
});

test("a find that waits is named on the pages of a later visit, and the line leads to it @soak", async () => {
  await cutLink();
  const form = await openForm(page);
  await fill(form, "Waiting elsewhere.");
  await submit(form).click();
  await expect(waiting()).toBeVisible();
  await page.goto("/sudc");
  await expect(line()).toHaveText("Your find waits for a connection.");
  await line().getByRole("link").click();
  await expect(yourFinds(page).getByRole("heading")).toBeFocused();
  await expect(yourFinds(page).getByRole("listitem")).toContainText("Rock 214");
});

test("a device without finds loads nothing of the queue @soak", async () => {
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await page.goto("/sudc");
  await page.waitForFunction(() => window.earlyClick === null);
  await expect(line()).toHaveCount(0);
  expect(scripts.filter((url) => /send-queue|sending-line/.test(url))).toEqual(
    [],
  );
});
