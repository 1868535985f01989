import type { Page } from "playwright/test";
import { context, expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { untilAlive } from "#tests/setup/e2e/pages.ts";
import { expectAccessible, PHONE } from "#tests/setup/e2e/screens.ts";
import {
  expectArrived,
  files,
  fillForm,
  openForm,
  submit,
  takePhoto,
  thanks,
  yourFinds,
} from "#tests/setup/e2e/share-form.ts";
import { fill, holds, press, sees, seesNo } from "#tests/setup/e2e/steps.ts";

/** Finds by their number, the scanned number, and the day. */
const rows = () =>
  site.query<Record<string, unknown>>(
    "SELECT rock_number, rock_number_qr, date FROM rock_posts",
  );

const formOn = (on: Page) =>
  on.getByRole("dialog", { name: "Upload Your Rock" });

/** Scans a rock's code and opens the form from its greeting. */
async function scan(number: number, on = page) {
  await on.goto(`${site.baseURL}/qr?r=${number}`);
  await expect(on).toHaveURL("/");
  await untilAlive(on);
  const greeting = on.getByRole("complementary");
  await greeting.getByRole("link", { name: "Upload Your Rock" }).click();
  await expect(formOn(on)).toBeVisible();
  return formOn(on);
}

/** Begins a find of rock 108 with a picture, and leaves. Returns the day that the form showed. */
async function beginDraft() {
  const form = await scan(108);
  await files(form).setInputFiles(await takePhoto());
  await sees("1 of 5", { in: form });
  const day = await form.getByLabel("Date").inputValue();
  await untilStored();
  await page.close();
  return day;
}

/** Waits until the draft's pictures are stored, or could not be. */
const untilStored = () =>
  expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise((resolve) => {
            const opening = indexedDB.open("share-your-rock");
            opening.onsuccess = () => {
              const draft = opening.result.transaction("draft");
              const counting = draft.objectStore("draft").count("text");
              counting.onsuccess = () => resolve(counting.result);
              opening.result.close();
            };
          }),
      ),
    )
    .toBe(1);

/** Opens a tab a day later. It has a session of its own. */
async function comeBack() {
  const later = await context.newPage();
  await later.clock.setFixedTime(Date.now() + 24 * 3_600_000);
  return later;
}

test("a draft comes back a day later with the scanned number, its day and its pictures, and is sent with them", async () => {
  const day = await beginDraft();
  const later = await context.newPage();
  await later.clock.install({ time: Date.now() + 24 * 3_600_000 });
  const form = await openForm(later, `${site.baseURL}/share-your-rock`);
  await sees("What you had entered is still here.", { in: form });
  await holds("Rock Number", "108", { in: form });
  await holds("Date", day, { in: form });
  await sees("1 of 5", { in: form });
  await fill("Location", "Anstruther", { in: form, exact: true });
  await fill("Comment", "Begun yesterday.", { in: form });
  await submit(form).click();
  await expect(thanks(later)).toBeVisible();
  expect(rows()).toMatchObject([{ rock_number: 108, rock_number_qr: 108 }]);
  expect(JSON.stringify(rows())).toContain(day);
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test("where another rock was scanned meanwhile, the form asks which one it is about, and sends nothing before", async () => {
    await beginDraft();
    const later = await comeBack();
    const form = await scan(102, later);
    const question = form.getByRole("group", {
      name: "Which rock is this about?",
    });
    await expect(question).toBeFocused();
    await expect(question).toHaveAccessibleDescription(/scanned rock 102/);
    await holds("Rock Number", "108", { in: form });
    await fill("Location", "Anstruther", { in: form, exact: true });
    await fill("Comment", "Which of the two?", { in: form });
    await expect(submit(form)).toBeDisabled();
    await sees("Still needed: which rock it is about", { in: form });
    await expectAccessible(later);

    await question.getByRole("button", { name: "Rock 108" }).tap();
    await expect(question).toHaveCount(0);
    await holds("Rock Number", "108", { in: form });
    await expect(submit(form)).toBeEnabled();
    await later.reload();
    await press("Upload Your Rock", { in: later });
    await sees("What you had entered is still here.", { in: form });
    await expect(question).toHaveCount(0);

    // A second scan asks anew.
    await scan(102, later);
    await question.getByRole("button", { name: "Rock 102" }).press("Enter");
    await holds("Rock Number", "102", { in: form });
    await submit(form).tap();
    await expect(thanks(later)).toBeVisible();
    expect(rows()).toMatchObject([{ rock_number: 102, rock_number_qr: 102 }]);
  });
});

