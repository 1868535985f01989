import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import {
  dialog,
  listenForErrors,
  search,
  untilAlive,
  visit,
} from "#tests/setup/e2e/pages.ts";
import {
  hasFocus,
  isOff,
  press,
  sees,
  seesA,
  seesNo,
} from "#tests/setup/e2e/steps.ts";
import { expectLand, openMap } from "#tests/setup/e2e/map.ts";
import { expectAccessibleOnScreens } from "#tests/setup/e2e/screens.ts";

const journey = [
  { rock: 7, date: "2026-01-01", location: "London", at: [51.51, -0.13] },
  { rock: 7, date: "2026-02-01", location: "A drawer" },
  { rock: 7, date: "2026-03-01", location: "Vancouver", at: [49.28, -123.12] },
  { rock: 7, date: "2026-04-01", location: "Oslo", at: [59.91, 10.75] },
] satisfies Parameters<typeof addPosts>[1];

test("a rock's own page shows how far it went and through which countries, its way with direction and every stop, walks from stop to stop by its buttons and by itself, and is told to screen readers", async () => {
  await addPosts(site, journey);
  await page.clock.install();
  await visit("/rocks/7");
  const now = page.locator(".journey-now[aria-live=polite]");
  await expect(page.locator(".rock-travels")).toHaveText(
    /Distance travelled14,760 km \(9,171 miles\)CountriesUnited Kingdom, Canada, Norway/,
  );
  await expect(page.locator("path.journey-line")).toHaveCount(2);
  await expect(page.locator(".journey-arrow")).toHaveCount(2);
  await expect(page.locator(".journey-arrow").last()).toBeInViewport();
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
  await expect(now).toHaveText("3 stops on the map");
  await press("Next stop");
  await expect(now).toContainText("Stop 1 of 3 London, 1 Jan 2026");
  await page.getByRole("button", { name: "Next stop" }).press("Enter");
  await expect(now).toContainText("Stop 2 of 3 Vancouver");
  await page.getByRole("button", { name: "Previous stop" }).press(" ");
  await expect(now).toContainText("Stop 1 of 3 London");
  await page.getByRole("button", { name: "Journey 4" }).press("Enter");
  await expect(now).toContainText("Stop 3 of 3 Oslo");
  await isOff("Next stop");

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
  await expect(async () => {
    await page.clock.runFor(1_000);
    expect(heard.at(-1)).toContain("Stop 3 of 3 Oslo");
  }).toPass({ intervals: [20] });
  expect(heard.join("\n")).toMatch(/Stop 1 of 3[^]*Stop 2 of 3[^]*Stop 3/);
  await seesA("button", "Replay the journey");
});

test("the rock popup says 'Loading Rock Number: N' over a bar that rises 10 percent every 200 ms up to 90, and jumps to 100 @soak", async () => {
  await addPosts(site, [{ rock: 7 }]);
  await page.clock.install();
  await page.route("**/api/rock-posts/7", () => {});
  await visit("/track-the-rocks");
  await search("7");
  await sees("Loading Rock Number: 7");
  const bar = page.getByRole("progressbar");
  const risen: number[] = [];
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.reload();
  await untilAlive(page);
  await search("7");
  for (let step = 0; step < 12; step++) {
    risen.push(Number(await bar.getAttribute("value")));
    await page.clock.runFor(200);
  }
  expect(risen).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 90, 90]);
});

for (const [what, answer] of [
  ["nothing is known of the rock", undefined],
  ["its journeys cannot be fetched", { status: 500, body: "{}" }],
] as const)
  test(`the rock popup says 'Rock Number N was not found' if ${what} @soak`, async () => {
    const errors = listenForErrors();
    if (answer)
      await page.route("**/api/rock-posts/77", (route) =>
        route.fulfill(answer),
      );
    await visit("/track-the-rocks");
    await search("77");
    await sees("Rock Number 77 was not found");
    await expect
      .poll(() => errors().includes("/api/rock-posts/77"))
      .toBe(answer !== undefined);
  });

test("a rock whose journeys can't be reached is not called unknown, and one press tries again", async () => {
  await addPosts(site, [{ rock: 7, location: "Lighthouse steps" }]);
  await visit("/track-the-rocks");
  await page.route("**/api/rock-posts/7/summary", (route) => route.abort());
  await search("7");
  await sees("The site could not be reached.");
  await seesNo(/was not found/);
  await page.unroute("**/api/rock-posts/7/summary");
  await press("Try again", { in: dialog("Rock 7") });
  await seesA("button", "Lighthouse steps", { in: dialog("Rock 7") });
  await seesNo("The site could not be reached.");
});

