import type { Locator, Page } from "playwright/test";
import { fixture } from "#tests/fixtures/index.ts";
import { expect } from "#tests/setup/browser/browser.ts";

export const PICTURE = fixture("orientation-6.jpg");

export async function openForm(page: Page, path = "/share-your-rock") {
  await page.goto(path);
  await page.getByRole("button", { name: "Upload Your Rock" }).click();
  const form = page.getByRole("dialog", { name: "Upload Your Rock" });
  await expect(form).toBeVisible();
  return form;
}

export const files = (form: Locator) => form.locator('input[type="file"]');
export const submit = (form: Locator) =>
  form.getByRole("button", { name: "Submit" });

export async function fill(form: Locator, comment = "On the harbour wall.") {
  await form.getByLabel("Rock Number").fill("214");
  await form.getByLabel("Location").fill("Anstruther");
  await form.getByLabel("Comment").fill(comment);
  await files(form).setInputFiles(PICTURE);
  await expect(form.getByText("1 of 5")).toBeVisible();
}