test("the number that was typed answers which rock it is about, and starting afresh leaves the scanned one alone @soak", async () => {
  await beginDraft();
  const later = await comeBack();
  const form = await scan(102, later);
  await press("Start afresh", { in: form });
  await holds("Rock Number", "102", { in: form });
  await sees("0 of 5", { in: form });
  await fill("Comment", "About 102.", { in: form });
  await scan(103, later);
  await sees("Which rock is this about?", { in: form });
  await fill("Rock Number", "7", { in: form });
  await seesNo("Which rock is this about?", { in: form });
  await holds("Comment", "About 102.", { in: form });
});

test("a draft that an older page has stored opens with the number that it showed", async () => {
  await openForm();
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("share-your-rock");
        opening.onsuccess = () => {
          const stores = opening.result.transaction("draft", "readwrite");
          const draft = stores.objectStore("draft");
          draft.put(
            {
              edits: { comment: "From before." },
              qrRockNumber: "108",
              descriptions: ["A wall"],
              submissionId: "6ccd780c-baba-4026-9564-0040f4311e20",
              findKey: "0123456789abcdef0123456789abcdef",
            },
            "text",
          );
          const file = new File(["."], "a.jpg", { type: "image/jpeg" });
          draft.put([{ file, preview: null }], "images");
          stores.oncomplete = resolve;
          opening.result.close();
        };
      }),
  );
  await page.reload();
  await press("Upload Your Rock");
  const form = formOn(page);
  await holds("Rock Number", "108", { in: form });
  await holds("Comment", "From before.", { in: form });
  await holds("What is in photo 1 of 1?", "A wall", { in: form });
});

/** Has the browser store no files, as older WebKit in a private window: `put` throws at once. */
function refuseFiles(refusesBytes: boolean) {
  const holdsFile = (value: unknown): boolean =>
    value instanceof Blob ||
    (refusesBytes && value instanceof ArrayBuffer) ||
    (typeof value === "object" &&
      value !== null &&
      Object.values(value).some(holdsFile));
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...[value, key]) {
    if (holdsFile(value))
      throw new DOMException("Files can't be stored.", "DataCloneError");
    return put.call(this, value, key);
  };
}

test.describe("in a browser that refuses to store files", () => {
  test.use({ serviceWorkers: "block" });

  test("their bytes are kept, in the draft and in the queue", async () => {
    await context.addInitScript(refuseFiles, false);
    const photo = await takePhoto();
    const form = await fillForm("Kept as bytes.", [photo]);
    await expect
      .poll(async () => {
        await page.reload();
        await press("Upload Your Rock");
        await expect(form.getByText(/^\d of 5$/)).toBeVisible();
        return form.getByText("1 of 5", { exact: true }).count();
      })
      .toBe(1);
    await submit(form).click();
    await expect(thanks()).toBeVisible();
    await expectArrived("Kept as bytes.", [photo]);
  });

  test("and their bytes too, the pictures that are missing are named, and a find is sent and never called 'not accepted'", async () => {
    await context.addInitScript(refuseFiles, true);
    const photo = await takePhoto();
    const form = await fillForm("Nothing is kept.", [photo]);
    await fill("What is in photo 1 of 1?", "A wall", { in: form });
    await page.close();
    const later = await comeBack();
    const again = await openForm(later, `${site.baseURL}/share-your-rock`);
    const missing = again.getByRole("alert");
    await expect(missing).toHaveText(
      "1 picture is missing, because this browser couldn’t keep it. Please choose it again.",
    );
    await later.setViewportSize(PHONE);
    await files(again).setInputFiles(photo);
    await expect(missing).toHaveCount(0);
    await holds("What is in photo 1 of 1?", "A wall", { in: again });
    await submit(again).click();
    await expect(thanks(later)).toBeVisible();
    await press("Done", { in: thanks(later) });
    await expect(yourFinds(later).getByRole("listitem")).toHaveText([
      /Waiting/,
    ]);
    expect(await later.getByText("not accepted").count()).toBe(0);
    await expectArrived("Nothing is kept.", [photo]);
  });
});
