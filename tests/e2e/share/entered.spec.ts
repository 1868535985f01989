import {
  context,
  expect,
  page,
  test,
  press,
} from "#tests/setup/browser/browser.ts";
import { untilAlive } from "#tests/setup/browser/rocks.ts";
import {
  files,
  fill,
  findsOf,
  openForm,
  PICTURE,
  submit,
} from "#tests/setup/browser/share-form.ts";

test("what was entered is still there after a reload and in a new tab, photos too; gone when it has been sent", async () => {
  const form = await openForm(page);
  await fill(form, "Kept over a reload.");
  const kept = form.locator(".upload-restored");
  await page.reload();
  await press("Upload Your Rock");
  await expect(kept).toContainText("What you had entered is still here.");
  await expect(form.getByLabel("Rock Number")).toHaveValue("214");
  await page.close();

  const other = await context.newPage();
  const again = await openForm(other);
  await expect(again.getByLabel("Comment")).toHaveValue("Kept over a reload.");
  await expect(again.getByText("1 of 5")).toBeVisible();
  await submit(again).click();
  await expect(other.getByRole("dialog", { name: "Thank You!" })).toBeVisible();
  expect(findsOf("Kept over a reload.")).toHaveLength(1);
  await other.reload();
  await other.getByRole("button", { name: "Upload Your Rock" }).click();
  await expect(again.getByLabel("Comment")).toHaveValue("");
  await expect(again.getByText("0 of 5")).toBeVisible();
});

test("what was entered is kept, photos too, when a slow phone leaves the page at once", async () => {
  const form = await openForm(page);
  const devTools = await context.newCDPSession(page);
  const slowDown = (rate: number) =>
    devTools.send("Emulation.setCPUThrottlingRate", { rate });
  await form.getByLabel("Comment").fill("Just before.");
  await slowDown(20);
  await files(form).setInputFiles(PICTURE);
  await expect(form.getByText("1 of 5")).toBeVisible();
  await page.reload({ waitUntil: "commit" });
  await slowDown(1);
  await untilAlive(page);
  await press("Upload Your Rock");
  await expect(form.getByText("1 of 5")).toBeVisible();
});

test("what was entered goes when the visitor starts afresh @soak", async () => {
  const form = await openForm(page);
  await fill(form, "Not this.");
  await page.reload();
  await press("Upload Your Rock");
  await form.getByRole("button", { name: "Start afresh" }).click();
  await expect(form.getByLabel("Comment")).toHaveValue("");
  await page.reload();
  await press("Upload Your Rock");
  await expect(form.getByText("0 of 5")).toBeVisible();
  await expect(form.getByLabel("Comment")).toHaveValue("");
});
