import type { Locator, Page } from "playwright/test";
import { fixture } from "#tests/fixtures/index.ts";
import { expect, page, site } from "#tests/setup/browser/browser.ts";

export const PICTURE = fixture("orientation-6.jpg");

export async function openForm(page: Page, path = "/share-your-rock") {
  await page.goto(path);
  await page.getByRole("button", { name: "Upload Your Rock" }).click();
  const form = page.getByRole("dialog", { name: "Upload Your Rock" });
  await expect(form).toBeVisible();
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

export async function fillForm(
  form: Locator,
  comment = "On the harbour wall.",
) {
  await form.getByLabel("Rock Number").fill("214");
  await form.getByLabel("Location").fill("Anstruther");
  await form.getByLabel("Comment").fill(comment);
  await files(form).setInputFiles(PICTURE);
  await expect(form.getByText("1 of 5")).toBeVisible();
}

/** Keeps the find's pictures from the nth on from being sent until the function that it gives is called. */
export async function holdPictures(first: number) {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  let announced = 0;
  await page.route("**/api/uploads", async (route) => {
    if (route.request().method() === "POST" && ++announced >= first)
      await released;
    await route.continue();
  });
  return release;
}

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
export const thanks = () => page.getByRole("dialog", { name: "Thank You!" });
export const yourFinds = (page: Page) =>
  page.getByRole("region", { name: "Your finds on this device" });

export const findsOf = (comment: string) =>
  site.query<Record<string, unknown>>(
    `SELECT * FROM rock_posts WHERE comment = '${comment}'`,
  );

/** Presses a button that goes by itself, because a find that waits is sent again by itself. */
export const pressIfThere = (button: Locator) =>
  button.evaluateAll(([found]) => (found as HTMLElement | undefined)?.click());
