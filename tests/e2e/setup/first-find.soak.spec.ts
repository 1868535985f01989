import type { Locator, Page } from "playwright/test";
import { fixture } from "#tests/fixtures/index.ts";
import { NEW_PASSWORD, setUpLink } from "#tests/setup/calls/set-up-calls.ts";
import { notePrints } from "#tests/setup/e2e/pages.ts";
import { COMPUTER, expectAccessible, PHONE } from "#tests/setup/e2e/screens.ts";
import { expect, test } from "#tests/setup/e2e/test.ts";
import { startSite } from "#tests/setup/processes/site.ts";

const COMMENT = "It was sitting on the harbour wall.";

let presses = 0;
/** Presses something, and counts it. Typing counts as none. */
async function press(what: Locator) {
  presses += 1;
  await what.click();
}
async function choosePicture(where: Locator, name: string) {
  presses += 1;
  await where.setInputFiles(fixture(name));
}
const button = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true });

async function look(page: Page) {
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await page.setViewportSize(COMPUTER);
}
async function atStep(page: Page, name: string) {
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await look(page);
}

test("from an empty folder to the first find that everybody sees, with every step and few presses", async ({
  browser,
}) => {
  const site = await startSite({ env: { ADMIN_PASSWORD: "" } });
  const computer = await browser.newContext({ bypassCSP: true });
  await notePrints(computer);
  const phone = await browser.newContext({ viewport: PHONE });
  try {
    const page = await computer.newPage();
    await page.goto(setUpLink(site.lines));
    await atStep(page, "Choose your password");
    await page.getByLabel("Password").fill(NEW_PASSWORD);
    await press(button(page, "Set the password"));

    await atStep(page, "Whose site is it?");
    await page.getByLabel("First name").fill("Wren");
    await page.getByLabel("Dates").fill("2019 – 2021");
    await page.getByLabel("Name of the site").fill("Wren’s Rocks");
    await page.getByLabel("E-mail address").fill("wren@example.org");
    await press(button(page, "Save and go on"));

    await atStep(page, "The story and its picture");
    await choosePicture(page.getByLabel("A new Home picture"), "photo.webp");
    // Leaving the page while it is sent would ask first.
    await page
      .getByRole("status")
      .filter({ hasText: /^(Being made ready|Your own)/ })
      .waitFor();
    await page.getByLabel("Your story").fill("Wren loved the sea.");
    await press(button(page, "Save and go on"));

    await atStep(page, "Mail");
    await press(page.getByRole("link", { name: "Later", exact: true }));

    await atStep(page, "The first rock");
    await page.getByLabel("Who painted it").fill("Ida");
    await choosePicture(page.getByLabel("Photograph of it"), "progressive.jpg");
    await press(button(page, "Add the rock"));
    const opening = page.waitForEvent("popup");
    await press(button(page, "Print Preview"));
    const sheet = await opening;
    await sheet.locator("html[data-prints]").waitFor();
    const label = await sheet.locator(".label svg").getAttribute("aria-label");
    await sheet.close();
    await look(page);
    await press(page.getByRole("link", { name: "Go on", exact: true }));

    await atStep(page, "What next");
    const found = await phone.newPage();
    await found.goto(label!);
    const greeting = found.getByRole("complementary");
    await press(greeting.getByRole("link", { name: "Upload Your Rock" }));
    const form = found.getByRole("dialog", { name: "Upload Your Rock" });
    await form.getByLabel("Location").fill("Pittenweem");
    await form.getByLabel("Comment").fill(COMMENT);
    await choosePicture(form.locator('input[type="file"]'), "progressive.jpg");
    await press(form.getByRole("button", { name: "Submit" }));
    await found.getByRole("dialog", { name: "Thank You!" }).waitFor();
    // The admin can't show a find whose pictures change meanwhile.
    await site.untilIdle();

    await press(page.getByRole("link", { name: "See what waits" }));
    await press(button(page, "Show"));
    await page.getByRole("heading", { name: "Nothing is waiting." }).waitFor();
    await found.goto(`${site.baseURL}/rocks/1`);
    await found.getByText(COMMENT).first().waitFor();
    expect(label).toBe(`${site.baseURL}/qr?r=1`);
    expect(presses).toBeLessThanOrEqual(15);
  } finally {
    await computer.close();
    await phone.close();
    await site.stop();
  }
});
