import type { CDPSession, Page } from "playwright/test";
import { context, expect, page, site, test } from "#tests/setup/e2e/test.ts";
import {
  expectArrived,
  files,
  fillForm,
  findsOf,
  PICTURE,
  submit,
  takePhoto,
  untilKeptOffline,
  waiting,
  yourFinds,
} from "#tests/setup/e2e/share-form.ts";
import { press } from "#tests/setup/e2e/steps.ts";

test("without a connection a find waits on the device, outlives the tab, and is sent once there is one", async () => {
  const form = await fillForm("Sent from the beach.");
  await context.setOffline(true);
  await expect(form).toContainText(
    "You are offline. Submit keeps your find on this device and sends it later.",
  );
  await submit(form).click();
  await expect(waiting()).toContainText(
    "Your find is safe on this device. It goes on by itself",
  );
  await expect(waiting()).toContainText("Nothing is sent twice.");
  await expect(waiting().getByRole("listitem")).toHaveText(
    /Picture 1: Safe here/,
  );
  await expect(waiting().getByRole("heading")).toBeFocused();
  await press("Close, and send it later", { in: waiting() });
  await expect(form).toBeHidden();
  await expect(yourFinds().getByRole("listitem")).toHaveText(
    /Rock 214.*On this device/,
  );
  expect(findsOf("Sent from the beach.")).toEqual([]);
  await page.close();

  await context.setOffline(false);
  const other = await context.newPage();
  await other.goto("/share-your-rock");
  await expect(yourFinds(other).getByRole("listitem")).toContainText(
    "Somebody looks at it first.",
  );
  expect(findsOf("Sent from the beach.")).toHaveLength(1);
});

/** The id of a text that the page doesn't have. */
const ID = /^[A-Za-z0-9+/]{6}$/;

const languageOf = (page: Page) => page.locator("html").getAttribute("lang");

/** What the open form says. */
const readForm = async (page: Page) => {
  await expect(page.locator(".upload [name='location']")).toBeVisible();
  await expect(page.locator(".where-ways")).toBeVisible();
  return page.locator(".upload .field-label, .where-ways").allInnerTexts();
};

test("without a connection the form opens in the language that was used last, with its texts", async () => {
  await page.goto("/share-your-rock?lang=en");
  await untilKeptOffline();
  await page.goto("/?lang=de");
  await expect
    .poll(() =>
      page.evaluate(async () =>
        (await (await caches.match("/share-your-rock"))!.text()).includes(
          '<html lang="de"',
        ),
      ),
    )
    .toBe(true);
  const online = await context.newPage();
  await online.goto(`${site.baseURL}/share-your-rock#upload`);
  const texts = await readForm(online);

  await context.setOffline(true);
  await page.goto("/share-your-rock#upload");
  expect(await languageOf(page)).toBe("de");
  expect(await readForm(page)).toEqual(texts);
  expect(texts.filter((text) => ID.test(text))).toEqual([]);
  await context.setOffline(false);
});

test("a find that waits is sent in the language of its form, pictures too", async () => {
  await page.goto("/share-your-rock?lang=de#upload");
  await page.locator(".upload [name='rockNumber']").fill("214");
  await page.locator(".upload [name='location']").fill("Anstruther");
  await page.locator(".upload [name='comment']").fill("Am Hafen.");
  await files(page.locator(".upload")).setInputFiles(PICTURE);
  await context.setOffline(true);
  await page.locator(".upload-send .btn").click();
  await expect(page.locator(".sending .notice")).toBeVisible();
  await page.close();

  await context.setOffline(false);
  const sent: [path: string, language: string | undefined][] = [];
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/upload"))
      sent.push([pathname, request.headers()["content-language"]]);
  });
  const later = await context.newPage();
  const answer = later.waitForResponse("**/api/upload-rock");
  await later.goto(`${site.baseURL}/?lang=en`);
  expect((await answer).status()).toBe(201);
  expect(sent.length).toBeGreaterThan(2);
  expect(sent.filter(([, language]) => language !== "de")).toEqual([]);
});

/** Has the browser tell the service worker that there is a connection. */
async function dispatchSync(devTools: CDPSession, origin: string) {
  const registered = new Promise<string>((resolve) =>
    devTools.on("ServiceWorker.workerRegistrationUpdated", (event) => {
      const [registration] = event.registrations;
      if (registration) resolve(registration.registrationId);
    }),
  );
  await devTools.send("ServiceWorker.enable");
  await devTools.send("ServiceWorker.dispatchSyncEvent", {
    origin,
    registrationId: await registered,
    tag: "send-finds",
    lastChance: false,
  });
}

test("a find is sent when no page of the site is open", async () => {
  await page.goto("/share-your-rock");
  await untilKeptOffline();
  const photo = await takePhoto();
  const form = await fillForm("Sent in the background.", [photo]);
  await context.setOffline(true);
  await submit(form).click();
  await expect(waiting()).toBeVisible();
  await page.close();
  await context.setOffline(false);
  expect(findsOf("Sent in the background.")).toEqual([]);

  // A page without code of the site, because commands to a service worker go through a page.
  const other = await context.newPage();
  await other.goto("/robots.txt");
  const devTools = await context.newCDPSession(other);
  await dispatchSync(devTools, site.baseURL);
  await expectArrived("Sent in the background.", [photo]);
});
