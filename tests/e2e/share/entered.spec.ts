import { context, expect, page, test } from "#tests/setup/e2e/test.ts";
import { untilAlive } from "#tests/setup/e2e/pages.ts";
import {
  files,
  fillForm,
  findsOf,
  openForm,
  PICTURE,
  submit,
  thanks,
} from "#tests/setup/e2e/share-form.ts";
import { fill, holds, press, sees } from "#tests/setup/e2e/steps.ts";

test("what was entered is still there after a reload and in a new tab, photos too; gone when it has been sent", async () => {
  const form = await fillForm("Kept over a reload.");
  await page.reload();
  await press("Upload Your Rock");
  await sees("What you had entered is still here.", { in: form });
  await holds("Rock Number", "214", { in: form });
  await page.close();

  const other = await context.newPage();
  const again = await openForm(other);
  await holds("Comment", "Kept over a reload.", { in: again });
  await sees("1 of 5", { in: again });
  await submit(again).click();
  await expect(thanks(other)).toBeVisible();
  expect(findsOf("Kept over a reload.")).toHaveLength(1);
  await other.reload();
  await press("Upload Your Rock", { in: other });
  await holds("Comment", "", { in: again });
  await sees("0 of 5", { in: again });
});

test("what was entered is kept, photos too, when a slow phone leaves the page at once", async () => {
  const form = await openForm();
  const devTools = await context.newCDPSession(page);
  const slowDown = (rate: number) =>
    devTools.send("Emulation.setCPUThrottlingRate", { rate });
  await fill("Comment", "Just before.", { in: form });
  await slowDown(20);
  await files(form).setInputFiles(PICTURE);
  await sees("1 of 5", { in: form });
  await page.reload({ waitUntil: "commit" });
  await slowDown(1);
  await untilAlive(page);
  await press("Upload Your Rock");
  await sees("1 of 5", { in: form });
});

test("what was entered goes when the visitor starts afresh @soak", async () => {
  const form = await fillForm("Not this.");
  await page.reload();
  await press("Upload Your Rock");
  await press("Start afresh", { in: form });
  await holds("Comment", "", { in: form });
  await page.reload();
  await press("Upload Your Rock");
  await sees("0 of 5", { in: form });
  await holds("Comment", "", { in: form });
});
