import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { listenForRequests } from "#tests/setup/e2e/pages.ts";
import { countShifts, untilDrawn } from "#tests/setup/e2e/layout-shift.ts";
import { holds, leadsTo, press, pressLink } from "#tests/setup/e2e/steps.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";

const SHIFT_MAX = 0.01;

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: "block" });

const greeting = () => page.getByRole("complementary");

/** Marks what is drawn first, so that another drawing of it is noticed. */
const markFirst = () =>
  page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      const first = document.querySelector(".greeting h2");
      if (!first) return;
      first.setAttribute("data-first", "");
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });

test("the greeting is in the document, is drawn once, and nothing moves", async () => {
  await addPosts(site, [{ rock: 8101 }]);
  const words = "It has been on one journey. You can start the next.";
  const readSeen = await countShifts();
  await markFirst();
  const asked = listenForRequests();
  await page.goto("/qr?r=8101");
  await expect(page).toHaveURL("/");
  await page.waitForLoadState("networkidle");
  await untilDrawn();
  await expect(greeting().getByRole("heading")).toHaveAttribute(
    "data-first",
    "",
  );
  await expect(greeting()).toContainText(words);
  expect((await readSeen()).shift).toBeLessThan(SHIFT_MAX);
  expect(asked.filter((url) => /summary|\.data/.test(url))).toEqual([]);
});

test("after a reload the page works if the greeting's part fails to load, and greets once it can be loaded @soak", async () => {
  await page.goto("/qr?r=8102");
  await expect(page).toHaveURL("/");
  const part = /\/qr-[^/]+\.js$/;
  await page.route(part, (route) => route.abort("internetdisconnected"));
  const failed = page.waitForEvent("requestfailed", (request) =>
    part.test(request.url()),
  );
  await page.reload();
  await failed;
  await press("Scroll down to");
  await expect(page.locator("#story")).toBeFocused();
  await expect(greeting()).toHaveCount(0);
  await page.unroute(part);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(greeting()).toContainText("You found rock 8102");
});

test("the greeting is there without a connection for scripts, and leads to the form with the number @soak", async () => {
  await page.route(/\.js$/, (route) => route.abort("internetdisconnected"));
  await page.goto("/qr?r=8102");
  await expect(greeting()).toContainText("You found rock 8102");
  const form = "/share-your-rock?r=8102#upload";
  await leadsTo(form, "Upload Your Rock", { in: greeting() });
});

test("a browser that keeps nothing takes the number along in the address @soak", async () => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("There is no room.", "QuotaExceededError");
    };
  });
  await page.goto("/qr?r=8102");
  await expect(page).toHaveURL("/");
  await pressLink("Upload Your Rock", { in: greeting() });
  await holds("Rock Number", "8102");
});

test("a code without a valid number forgets the number of an earlier one", async () => {
  await page.goto("/qr?r=8102");
  await expect(page).toHaveURL("/");
  await page.goto("/qr?r=no-number");
  await expect(page).toHaveURL("/");
  expect(
    await page.evaluate(() => sessionStorage.getItem("rock_num_qr")),
  ).toBeNull();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(greeting()).toHaveCount(0);
});
