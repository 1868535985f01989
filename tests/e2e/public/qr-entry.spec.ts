import type { Locator } from "playwright/test";
import {
  expect,
  page,
  site,
  test,
  press,
} from "#tests/setup/browser/browser.ts";
import { countShifts, untilDrawn } from "#tests/setup/browser/layout-shift.ts";

const SHIFT_MAX = 0.01;

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: "block" });

const greeting = () => page.getByRole("complementary");

/** The greeting as the site's answer holds it, before any script. */
async function readHtml(path: string) {
  const answer = await page.request.get(path);
  const [html = ""] = /<aside.*?<\/aside>/s.exec(await answer.text()) ?? [];
  return html.replace(/<!--.*?-->/g, "");
}

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

const expectFirst = (heading: Locator) =>
  expect(heading).toHaveAttribute("data-first", "");

for (const [rock, words] of [
  [8101, "It has been on one journey. You can start the next."],
  [8102, "It is waiting to be taken somewhere new"],
] as const)
  test(`rock ${rock}: ${words}: is in the document, is drawn once, and nothing moves`, async () => {
    await sendFinds();
    const html = await readHtml(`/qr?r=${rock}`);
    expect(html).toContain(`You found rock ${rock}`);
    expect(html).toContain(words);

    const { readSeen } = await countShifts(page);
    await markFirst();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(`/qr?r=${rock}`);
    await expect(page).toHaveURL("/");
    await page.waitForLoadState("networkidle");
    await untilDrawn(page);
    await expectFirst(greeting().getByRole("heading"));
    await expect(greeting()).toContainText(words);
    expect((await readSeen()).shift).toBeLessThan(SHIFT_MAX);
    expect(asked.filter((url) => /summary|\.data/.test(url))).toEqual([]);
  });

test("with late scripts and fonts nothing moves either @soak", async () => {
  await sendFinds();
  const { readSeen } = await countShifts(page);
  await page.route(/\.(js|woff2)$/, async (route) => {
    await expect.poll(async () => (await readSeen()).isPainted).toBe(true);
    await route.continue();
  });
  await page.goto("/qr?r=8101");
  await expect(page).toHaveURL("/");
  await untilDrawn(page);
  await expect(greeting()).toContainText("You found rock 8101");
  expect((await readSeen()).shift).toBeLessThan(SHIFT_MAX);
});

test("after a reload nothing moves, with late scripts and on a small screen too @soak", async () => {
  await sendFinds();
  await page.setViewportSize({ width: 360, height: 600 });
  const { readSeen } = await countShifts(page);
  await page.goto("/qr?r=8101");
  await expect(page).toHaveURL("/");
  await expect(greeting()).toBeVisible();
  await page.route(/\.js$/, async (route) => {
    await expect.poll(async () => (await readSeen()).isPainted).toBe(true);
    await route.continue();
  });
  await page.reload();
  await expect(
    greeting().getByRole("link", { name: "See where it has been" }),
  ).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect((await readSeen()).shift).toBeLessThan(SHIFT_MAX);
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
  await expect(
    greeting().getByRole("link", { name: "Upload Your Rock" }),
  ).toHaveAttribute("href", "/share-your-rock?r=8102#upload");
});

test("a find that is hidden is not counted in the greeting @soak", async () => {
  await sendFinds();
  site.alter("UPDATE rock_posts SET show = 0 WHERE rock_number = 8101");
  expect(await readHtml("/qr?r=8101")).toContain("It is waiting to be taken");
});

test("a browser that keeps nothing takes the number along in the address @soak", async () => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("There is no room.", "QuotaExceededError");
    };
  });
  await page.goto("/qr?r=8102");
  await expect(page).toHaveURL("/");
  await greeting().getByRole("link", { name: "Upload Your Rock" }).click();
  await expect(page.getByLabel("Rock Number")).toHaveValue("8102");
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

test("the page is left and come back to like the home page @soak", async () => {
  await page.goto("/qr?r=8102");
  await expect(page).toHaveURL("/");
  await page.getByRole("link", { name: "Share Your Rock" }).last().click();
  await expect(page).toHaveURL("/share-your-rock");
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(greeting()).toContainText("You found rock 8102");
  await page.reload();
  await expect(page).toHaveURL("/");
  await expect(greeting()).toContainText("You found rock 8102");
});

/** Rock 8101 has one shown find. */
async function sendFinds() {
  const found = site.query(
    "SELECT 1 FROM rock_posts WHERE rock_number = 8101",
  ).length;
  if (!found)
    await site.sendFind({
      rockNumber: "8101",
      location: "A wall in Oban",
      comment: "It looked at me.",
      date: "2026-05-17",
    });
  site.alter("UPDATE rock_posts SET show = 1 WHERE rock_number = 8101");
}
