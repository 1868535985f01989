import { readFileSync } from "node:fs";
import { fixture } from "#tests/fixtures/index.ts";
import { context, expect, page, test } from "#tests/setup/browser/browser.ts";
import {
  expectArrived,
  fillFind,
  isFind,
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
  test(`in a browser that ${what} a find is sent from memory, and leaving the page asks first @soak`, async () => {
    await page.addInitScript(refuse);
    const photo = await takePhoto();
    const form = await fillFind(page, `It ${what}.`, [photo]);
    await context.setOffline(true);
    await submit(form).click();
    const waiting = page.getByRole("dialog", {
      name: "Waiting for a connection",
    });
    await expect(waiting).toContainText("This browser can’t keep your find.");
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await context.setOffline(false);
    await expect(thanks(page)).toBeVisible();
    await expectArrived(`It ${what}.`, [photo]);
  });

/** Stores a draft and a waiting find as the first version of the site did. */
const storeAsVersion1 = (bytes: number[]) =>
  page.evaluate(
    (bytes) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("share-your-rock", 1);
        opening.onupgradeneeded = () => {
          opening.result.createObjectStore("draft");
          opening.result.createObjectStore("finds", {
            keyPath: "submissionId",
          });
        };
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          const database = opening.result;
          const images = [
            new File([new Uint8Array(bytes)], "old.webp", {
              type: "image/webp",
            }),
          ];
          const change = database.transaction(["draft", "finds"], "readwrite");
          const draft = change.objectStore("draft");
          draft.put(
            {
              edits: { comment: "An old draft." },
              qrRockNumber: "",
              submissionId: "00000000-0000-4000-8000-000000000001",
              findKey: "0".repeat(32),
            },
            "text",
          );
          draft.put(images, "images");
          change.objectStore("finds").put({
            submissionId: "00000000-0000-4000-8000-000000000002",
            findKey: "1".repeat(32),
            fields: {
              rockNumber: "214",
              location: "Anstruther",
              comment: "Kept by version 1.",
              date: "2026-05-17",
            },
            images,
            keptAt: Date.now(),
            notBefore: 0,
            tries: 3,
          });
          change.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
    bytes,
  );

test("a draft and a waiting find of the site's first version are still there, and the find is sent @soak", async () => {
  const buffer = readFileSync(fixture("photo.webp"));
  await page.goto("/robots.txt");
  await storeAsVersion1([...buffer]);
  const sent = page.waitForRequest(isFind);
  await page.goto("/share-your-rock");
  const body = (await sent).postDataBuffer()!.toString("latin1");
  expect(body).not.toContain('name="form_time"');
  await expectArrived("Kept by version 1.", [
    { name: "old.webp", mimeType: "image/webp", buffer },
  ]);
  await page.getByRole("button", { name: "Upload Your Rock" }).click();
  await expect(page.getByLabel("Comment")).toHaveValue("An old draft.");
  await expect(page.getByText("1 of 5")).toBeVisible();
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

test("a find is saved as a file with its pictures as they are @soak", async () => {
  const photo = await takePhoto();
  const form = await fillFind(page, "Kept as a file.", [photo]);
  await context.setOffline(true);
  await submit(form).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Keep it as a file" }).click();
  const zip = readFileSync(await (await saving).path());
  // client-zip stores files as they are.
  expect(zip.includes(photo.buffer)).toBe(true);
  for (const text of [
    "1-photo.jpg",
    "Rock number: 214",
    "Comment: Kept as a file.",
    "Date: 20",
    "hello@example.org",
  ])
    expect(zip.includes(Buffer.from(text))).toBe(true);
  expect(zip.includes(Buffer.from("racker"))).toBe(false);
});
