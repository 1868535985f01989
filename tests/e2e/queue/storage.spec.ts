import { fixture } from "#tests/fixtures/index.ts";
import {
  context,
  expect,
  page,
  test,
  sees,
} from "#tests/setup/browser/browser.ts";
import {
  expectArrived,
  fillFind,
  readStored,
  takePhoto,
  thanks,
} from "#tests/setup/browser/send-queue.ts";
import { submit } from "#tests/setup/browser/share-form.ts";

test.use({ serviceWorkers: "block" });

/** What a browser does that refuses storage. */
const REFUSALS = {
  "has no storage": () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("private mode", "SecurityError");
    };
  },
  "has no room": () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  },
  "never opens its storage": () => {
    IDBFactory.prototype.open = () =>
      new EventTarget() as unknown as IDBOpenDBRequest;
  },
};

for (const [what, refuse] of Object.entries(REFUSALS))
  test(`in a browser that ${what} a find is sent at once, and leaving the page asks first @soak`, async () => {
    await page.addInitScript(refuse);
    const photo = await takePhoto();
    const form = await fillFind(page, `It ${what}.`, [photo]);
    await page.route("**/api/upload-rock", async (route) => {
      await held;
      await route.continue();
    });
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await submit(form).click();
    await sees(
      "This browser can’t keep your find. Please keep this page open.",
    );
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    release();
    await expect(thanks(page)).toBeVisible();
    await expectArrived(`It ${what}.`, [photo]);
  });

test("a browser that has no storage says what that means without a connection, and the form keeps the find @soak", async () => {
  await page.addInitScript(REFUSALS["has no storage"]);
  const photo = await takePhoto();
  const form = await fillFind(page, "Kept by the form.", [photo]);
  await context.setOffline(true);
  await submit(form).click();
  const failed = page.getByRole("dialog", { name: "Submit Failed" });
  await expect(failed).toContainText("this browser can’t keep your find");
  await expect(
    failed.getByRole("button", { name: "Keep it and send it later" }),
  ).toBeHidden();
  await context.setOffline(false);
  await failed.getByRole("button", { name: "Back to the form" }).click();
  await submit(form).click();
  await expect(thanks(page)).toBeVisible();
  await expectArrived("Kept by the form.", [photo]);
});

test("a find whose picture the browser has lost is refused with that reason @soak", async () => {
  const form = await fillFind(page, "Its picture is lost.", [
    fixture("photo.webp"),
  ]);
  await context.setOffline(true);
  await submit(form).click();
  await expect.poll(async () => (await readStored()).finds).toHaveLength(1);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("share-your-rock");
        opening.onsuccess = () => {
          const change = opening.result.transaction("files", "readwrite");
          change.objectStore("files").clear();
          change.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  await context.setOffline(false);
  await expect(
    page.getByRole("dialog", { name: "Submit Failed" }),
  ).toContainText("The browser has lost a picture.");
});
