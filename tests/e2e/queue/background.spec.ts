import type { CDPSession } from "playwright/test";
import { context, expect, page, site, test } from "#tests/setup/e2e/test.ts";
import {
  expectArrived,
  fillForm,
  findsOf,
  submit,
  takePhoto,
  untilKeptOffline,
  waiting,
} from "#tests/setup/e2e/share-form.ts";

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
