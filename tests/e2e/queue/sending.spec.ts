import { context, expect, page, site, test } from "#tests/setup/e2e/test.ts";
import {
  expectArrived,
  failed,
  fillForm,
  isAnnouncement,
  isFind,
  isPiece,
  openForm,
  readMetadata,
  readStored,
  submit,
  submitFind,
  takePhoto,
  thanks,
  UPLOADS,
} from "#tests/setup/e2e/share-form.ts";
import { fixture } from "#tests/fixtures/index.ts";
import { holdBack } from "#tests/setup/e2e/pages.ts";
import { press, sees } from "#tests/setup/e2e/steps.ts";

test.use({ serviceWorkers: "block" });

const FIND = "**/api/upload-rock";

async function sendPhoto(comment: string) {
  const photo = await takePhoto();
  await submitFind(comment, [photo]);
  return photo;
}

async function expectThanked(...find: Parameters<typeof expectArrived>) {
  await expect(thanks()).toBeVisible();
  await expectArrived(...find);
}

test("previews go first, then the find, then the originals byte for byte; then the device drops them @soak", async () => {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (isFind(request)) requests.push("find");
    if (!isAnnouncement(request)) return;
    const { preview, original_of } = readMetadata(request);
    if (preview !== undefined) requests.push("preview");
    else if (original_of) requests.push("original");
  });
  const photos = [await takePhoto("one.jpg"), await takePhoto("two.jpg")];
  await submitFind("In order.", photos);
  await expectThanked("In order.", photos);
  expect(requests).toEqual([
    "preview",
    "preview",
    "find",
    "original",
    "original",
  ]);
  await expect
    .poll(async () => (await readStored()).files)
    .toEqual(["preview", "preview"]);
});

test("a page that a proxy puts in place of an answer is no answer @soak", async () => {
  const answered = new Set<string>();
  for (const url of [UPLOADS, FIND])
    await page.route(url, async (route) => {
      const request = route.request();
      const kind = [isFind, isAnnouncement, isPiece]
        .map((is) => is(request))
        .join();
      if (answered.has(kind)) return route.fallback();
      answered.add(kind);
      await route.fulfill({
        status: answered.size === 2 ? 403 : 200,
        contentType: "text/html",
        body: "<html>Please sign in to the hotel's network",
      });
    });
  const photo = await sendPhoto("From a hotel.");
  await expectThanked("From a hotel.", [photo]);
  // The find, an announcement, a piece, and the question how far it is.
  expect(answered.size).toBe(4);
});

test("a find that the site will take later waits, also after a reload, until the visitor tries now @soak", async () => {
  let asked = 0;
  await page.route(UPLOADS, (route) => {
    asked++;
    return route.fulfill({
      status: 429,
      headers: { "Retry-After": "3600" },
      json: { error: "That was a lot. Please wait an hour." },
    });
  });
  const photo = await sendPhoto("In an hour.");
  await expect(failed()).toContainText("That was a lot. Please wait an hour.");
  await page.reload();
  const sendNow = page.getByRole("button", { name: "Send now" });
  await expect(sendNow).toBeVisible();
  await expect.poll(() => asked).toBe(2);
  await page.unroute(UPLOADS);
  await sendNow.click();
  await expectArrived("In an hour.", [photo]);
});

test("uploads that the site has forgotten begin again from nothing @soak", async () => {
  const release = await holdBack(FIND);
  const asked = page.waitForRequest(isFind);
  const photo = await sendPhoto("Forgotten once.");
  await asked;
  site.alter("DELETE FROM uploads WHERE rpi_key IS NULL");
  release();
  await expectThanked("Forgotten once.", [photo]);
  const { finds } = await readStored();
  expect(finds).toMatchObject([{ restarts: 1 }]);
});

test("two tabs that send the same find at once send one @soak", async () => {
  let announced = 0;
  context.on("request", (request) => {
    if (isAnnouncement(request)) announced++;
  });
  const photo = await takePhoto();
  const form = await fillForm("From two tabs.", [photo]);
  const other = await context.newPage();
  const sameForm = await openForm(other);
  await sees("1 of 5", { in: sameForm });
  await Promise.all([submit(form).click(), submit(sameForm).click()]);
  await expect(thanks()).toBeVisible();
  await expect(thanks(other)).toBeVisible();
  await expectArrived("From two tabs.", [photo]);
  expect(announced).toBe(2);
});

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
    const form = await fillForm(`It ${what}.`, [photo]);
    const release = await holdBack(FIND);
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
    await expectThanked(`It ${what}.`, [photo]);
  });

test("a browser that has no storage says what that means without a connection, and the form keeps the find @soak", async () => {
  await page.addInitScript(REFUSALS["has no storage"]);
  const photo = await takePhoto();
  const form = await fillForm("Kept by the form.", [photo]);
  await context.setOffline(true);
  await submit(form).click();
  await expect(failed()).toContainText("this browser can’t keep your find");
  await expect(
    failed().getByRole("button", { name: "Keep it and send it later" }),
  ).toBeHidden();
  await context.setOffline(false);
  await press("Back to the form", { in: failed() });
  await submit(form).click();
  await expectThanked("Kept by the form.", [photo]);
});

test("a find whose picture the browser has lost is refused with that reason @soak", async () => {
  const form = await fillForm("Its picture is lost.", [fixture("photo.webp")]);
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
  await expect(failed()).toContainText("The browser has lost a picture.");
});