test("the rock popup has a banner with name, number, trips and dates, whose picture opens large with its artists, and journey cards with two thumbnails at most, whose Location and Comment open by click, Enter and Space", async () => {
  addRocks(site, [[7, "Mina", "Ole"]]);
  site.alter(
    "INSERT OR REPLACE INTO site_texts VALUES ('memorial_name', 'Robin')",
  );
  const [uuid] = await addPosts(site, [
    {
      ...{ rock: 7, date: "2026-03-04", location: "Lighthouse steps" },
      ...{ comment: "On the harbour wall.", pictures: 3 },
    },
    { rock: 7, date: "2026-01-02", pictures: 1 },
    { rock: 7, date: "2026-01-01" },
  ]);
  await visit("/track-the-rocks");
  await search("7");
  const popup = dialog("Rock 7");
  await expect(popup).toHaveClass(/dialog--large/);
  const banner = popup.locator(".rock-banner");
  await expect(banner).toContainText("Robin's Rock: 7");
  await expect(banner.locator("dl")).toHaveText(
    /Total trips3First1 Jan 2026Latest4 Mar 2026/,
  );
  await press("See rock 7 large", { in: banner });
  const large = dialog("Robin's Rock: 7");
  await seesA("img", "Rock 7", { in: large });
  // As narrow as over a page.
  await expect(large).toHaveCSS("inline-size", "576px");
  await expect(large.locator(".rock-card p")).toHaveText([
    "Artist: Mina",
    "Artist: Ole",
    "Total Trips: 3",
    "Start Date: 1 Jan 2026",
    "Latest Date: 4 Mar 2026",
  ]);
  await press("Close", { in: large });
  await expect(large).toHaveCount(0);

  const cards = popup.locator(".journey-card");
  await expect(cards.locator("h3")).toHaveText([
    "Journey: 34 Mar 2026",
    "Journey: 22 Jan 2026",
    "Journey: 11 Jan 2026",
  ]);
  for (const [index, count] of [2, 1, 0].entries())
    await expect(cards.nth(index).locator("img")).toHaveCount(count);
  await expect(cards.locator("img").first()).toHaveAttribute(
    "src",
    `/media/rocks/7/${uuid}/sm/p1.webp`,
  );
  for (const [name, text, key] of [
    ["Location", "Lighthouse steps", undefined],
    ["Comment", "On the harbour wall.", "Enter"],
    ["Comment", "On the harbour wall.", " "],
  ] as const) {
    const opener = cards.getByRole("button", { name: text, exact: true });
    await (key ? opener.press(key) : opener.click());
    await expect(dialog(name)).toContainText(text);
    await press("Close", { in: dialog(name) });
    await expect(dialog(name)).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
  await popup.getByRole("button", { name: "Close" }).first().click();
  await expect(popup).toHaveCount(0);
  await hasFocus("button", "Search", { exact: true });
});

test("a journey draws a circle around a stop that is shown less exactly, and says so @soak", async () => {
  await addPosts(site, [
    { rock: 7, date: "2026-01-01", location: "Luss", at: [56.1, -4.64] },
    {
      rock: 7,
      date: "2026-02-01",
      location: "Balloch",
      at: [56.00123, -4.58321],
      precision: 10_000,
    },
  ]);
  await visit("/rocks/7");
  const now = page.locator(".journey-now");
  await expect(now).toHaveText(
    "2 stops on the map. Where a number is dashed, it was somewhere nearby.",
  );
  await expect(page.locator(".journey-around")).toHaveCount(1);
  await expect(page.locator(".journey-stop")).toHaveText([
    "Journey 1",
    "Journey 2, somewhere within about 10 km",
  ]);
  await expectAccessibleOnScreens();

  // The whole circle is in view.
  const [map, circle] = await Promise.all([
    page.locator(".journey-world").boundingBox(),
    page.locator(".journey-around").boundingBox(),
  ]);
  expect(circle!.y).toBeGreaterThan(map!.y);
  expect(circle!.y + circle!.height).toBeLessThan(map!.y + map!.height);
  expect(circle!.width).toBeGreaterThan(60);

  await press("Next stop");
  await expect(now).toHaveText(/Luss, 1 Jan 2026, United Kingdom$/);
  await page.getByRole("button", { name: /^Journey 2/ }).press("Enter");
  await expect(now).toHaveText(
    /Balloch, 1 Feb 2026, United Kingdom, somewhere within about 10 km$/,
  );
});

test("a journey over the date line is one short way on its page, and two pieces on the map of the world", async () => {
  await addPosts(site, [
    { rock: 9, date: "2026-01-01", location: "Suva", at: [-18.14, 178.44] },
    { rock: 9, date: "2026-02-01", location: "Apia", at: [-13.83, -171.77] },
    { rock: 9, date: "2026-03-01", location: "Honolulu", at: [21.31, -157.86] },
  ]);
  const pieces = () =>
    page
      .locator("path.journey-line")
      .evaluateAll((lines) =>
        lines.map((line) => line.getAttribute("d")!.split("M").length - 1),
      );
  await visit("/rocks/9");
  await expect(page.locator(".journey-stop")).toHaveCount(3);
  const { width } = (await page.locator(".journey-world").boundingBox())!;
  const across = await page
    .locator(".journey-stop")
    .evaluateAll((stops) =>
      stops.map((stop) => stop.getBoundingClientRect().x),
    );
  expect(across).toEqual([...across].sort((a, b) => a - b));
  expect(across[1]! - across[0]!).toBeLessThan(width / 2);
  expect(await pieces()).toEqual([1, 1]);
  // The countries of both sides lie under it, and the tiles of both are asked for.
  const land = page.locator(".leaflet-base-pane use");
  await expect(land).toHaveCount(2);
  await expectLand(land.last());
  const tiles = page.locator(".leaflet-tile");
  await expect.poll(() => tiles.count()).toBeGreaterThan(3);
  const sides = await tiles.evaluateAll((tiles) =>
    tiles.map((tile) => {
      const [zoom, x] = (tile as HTMLImageElement).src.split("/").slice(-3);
      return Number(x) < 2 ** Number(zoom) / 2 ? "west" : "east";
    }),
  );
  expect(new Set(sides)).toEqual(new Set(["west", "east"]));

  await openMap("/map?rock=9");
  await expect(page.locator("path.journey-line")).toHaveCount(2);
  expect(await pieces()).toEqual([2, 1]);
});
