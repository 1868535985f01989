import { expect, page, test } from "#tests/setup/e2e/test.ts";
import { press, seesA } from "#tests/setup/e2e/steps.ts";
import { holdBack } from "#tests/setup/e2e/pages.ts";

/** Opens the page, and waits until it is alive. */
async function openPage() {
  await page.goto("/share-your-rock");
  await press("Upload Your Rock");
  await expect(page.getByLabel("Rock Number")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
}

test("a press opens a dialog at once, and its fields follow", async () => {
  await openPage();
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
  await openPage();
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

test("a button that is pressed before its page is alive does its work once it is", async () => {
  const goOn = await holdBack("**/assets/entry.client-*.js");
  await page.goto("/share-your-rock");
  await press("Upload Your Rock");
  await expect(page.getByRole("dialog")).toBeHidden();
  goOn();
  await seesA("dialog", "Upload Your Rock");
});
