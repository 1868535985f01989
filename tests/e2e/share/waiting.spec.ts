import { context, expect, page, test } from "#tests/setup/e2e/test.ts";
import {
  cutLink,
  fillFields,
  fillForm,
  findsOf,
  openForm,
  submit,
  submitFind,
  thanks,
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

test.describe("on a dead link", () => {
  test.use({ serviceWorkers: "block" });

  test("'Try now' goes on at once, and the waiting find says thanks @soak", async () => {
    const restore = await cutLink();
    await submitFind("Tried again.");
    const tried = page.waitForRequest("**/api/uploads");
    await press("Try now", { in: waiting() });
    await tried;
    await restore();
    await expect(thanks()).toBeVisible();
    expect(findsOf("Tried again.")).toHaveLength(1);
  });

  test("what follows Submit is loaded again if the link died while the form opened @soak", async () => {
    const part = "**/after-submit-*.js";
    await page.route(part, (route) => route.abort());
    const failed = page.waitForEvent("requestfailed", (request) =>
      request.url().includes("/after-submit-"),
    );
    const form = await openForm();
    await failed;
    await page.unroute(part);
    await fillFields(form, "Loaded later.");
    await submit(form).click();
    await expect(thanks()).toBeVisible();
    expect(findsOf("Loaded later.")).toHaveLength(1);
  });

  test("a browser that clears its storage says until when the find is safe @soak", async () => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "vendor", {
        value: "Apple Computer, Inc.",
      });
      navigator.storage.persist = () => Promise.resolve(false);
      navigator.storage.persisted = () => Promise.resolve(false);
    });
    await cutLink();
    await submitFind("For a week.");
    const day = new Date(Date.now() + 7 * 24 * 3_600_000).toLocaleDateString(
      "en-GB",
      { day: "numeric", month: "long" },
    );
    await expect(waiting()).toContainText(
      `Your find is safe on this device until ${day}.`,
    );
  });
});
