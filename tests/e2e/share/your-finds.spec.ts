import type { Page } from "playwright/test";
import { fixture } from "#tests/fixtures/index.ts";
import { expectAccessible } from "#tests/setup/browser/axe.ts";
import { expect, test } from "#tests/setup/browser/browser.ts";
import { alter } from "#tests/setup/calls/site-calls.ts";
import type { Site } from "#tests/setup/processes/site.ts";

test.use({ bypassCSP: true });

const thanks = (page: Page) => page.getByRole("dialog", { name: "Thank You!" });
const yours = (page: Page) => page.getByRole("region", { name: "Your finds" });

async function send(page: Page, rockNumber: string) {
  await page.goto("/share-your-rock");
  await page.getByRole("button", { name: "Upload Your Rock" }).click();
  const form = page.getByRole("dialog", { name: "Upload Your Rock" });
  await form.getByLabel("Rock Number").fill(rockNumber);
  await form.getByLabel("Location").fill("Anstruther");
  await form.getByLabel("Comment").fill("By the wall.");
  await form.getByLabel("Date").fill("2026-05-17");
  await form.locator("input[type=file]").setInputFiles(fixture("plain.png"));
  await form.getByRole("button", { name: "Submit" }).click();
  await expect(thanks(page)).toBeVisible();
}

const show = (site: Site, rockNumber: number, value: number) =>
  alter(
    site,
    `UPDATE rock_posts SET show = ${value} WHERE rock_number = ${rockNumber}`,
  );

test("finds that were sent from this device are listed with their states, and lead to their pages", async ({
  page,
  site,
}) => {
  await send(page, "731");
  await expect(thanks(page)).toContainText(
    "Somebody looks at every find before it appears on the site.",
  );
  await thanks(page).getByRole("button", { name: "Done" }).click();
  await expect(yours(page)).toContainText("17 May 2026");
  await send(page, "732");

  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await page.goto("/share-your-rock");
  await expect(yours(page).getByRole("listitem")).toHaveText([
    /Rock 732.*Waiting until somebody looks at it/,
    /Rock 731.*Waiting until somebody looks at it/,
  ]);
  await expectAccessible(page);

  show(site, 731, 1);
  await page.reload();
  const older = yours(page).getByRole("listitem").last();
  await expect(older).toContainText("On the site");
  show(site, 731, 0);
  await page.reload();
  await expect(older).toContainText("Hidden again until somebody looks at it");

  await yours(page).getByRole("link", { name: "Rock 732" }).click();
  await expect(page.getByText("It is waiting, with 1 image")).toBeVisible();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Delete this find" }).click();
  await expect(page.getByText("are deleted.")).toBeVisible();
  await page.goto("/share-your-rock");
  await expect(yours(page).getByRole("listitem")).toHaveText([/Rock 731/]);

  const { findKey } = await page.evaluate(
    () =>
      (
        JSON.parse(localStorage.getItem("your_finds")!) as {
          findKey: string;
        }[]
      )[0]!,
  );
  expect(addresses.filter((address) => address.includes(findKey))).toEqual([]);
});

test("a find that somebody else has deleted is not listed any more", async ({
  page,
  site,
}) => {
  await send(page, "733");
  alter(site, "DELETE FROM rock_posts WHERE rock_number = 733");
  const asked = page.waitForResponse("**/api/finds/states");
  await page.goto("/share-your-rock");
  await asked;
  await expect(
    page.getByRole("button", { name: "Upload Your Rock" }),
  ).toBeVisible();
  await expect(yours(page)).toHaveCount(0);
});
