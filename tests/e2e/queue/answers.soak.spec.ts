import type { Request } from "playwright/test";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { holdBack } from "#tests/setup/browser/hold-back.ts";
import {
  expectArrived,
  findsOf,
  isAnnouncement,
  isFind,
  isPiece,
  readMetadata,
  readStored,
  submitFind,
  takePhoto,
  thanks,
  UPLOADS,
} from "#tests/setup/browser/send-queue.ts";

test.use({ serviceWorkers: "block" });

const FIND = "**/api/upload-rock";

test("a lost answer to the find is asked for again, and there is one find", async () => {
  let sends = 0;
  await page.route(FIND, async (route) => {
    if (++sends > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  const photo = await takePhoto();
  await submitFind(page, "Its answer got lost.", [photo]);
  await expect(thanks(page)).toBeVisible();
  await expectArrived("Its answer got lost.", [photo]);
  expect(sends).toBe(2);
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
  const photo = await takePhoto();
  await submitFind(page, "From a hotel.", [photo]);
  await expect(thanks(page)).toBeVisible();
  await expectArrived("From a hotel.", [photo]);
  // The find, an announcement, a piece, and the question how far it is.
  expect(answered.size).toBe(4);
});

test("a request that never ends is given up and sent again @soak", async () => {
  await page.clock.install();
  let pieces = 0;
  await page.route(UPLOADS, (route) => {
    // The first piece gets neither an answer nor an error.
    if (isPiece(route.request()) && ++pieces === 1) return;
    return route.continue();
  });
  const stalled = page.waitForRequest(isPiece);
  const photo = await takePhoto();
  await submitFind(page, "Over a dead link.", [photo]);
  await stalled;
  const waiting = page.getByRole("dialog", {
    name: "Waiting for a connection",
  });
  await page.clock.fastForward(60_000);
  await expect(waiting).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(thanks(page)).toBeVisible();
  await expectArrived("Over a dead link.", [photo]);
});

test("a pause that the site asks for is kept, also after a reload, until the visitor tries now @soak", async () => {
  let asked = 0;
  await page.route(UPLOADS, (route) => {
    asked++;
    return route.fulfill({
      status: 429,
      headers: { "Retry-After": "3600" },
      json: { error: "That was a lot. Please wait an hour." },
    });
  });
  const photo = await takePhoto();
  await submitFind(page, "In an hour.", [photo]);
  await expect(
    page.getByRole("dialog", { name: "Submit Failed" }),
  ).toContainText("That was a lot. Please wait an hour.");
  await page.reload();
  const sendNow = page.getByRole("button", { name: "Send now" });
  await expect(sendNow).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(sendNow).toBeVisible();
  expect(asked).toBe(1);
  await page.unroute(UPLOADS);
  await sendNow.click();
  await expectArrived("In an hour.", [photo]);
});

test("uploads that the site has forgotten begin again from nothing @soak", async () => {
  const release = await holdBack(FIND);
  const asked = page.waitForRequest(isFind);
  const photo = await takePhoto();
  await submitFind(page, "Forgotten once.", [photo]);
  await asked;
  site.alter("DELETE FROM uploads WHERE rpi_key IS NULL");
  release();
  await expect(thanks(page)).toBeVisible();
  await expectArrived("Forgotten once.", [photo]);
  const { finds } = await readStored();
  expect(finds).toMatchObject([{ restarts: 1 }]);
});

/** Holds back the first announcement of an original. Returns what waits for it, and what lets it go. */
async function holdOriginal() {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  const isOriginal = (request: Request) =>
    isAnnouncement(request) && readMetadata(request).original_of !== undefined;
  await page.route(UPLOADS, async (route) => {
    if (isOriginal(route.request())) await released;
    await route.continue();
  });
  return { asked: page.waitForRequest(isOriginal), release };
}

test("the originals of a find that was deleted meanwhile end quietly @soak", async () => {
  const { asked, release } = await holdOriginal();
  await submitFind(page, "Deleted soon.", [await takePhoto()]);
  await asked;
  const [find] = findsOf("Deleted soon.");
  site.alter(`DELETE FROM rock_post_images WHERE rps_key = ${find!.rps_key};
     DELETE FROM rock_posts WHERE rps_key = ${find!.rps_key}`);
  release();
  await expect
    .poll(async () => (await readStored()).files)
    .toEqual(["preview"]);
  expect(findsOf("Deleted soon.")).toEqual([]);
});

test("an image that has its original already needs no other @soak", async () => {
  const { asked, release } = await holdOriginal();
  await submitFind(page, "Final already.", [await takePhoto()]);
  await asked;
  const [find] = findsOf("Final already.");
  site.alter(
    `UPDATE rock_post_images SET original_state = 'final' WHERE rps_key = ${find!.rps_key}`,
  );
  const refused = page.waitForResponse(
    (response) =>
      isAnnouncement(response.request()) && response.status() === 409,
  );
  release();
  await refused;
  await expect
    .poll(async () => (await readStored()).files)
    .toEqual(["preview"]);
});
