import {
  expect,
  page,
  site,
  testWithoutRocks as test,
  press,
  seesA,
  sees,
  pressLink,
} from "#tests/setup/browser/browser.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import { dialog, search, visit } from "#tests/setup/browser/rocks.ts";
import { expectNothingWider } from "#tests/setup/browser/screens.ts";

test.describe("a rock's own page", () => {
  const journey = [
    { rock: 7, date: "2026-01-01", location: "London", at: [51.51, -0.13] },
    { rock: 7, date: "2026-02-01", location: "A drawer" },
    { rock: 7, date: "2026-03-01", location: "Paris", at: [48.86, 2.35] },
    { rock: 7, date: "2026-04-01", location: "Rome", at: [41.9, 12.5] },
  ] satisfies Parameters<typeof addPosts>[1];

  test("shows how far it went and through which countries, its way with direction, and every stop", async () => {
    await addPosts(site, journey);
    await visit("/rocks/7");
    await expect(page.locator(".rock-travels")).toHaveText(
      /Distance travelled1,450 km \(901 miles\)CountriesUnited Kingdom, France, Italy/,
    );
    await expect(page.locator("path.journey-line")).toHaveCount(2);
    await expect(page.locator(".journey-arrow")).toHaveCount(2);
    await expect(page.locator(".journey-stop")).toHaveText([
      "Journey 1",
      "Journey 3",
      "Journey 4",
    ]);
    await expect(page.locator(".journey-card h3")).toHaveText([
      /^Journey: 4/,
      /^Journey: 3/,
      /^Journey: 2/,
      /^Journey: 1/,
    ]);
  });

  test("sets its numbers on the baseline of its words @soak", async () => {
    await addPosts(site, journey);
    await visit("/rocks/7");
    await expect(page.locator(".journey-card h3").first()).toHaveCSS(
      "font-variant-numeric",
      "lining-nums",
    );
  });

  test("brings the focused stop to the top of its neighbours @soak", async () => {
    await addPosts(
      site,
      Array.from({ length: 31 }, (_, at) => ({
        rock: 7,
        date: `2026-01-${String(at + 1).padStart(2, "0")}`,
        at: [50 - at / 1000, 8] as [number, number],
      })),
    );
    await visit("/rocks/7");
    await page.getByRole("button", { name: "Journey 1", exact: true }).focus();
    for (let stop = 1; stop <= 31; stop++) {
      const isOnTop = await page.evaluate(() => {
        const focused = document.activeElement!;
        const { x, y, width, height } = focused.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return focused.contains(top) && focused.matches(".journey-stop");
      });
      expect(isOnTop, `stop ${stop}`).toBe(true);
      await page.keyboard.press("Tab");
    }
  });

  test("walks from stop to stop by its buttons and by itself, and is told to screen readers", async () => {
    await addPosts(site, journey);
    await visit("/rocks/7");
    const now = page.locator(".journey-now[aria-live=polite]");
    await expect(now).toHaveText("3 stops on the map");
    await press("Next stop");
    await expect(now).toContainText("Stop 1 of 3 London, 1 Jan 2026");
    await page.getByRole("button", { name: "Next stop" }).press("Enter");
    await expect(now).toContainText("Stop 2 of 3 Paris");
    await page.getByRole("button", { name: "Previous stop" }).press(" ");
    await expect(now).toContainText("Stop 1 of 3 London");
    await page.getByRole("button", { name: "Journey 4" }).press("Enter");
    await expect(now).toContainText("Stop 3 of 3 Rome");
    await expect(
      page.getByRole("button", { name: "Next stop" }),
    ).toBeDisabled();

    const heard: string[] = [];
    await page.exposeFunction("hear", (text: string) => heard.push(text));
    await now.evaluate((element) => {
      new MutationObserver(() =>
        (window as unknown as { hear: (text: string) => void }).hear(
          element.textContent,
        ),
      ).observe(element, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await press("Replay the journey");
    await seesA("button", "Pause");
    await expect(now).toContainText("Stop 3 of 3 Rome");
    expect(heard.join("\n")).toMatch(/Stop 1 of 3[^]*Stop 2 of 3[^]*Stop 3/);
    await seesA("button", "Replay the journey");
  });

  test("with 500 journeys shows them as they are scrolled, all their stops on the map @soak", async () => {
    await addPosts(
      site,
      Array.from({ length: 500 }, (_, index) => ({
        rock: 7,
        date: `20${10 + Math.floor(index / 40)}-01-${String(1 + (index % 28)).padStart(2, "0")}`,
        at: [((index * 37) % 140) - 70, ((index * 91) % 360) - 180] as [
          number,
          number,
        ],
      })),
    );
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await visit("/rocks/7");
      await expect(page.locator(".journey-stop")).toHaveCount(500);
      const cards = page.locator(".journey-grid > li");
      await expect(cards.first()).toContainText("Journey: 500");
      // 24 at first. On a wide screen more are loaded at once, because the end of the list is near.
      const before = await cards.count();
      expect(before).toBeLessThan(100);
      await cards.last().scrollIntoViewIfNeeded();
      await expect.poll(() => cards.count()).toBeGreaterThan(before);
      expect(await cards.count()).toBeLessThan(500);
      await expectNothingWider();
    }
    await visit("/track-the-rocks");
    await seesA("link", "See all 500 journeys");
    await search("7");
    const row = dialog("Rock 7").locator(".journey-card");
    await expect(row).toHaveCount(500);
    await expect(row.last()).toContainText("Journey: 1");
    await expectNothingWider();
  });

  test("of a rock that nobody has found says so", async () => {
    addRocks(site, [[9, "Mina"]]);
    await visit("/rocks/9");
    await sees("Nobody has found this rock yet.");
    await expect(page.locator(".journey-world")).toHaveCount(0);
    await expect(page.locator("dl")).toContainText("Total trips0");
  });

  test("without coordinates has its stops and no map @soak", async () => {
    await addPosts(site, [{ rock: 9 }, { rock: 9 }]);
    await visit("/rocks/9");
    await expect(page.locator(".journey-card")).toHaveCount(2);
    await expect(page.locator(".journey-world")).toHaveCount(0);
  });

  test("draws a way over the date line in two parts, each at its edge @soak", async () => {
    await addPosts(site, [
      { rock: 9, date: "2026-01-01", at: [-17.7, 178] },
      { rock: 9, date: "2026-02-01", at: [21.3, -157.9] },
    ]);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await visit("/rocks/9");
      const line = page.locator("path.journey-line");
      await expect(line).toHaveCount(1);
      await expect(page.locator(".journey-stop")).toHaveCount(2);
      // The line has two parts, one on each side of the date line.
      await expect
        .poll(async () => (await line.getAttribute("d"))!.match(/M/g)!.length)
        .toBe(2);
      await expectNothingWider();
    }
  });

  test("of a number that no rock has says so kindly, and leads to all rocks @soak", async () => {
    const answer = await page.goto("/rocks/99999");
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Unexpected Application Error!",
    );
    await sees("404 Not Found");
    await sees("We know no rock with this number.");
    await pressLink("See All Rocks");
    await expect(page).toHaveURL("/all-rocks");
  });
});
