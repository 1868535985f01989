import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import { visit } from "#tests/setup/browser/pages.ts";
import { press, seesA } from "#tests/setup/browser/steps.ts";

const journey = [
  { rock: 7, date: "2026-01-01", location: "London", at: [51.51, -0.13] },
  { rock: 7, date: "2026-02-01", location: "A drawer" },
  { rock: 7, date: "2026-03-01", location: "Paris", at: [48.86, 2.35] },
  { rock: 7, date: "2026-04-01", location: "Rome", at: [41.9, 12.5] },
] satisfies Parameters<typeof addPosts>[1];

test("a rock's own page shows how far it went and through which countries, its way with direction, and every stop", async () => {
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

test("a rock's own page walks from stop to stop by its buttons and by itself, and is told to screen readers", async () => {
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
  await expect(page.getByRole("button", { name: "Next stop" })).toBeDisabled();

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
