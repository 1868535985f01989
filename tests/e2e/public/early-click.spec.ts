import { expect, page, test } from "#tests/setup/browser/browser.ts";
import { press, seesA } from "#tests/setup/browser/steps.ts";

test("a button that is pressed before its page is alive does its work once it is", async () => {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route("**/assets/entry.client-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/share-your-rock");
  await press("Upload Your Rock");
  await expect(page.getByRole("dialog")).toBeHidden();
  goOn();
  await seesA("dialog", "Upload Your Rock");
});
