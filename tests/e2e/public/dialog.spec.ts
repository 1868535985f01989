import { expect, page, test } from "#tests/setup/browser/browser.ts";
import { press } from "#tests/setup/browser/steps.ts";

test.beforeEach(async () => {
  await page.goto("/share-your-rock");
  // Now the page is alive.
  await press("Upload Your Rock");
  await expect(page.getByLabel("Rock Number")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("a press opens a dialog at once, and its fields follow", async () => {
  const opened = await page
    .getByRole("button", { name: "Upload Your Rock" })
    .evaluate(async (button: HTMLElement) => {
      button.click();
      await Promise.resolve();
      const dialog = document.querySelector("dialog:modal")!;
      return {
        hasFocus: dialog.contains(document.activeElement),
        name: dialog.querySelector("h2")!.textContent,
        fields: dialog.querySelectorAll("input").length,
      };
    });
  expect(opened).toEqual({
    hasFocus: true,
    name: "Upload Your Rock",
    fields: 0,
  });
  await expect(page.getByLabel("Rock Number")).toBeFocused();
});

test("a dialog closes before its fields have come, and the focus returns @soak", async () => {
  const button = page.getByRole("button", { name: "Upload Your Rock" });
  await button.evaluate(async (button: HTMLElement) => {
    button.focus();
    button.click();
    await Promise.resolve();
    document.querySelector("dialog:modal")!.dispatchEvent(new Event("cancel"));
  });
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(button).toBeFocused();
});
