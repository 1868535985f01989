import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import { expectAccessible } from "#tests/setup/e2e/screens.ts";
import { says } from "#tests/setup/e2e/steps.ts";

const scene = () => page.locator(".scene:last-child");
const heading = () => scene().getByRole("heading");

/** Lets the time of the page pass until another scene is there. */
async function playOn() {
  const before = await scene().getAttribute("data-next");
  await expect(async () => {
    await page.clock.runFor(2_000);
    await expect(scene()).not.toHaveAttribute("data-next", before!, {
      timeout: 100,
    });
  }).toPass({ intervals: [20] });
}

test.beforeEach(async () => {
  await addPosts(site, [
    { rock: 31, location: "Lake Tekapo", at: [-44, 170.5], pictures: 1 },
    { rock: 31, location: "Osaka", at: [34.7, 135.5], date: "2026-06-01" },
  ]);
  await page.clock.install();
});

test("the screen goes on by itself, scene after scene, and keeps none of the earlier ones", async () => {
  await page.goto("/screen");
  const missing = new Set([
    "Rock 31, Lake Tekapo",
    "The journey of rock 31",
    "Where the rocks have been",
  ]);
  for (let scenes = 0; missing.size > 0; scenes++) {
    expect(scenes, [...missing].join()).toBeLessThan(6);
    missing.delete((await heading().textContent())!);
    await playOn();
  }
  await page.clock.runFor(2_000);
  await expect(page.locator(".scene")).toHaveCount(1);
  await expectAccessible();
});

test("the screen stays awake, also after it was hidden, is paused by the space bar, and fills the screen at a press @soak", async () => {
  await page.addInitScript(() => {
    const request = navigator.wakeLock.request.bind(navigator.wakeLock);
    navigator.wakeLock.request = (type) => {
      document.documentElement.dataset.awake = `${document.documentElement.dataset.awake ?? ""}+`;
      return request(type);
    };
  });
  await page.goto("/screen");
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-awake", "+");
  await page.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange")),
  );
  await expect(html).toHaveAttribute("data-awake", "++");
  await page.keyboard.press(" ");
  await says("status", /^Paused/);
  const before = await scene().getAttribute("data-next");
  await page.clock.runFor(60_000);
  await expect(scene()).toHaveAttribute("data-next", before!);
  await page.keyboard.press(" ");
  await expect(page.getByText("Paused")).toBeHidden();
  await playOn();
  await page.keyboard.press("Enter");
  await expect(page.locator("html:fullscreen")).toBeAttached();
});

test("after an update of the site the page reloads at the same scene @soak", async () => {
  await page.goto("/screen");
  await page.evaluate(() =>
    document
      .querySelector(".scene")!
      .setAttribute("data-version", "an earlier one"),
  );
  await page.route("**/screen?*part=scene", async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace(
      /data-version="[^"]*"/,
      'data-version="a later one"',
    );
    await route.fulfill({ response: answer, body: html });
  });
  await expect(async () => {
    await page.clock.runFor(2_000);
    expect(page.url()).toMatch(/\/screen\?step=1&since=/);
  }).toPass();
});
