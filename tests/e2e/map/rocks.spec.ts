import type { Page } from "playwright/test";
import { lightboxSettings } from "#app/components/gallery/lightbox-settings.ts";
import { expectAccessible } from "#tests/setup/browser/axe.ts";
import { expect, listenForErrors, test } from "#tests/setup/browser/browser.ts";
import { alter } from "#tests/setup/calls/site-calls.ts";
import { addPosts, addRocks, emptyRocks } from "#tests/setup/calls/rocks.ts";

test.beforeEach(async ({ site, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  emptyRocks(site);
});

/** Whether the page has come to life, so that what is pressed now is heard at once. */
const untilAlive = (page: Page) =>
  page.waitForFunction(() => window.earlyClick === null);

async function visit(page: Page, path: string) {
  await page.goto(path);
  await untilAlive(page);
}

async function search(page: Page, number: string) {
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const asking = page.getByRole("dialog", { name: "Search" });
  await asking.getByLabel("Rock Number").fill(number);
  await asking.getByRole("button", { name: "Search", exact: true }).click();
}

const dialog = (page: Page, name: string | RegExp) =>
  page.getByRole("dialog", { name, exact: true });
const lightbox = (page: Page) => dialog(page, "Photographs");
const slide = (page: Page) =>
  lightbox(page).locator(".yarl__slide_current img");

/** Comments as long as they may be, in every direction and from every plane of Unicode. */
const LONG = [
  "وجدنا هذا الحجر بجانب البحر عند غروب الشمس ".repeat(120).slice(0, 5000),
  "🪨👩‍👩‍👧🏳️‍🌈".repeat(500).slice(0, 5000),
  "x".repeat(5000),
];

test.describe("the rock popup", () => {
  test("says 'Loading Rock Number: N' over a bar that rises 10 percent every 200 ms up to 90, and jumps to 100", async ({
    page,
    site,
  }) => {
    await addPosts(site, [{ rock: 7 }]);
    await page.clock.install();
    await page.route("**/api/rock-posts/7", () => {});
    await visit(page, "/track-the-rocks");
    await search(page, "7");
    await expect(page.getByText("Loading Rock Number: 7")).toBeVisible();
    const bar = page.getByRole("progressbar");
    const risen: number[] = [];
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.reload();
    await untilAlive(page);
    await search(page, "7");
    for (let step = 0; step < 12; step++) {
      risen.push(Number(await bar.getAttribute("value")));
      await page.clock.runFor(200);
    }
    expect(risen).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 90, 90]);
  });

  test("jumps to 100 when the rock is there", async ({ page, site }) => {
    await addPosts(site, [{ rock: 7 }]);
    await visit(page, "/track-the-rocks");
    await search(page, "7");
    await expect(dialog(page, "Rock 7")).toContainText("Journey: 1");
    await expect(page.locator("progress")).toHaveAttribute("value", "100");
  });

  for (const [what, answer] of [
    ["nothing is known of the rock", undefined],
    ["its journeys cannot be fetched", { status: 500, body: "{}" }],
  ] as const)
    test(`says 'Rock Number N was not found' where ${what}`, async ({
      page,
    }) => {
      const errors = listenForErrors(page);
      if (answer)
        await page.route("**/api/rock-posts/77", (route) =>
          route.fulfill(answer),
        );
      await visit(page, "/track-the-rocks");
      await search(page, "77");
      await expect(
        page.getByText("Rock Number 77 was not found"),
      ).toBeVisible();
      await expect
        .poll(() => errors().includes("/api/rock-posts/77"))
        .toBe(answer !== undefined);
    });

  test("has one banner and one row for each rock number that comes back", async ({
    page,
  }) => {
    const post = (rock_number: number, uuid: string) => ({
      rock_number,
      uuid,
      date: "2026-05-17",
      location: "Here",
      comment: "There",
      imagenames: [],
      artists: [],
    });
    await page.route("**/api/rock-posts/7", (route) =>
      route.fulfill({
        json: [post(7, "a"), post(8, "b"), post(7, "c")],
      }),
    );
    await visit(page, "/track-the-rocks");
    await search(page, "7");
    const popup = dialog(page, "Rock 7");
    await expect(popup.locator(".rock-name")).toHaveText([
      /'s Rock: 7$/,
      /'s Rock: 8$/,
    ]);
    await expect(popup.locator(".journey-row")).toHaveCount(2);
    await expect(popup.locator(".journey-card h3")).toHaveText([
      /^Journey: 2/,
      /^Journey: 1/,
      /^Journey: 1/,
    ]);
  });

  test("banner: the memorial's name, number, total trips, first and latest date; its picture opens image, artists, Total Trips, Start Date, Latest Date and Close", async ({
    page,
    site,
  }) => {
    addRocks(site, [[7, "Mina", "Ole"]]);
    alter(
      site,
      "INSERT OR REPLACE INTO site_texts VALUES ('memorial_name', 'Robin')",
    );
    await addPosts(site, [
      { rock: 7, date: "2026-03-04" },
      { rock: 7, date: "2026-01-02" },
    ]);
    await visit(page, "/track-the-rocks");
    await search(page, "7");
    const banner = dialog(page, "Rock 7").locator(".rock-banner");
    await expect(banner).toContainText("Robin's Rock: 7");
    await expect(banner.locator("dl")).toHaveText(
      /Total trips2First2 Jan 2026Latest4 Mar 2026/,
    );
    await banner.getByRole("button", { name: "See rock 7 large" }).click();
    const large = dialog(page, "Robin's Rock: 7");
    await expect(large.getByRole("img", { name: "Rock 7" })).toBeVisible();
    await expect(large.locator(".rock-card p")).toHaveText([
      "Artist: Mina",
      "Artist: Ole",
      "Total Trips: 2",
      "Start Date: 2 Jan 2026",
      "Latest Date: 4 Mar 2026",
    ]);
    await large.getByRole("button", { name: "Close" }).click();
    await expect(large).toHaveCount(0);
    await expect(dialog(page, "Rock 7")).toBeVisible();
  });

  test("journey cards: descending numbers, date, two thumbnails at most, and dialogs for Location and Comment by click, Enter and Space", async ({
    page,
    site,
  }) => {
    const [uuid] = await addPosts(site, [
      {
        rock: 7,
        date: "2026-03-04",
        location: "Lighthouse steps",
        comment: "On the harbour wall.",
        pictures: 3,
      },
      { rock: 7, date: "2026-01-02", pictures: 1 },
      { rock: 7, date: "2026-01-01" },
    ]);
    await visit(page, "/track-the-rocks");
    await search(page, "7");
    const cards = dialog(page, "Rock 7").locator(".journey-card");
    await expect(cards.locator("h3")).toHaveText([
      "Journey: 34 Mar 2026",
      "Journey: 22 Jan 2026",
      "Journey: 11 Jan 2026",
    ]);
    const card = cards.first();
    await expect(card.locator("img")).toHaveCount(2);
    await expect(card.locator("img").first()).toHaveAttribute(
      "src",
      `/media/rocks/7/${uuid}/sm/p1.webp`,
    );
    await expect(cards.nth(1).locator("img")).toHaveCount(1);
    await expect(cards.nth(2).locator("img")).toHaveCount(0);

    for (const [text, name] of [
      ["Lighthouse steps", "Location"],
      ["On the harbour wall.", "Comment"],
    ] as const) {
      const opener = card.getByRole("button", { name: text });
      for (const open of [
        () => opener.click(),
        () => opener.press("Enter"),
        () => opener.press(" "),
      ]) {
        await open();
        await expect(dialog(page, name)).toContainText(text);
        await dialog(page, name).getByRole("button", { name: "Close" }).click();
        await expect(dialog(page, name)).toHaveCount(0);
        await expect(opener).toBeFocused();
      }
    }
  });

  test("a thumbnail opens the lightbox: all pictures large, thumbnails of 100×60, slideshow of 3000 ms that waits to be started, captions, zoom", async ({
    page,
    site,
  }) => {
    const [uuid] = await addPosts(site, [
      { rock: 7, location: "Lighthouse steps", pictures: 3 },
    ]);
    await visit(page, "/track-the-rocks");
    await search(page, "7");
    await page.locator("dialog .journey-thumbs button").nth(1).click();
    await expect(slide(page)).toHaveAttribute(
      "src",
      `/media/rocks/7/${uuid}/webp/p2.webp`,
    );
    await expect(lightbox(page)).toContainText("Lighthouse steps, 17 May 2026");
    await expect(
      lightbox(page).locator(".yarl__thumbnails_thumbnail img"),
    ).toHaveCount(3);
    for (const name of ["Play", "Zoom in"])
      await expect(lightbox(page).getByRole("button", { name })).toBeVisible();
    expect(lightboxSettings).toMatchObject({
      thumbnails: { position: "bottom", width: 100, height: 60 },
      slideshow: { autoplay: false, delay: 3000 },
    });
    await page.keyboard.press("Escape");
    await expect(lightbox(page)).toHaveCount(0);
    await expect(dialog(page, "Rock 7")).toBeVisible();
  });

  test("leads to the rock's own page", async ({ page, site }) => {
    await addPosts(site, [{ rock: 7 }]);
    await visit(page, "/track-the-rocks");
    await search(page, "7");
    await dialog(page, "Rock 7")
      .getByRole("link", { name: "Follow its journey" })
      .click();
    await expect(page).toHaveURL("/rocks/7");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(
      "Rock: 7",
    );
  });
});

test.describe("Track The Rocks", () => {
  test("has the title 'See {name}'s Rocks', 'Total rocks found X of Y', 'See All Rocks' and the list grouped by rock number", async ({
    page,
    site,
  }) => {
    addRocks(site, [[7], [8], [9]]);
    alter(
      site,
      "INSERT OR REPLACE INTO site_texts VALUES ('memorial_name', 'Robin')",
    );
    await addPosts(site, [
      { rock: 7, date: "2026-01-01" },
      { rock: 8, date: "2026-01-02" },
      { rock: 7, date: "2026-01-03" },
    ]);
    await visit(page, "/track-the-rocks");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "See Robin's Rocks",
    );
    await expect(
      page.getByText("Total rocks found 2 of 3", { exact: true }),
    ).toBeVisible();
    await expect(page.locator("main .rock-name")).toHaveText([
      "Robin's Rock: 7",
      "Robin's Rock: 8",
    ]);
    await expect(
      page.locator(".track-list > li").first().locator(".journey-card h3"),
    ).toHaveText([/^Journey: 2/, /^Journey: 1/]);
    await page.getByRole("link", { name: "See All Rocks" }).click();
    await expect(page).toHaveURL("/all-rocks");
  });

  test("Search asks for a number of 1 or more in a dialog with Search and Close, and alerts otherwise", async ({
    page,
  }) => {
    await visit(page, "/track-the-rocks");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    const asking = dialog(page, "Search");
    const field = asking.getByLabel("Rock Number");
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute("min", "1");
    for (const wrong of ["", "0", "-3"]) {
      await field.fill(wrong);
      const alert = page.waitForEvent("dialog");
      const pressed = asking
        .getByRole("button", { name: "Search", exact: true })
        .click();
      const shown = await alert;
      expect([shown.type(), shown.message()]).toEqual([
        "alert",
        "Please enter a valid rock number > 0",
      ]);
      await shown.accept();
      await pressed;
      await expect(asking).toBeVisible();
    }
    await asking.getByText("Close", { exact: true }).click();
    await expect(asking).toHaveCount(0);
  });

  test("a valid number opens a large dialog with that rock and a Close button", async ({
    page,
    site,
  }) => {
    await addPosts(site, [{ rock: 7, location: "Lighthouse steps" }]);
    await visit(page, "/track-the-rocks");
    await search(page, "7");
    const result = dialog(page, "Rock 7");
    await expect(result).toHaveClass(/dialog--large/);
    await expect(result).toContainText("Lighthouse steps");
    await result.getByRole("button", { name: "Close" }).click();
    await expect(result).toHaveCount(0);
    await expect(
      page.getByRole("button", { name: "Search", exact: true }),
    ).toBeFocused();
  });

  test("loads as it is scrolled, keeps its length and place on Back, and moves nothing", async ({
    page,
    site,
  }) => {
    await addPosts(
      site,
      Array.from({ length: 65 }, (_, index) => ({ rock: index + 1 })),
    );
    await visit(page, "/track-the-rocks");
    const rocks = page.locator(".track-list > li");
    await expect(rocks).toHaveCount(20);
    while ((await rocks.count()) < 65) {
      await rocks.last().scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 400);
    }
    await expect(page.getByRole("link", { name: "Show more" })).toHaveCount(0);
    const far = rocks.nth(50).getByRole("link", { name: "Follow its journey" });
    await far.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    await far.click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(
      "Rock: ",
    );
    await page.goBack();
    await expect(rocks).toHaveCount(65);
    await expect
      .poll(async () =>
        Math.abs((await page.evaluate(() => window.scrollY)) - before),
      )
      .toBeLessThan(400);
    await expect(far).toBeInViewport();
  });

  test("says so where a further page does not come, and tries again", async ({
    page,
    site,
  }) => {
    await addPosts(
      site,
      Array.from({ length: 30 }, (_, index) => ({ rock: index + 1 })),
    );
    await page.route(/track-the-rocks\.data/, (route) => route.abort());
    await visit(page, "/track-the-rocks");
    await page.locator(".page-more").scrollIntoViewIfNeeded();
    await expect(
      page.getByText("More could not be loaded. You may be offline."),
    ).toBeVisible();
    await expect(page.locator(".track-list > li")).toHaveCount(20);
    await page.unroute(/track-the-rocks\.data/);
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.locator(".track-list > li")).toHaveCount(30);
  });

  test("is read page by page without JavaScript", async ({ browser, site }) => {
    await addPosts(
      site,
      Array.from({ length: 25 }, (_, index) => ({ rock: index + 1 })),
    );
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: site.baseURL,
    });
    const page = await context.newPage();
    await page.goto("/track-the-rocks");
    await page.getByRole("link", { name: "Show more" }).click();
    await expect(page.locator(".track-list > li")).toHaveCount(5);
    await context.close();
  });

  test("says where no rock was found yet", async ({ page }) => {
    await page.goto("/track-the-rocks");
    await expect(page.getByText("No rock has been found yet.")).toBeVisible();
    await expect(
      page.getByText("Total rocks found 0 of 0", { exact: true }),
    ).toBeVisible();
  });
});

test.describe("All Rocks", () => {
  test("is a justified gallery with 'Rock: N (artists or UNKNOWN)' under each picture", async ({
    page,
    site,
  }) => {
    addRocks(site, [[3, "Mina", "Ole"], [4], [5, "Ole"], [6], [7]]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit(page, "/all-rocks");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "All Rocks",
    );
    const tiles = page.locator(".gallery-tile:visible");
    await expect(tiles).toHaveText([
      "Rock: 3 (Mina, Ole)",
      "Rock: 4 (UNKNOWN)",
      "Rock: 5 (Ole)",
      "Rock: 6 (UNKNOWN)",
      "Rock: 7 (UNKNOWN)",
    ]);
    const boxes = await Promise.all(
      (await tiles.all()).map((tile) => tile.boundingBox()),
    );
    const [first, second] = boxes as [
      NonNullable<(typeof boxes)[0]>,
      NonNullable<(typeof boxes)[0]>,
    ];
    expect(Math.abs(second.x - first.x - first.width - 20)).toBeLessThan(2);
    expect(first.width).toBeGreaterThan(200);
    expect(first.width).toBeLessThan(345);
  });

  test("a picture opens the lightbox: thumbnails of 100×60 at the bottom, slideshow that waits, captions, dark background", async ({
    page,
    site,
  }) => {
    addRocks(site, [[3, "Mina"], [4], [5]]);
    await visit(page, "/all-rocks");
    await page
      .getByRole("button", { name: "Open photograph: Rock: 4 (UNKNOWN)" })
      .click();
    await expect(lightbox(page)).toContainText("Rock: 4 (UNKNOWN)");
    await expect(
      lightbox(page).locator(".yarl__thumbnails_thumbnail img"),
    ).toHaveCount(3);
    await expect(
      lightbox(page).getByRole("button", { name: "Play" }),
    ).toBeVisible();
    expect(lightboxSettings.styles.root).toEqual({
      "--yarl__color_backdrop": "rgba(0, 0, 0, .9)",
    });
    await page.keyboard.press("ArrowRight");
    await expect(lightbox(page)).toContainText("Rock: 5 (UNKNOWN)");
    await page.keyboard.press("Escape");
    await expect(lightbox(page)).toHaveCount(0);
  });

  test("loads as it is scrolled, and as its lightbox is leafed through", async ({
    page,
    site,
  }) => {
    addRocks(
      site,
      Array.from({ length: 80 }, (_, index) => [index + 1] as [number]),
    );
    await visit(page, "/all-rocks");
    const tiles = page.locator(".gallery-tile:visible");
    await expect(tiles).toHaveCount(36);
    await page.getByRole("button", { name: /Rock: 36 / }).click();
    for (let number = 37; number <= 45; number++) {
      await expect(async () => {
        await page.keyboard.press("ArrowRight");
        await expect(lightbox(page)).toContainText(`Rock: ${number} `, {
          timeout: 1500,
        });
      }).toPass();
    }
    await page.keyboard.press("Escape");
    await expect(lightbox(page)).toHaveCount(0);
    await page.locator(".page-more").scrollIntoViewIfNeeded();
    await expect(tiles).toHaveCount(80);
  });

  test("keeps its length and place on Back", async ({ page, site }) => {
    addRocks(
      site,
      Array.from({ length: 70 }, (_, index) => [index + 1] as [number]),
    );
    await visit(page, "/all-rocks");
    const tiles = page.locator(".gallery-tile:visible");
    await expect(tiles).toHaveCount(36);
    await page.locator(".page-more").scrollIntoViewIfNeeded();
    await expect(tiles).toHaveCount(70);
    await tiles.nth(60).scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: "Privacy" })
      .click();
    // The address changes before the page does.
    await expect(
      page.getByRole("heading", { level: 1, name: "Privacy" }),
    ).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(tiles).toHaveCount(70);
    await expect
      .poll(() => page.evaluate(() => window.scrollY))
      .toBeGreaterThan(before - 400);
  });

  test("says where there are no rocks yet", async ({ page }) => {
    await page.goto("/all-rocks");
    await expect(page.getByText("There are no rocks here yet.")).toBeVisible();
  });
});

test.describe("the SUDC page", () => {
  test("tells what is known with its sources named, and has a donate link to the foundation", async ({
    page,
  }) => {
    await page.goto("/sudc");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Sudden Unexplained Death in Childhood",
    );
    await expect(page.getByRole("heading", { name: "Sources" })).toBeVisible();
    await expect(
      page.getByRole("link", { name: /SUDC Foundation, Facts/ }),
    ).toHaveAttribute("href", "https://sudc.org/facts-statistics");
    await expect(
      page.getByRole("link", { name: /Centers for Disease Control/ }),
    ).toHaveAttribute("href", "https://wonder.cdc.gov/mcd.html");
    const donate = page.getByRole("link", { name: "Donate" });
    await expect(donate).toHaveAttribute("href", /^https:\/\//);
    await expect(donate).toHaveAttribute("target", "_blank");
  });
});

test.describe("a rock's own page", () => {
  const journey = [
    { rock: 7, date: "2026-01-01", location: "London", at: [51.51, -0.13] },
    { rock: 7, date: "2026-02-01", location: "A drawer" },
    { rock: 7, date: "2026-03-01", location: "Paris", at: [48.86, 2.35] },
    { rock: 7, date: "2026-04-01", location: "Rome", at: [41.9, 12.5] },
  ] satisfies Parameters<typeof addPosts>[1];

  test("shows how far it went and through which countries, its way with direction, and every stop", async ({
    page,
    site,
  }) => {
    await addPosts(site, journey);
    await visit(page, "/rocks/7");
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

  test("walks from stop to stop by its buttons and by itself, and is told to screen readers", async ({
    page,
    site,
  }) => {
    await addPosts(site, journey);
    await visit(page, "/rocks/7");
    const now = page.locator(".journey-now[aria-live=polite]");
    await expect(now).toHaveText("3 stops on the map");
    await page.getByRole("button", { name: "Next stop" }).click();
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
    await page.getByRole("button", { name: "Replay the journey" }).click();
    await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
    await expect(now).toContainText("Stop 3 of 3 Rome", { timeout: 20_000 });
    expect(heard.join("\n")).toMatch(/Stop 1 of 3[^]*Stop 2 of 3[^]*Stop 3/);
    await expect(
      page.getByRole("button", { name: "Replay the journey" }),
    ).toBeVisible();
  });

  test("with 500 journeys shows them as they are scrolled, all their stops on the map", async ({
    page,
    site,
  }) => {
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
      await visit(page, "/rocks/7");
      await expect(page.locator(".journey-stop")).toHaveCount(500);
      const cards = page.locator(".journey-grid > li");
      await expect(cards.first()).toContainText("Journey: 500");
      // 24, and on a wide screen the next ones too, which are near at once.
      const before = await cards.count();
      expect(before).toBeLessThan(100);
      await cards.last().scrollIntoViewIfNeeded();
      await expect.poll(() => cards.count()).toBeGreaterThan(before);
      expect(await cards.count()).toBeLessThan(500);
      await expectNothingWider(page);
    }
    await visit(page, "/track-the-rocks");
    await expect(
      page.getByRole("link", { name: "See all 500 journeys" }),
    ).toBeVisible();
    await search(page, "7");
    const row = dialog(page, "Rock 7").locator(".journey-card");
    await expect(row).toHaveCount(500);
    await expect(row.last()).toContainText("Journey: 1");
    await expectNothingWider(page);
  });

  test("of a rock that nobody has found says so", async ({ page, site }) => {
    addRocks(site, [[9, "Mina"]]);
    await visit(page, "/rocks/9");
    await expect(
      page.getByText("Nobody has found this rock yet."),
    ).toBeVisible();
    await expect(page.locator(".journey-world")).toHaveCount(0);
    await expect(page.locator("dl")).toContainText("Total trips0");
  });

  test("without coordinates has its stops and no map", async ({
    page,
    site,
  }) => {
    await addPosts(site, [{ rock: 9 }, { rock: 9 }]);
    await visit(page, "/rocks/9");
    await expect(page.locator(".journey-card")).toHaveCount(2);
    await expect(page.locator(".journey-world")).toHaveCount(0);
  });

  test("draws a way over the date line in two parts, each at its edge", async ({
    page,
    site,
  }) => {
    await addPosts(site, [
      { rock: 9, date: "2026-01-01", at: [-17.7, 178] },
      { rock: 9, date: "2026-02-01", at: [21.3, -157.9] },
    ]);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await visit(page, "/rocks/9");
      const line = page.locator("path.journey-line");
      await expect(line).toHaveCount(1);
      await expect(page.locator(".journey-stop")).toHaveCount(2);
      // Two strokes of the pen.
      await expect
        .poll(async () => (await line.getAttribute("d"))!.match(/M/g)!.length)
        .toBe(2);
      await expectNothingWider(page);
    }
  });
});

async function expectNothingWider(page: Page) {
  const wider = await page.evaluate(() =>
    [
      document.documentElement,
      ...document.querySelectorAll("dialog[open] .dialog-body"),
    ].map((element) => element.scrollWidth - element.clientWidth),
  );
  expect(Math.max(...wider), page.url()).toBeLessThanOrEqual(0);
}

test("comments of 5,000 characters in Arabic, emoji and one long word are whole, and nothing is wider than the screen", async ({
  page,
  site,
}) => {
  await addPosts(
    site,
    LONG.map((comment, index) => ({
      rock: 7,
      date: `2026-01-0${index + 1}`,
      comment,
      location: comment.slice(0, 190),
      at: [index, index],
    })),
  );
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ["/track-the-rocks", "/rocks/7", "/map?rock=7"]) {
      await visit(page, path);
      await expect(page.locator(".journey-card").first()).toBeVisible();
      await expectNothingWider(page);
      for (const [index, comment] of [...LONG].reverse().entries()) {
        const card = page.locator(".journey-card").nth(index);
        await card.locator(".journey-comment").click();
        const reading = dialog(page, "Comment");
        await expect(reading.locator(".journey-text")).toHaveText(
          comment.trim(),
        );
        await expectNothingWider(page);
        await reading.getByRole("button", { name: "Close" }).click();
      }
    }
  }
});

for (const colorScheme of ["light", "dark"] as const)
  test.describe(`in the ${colorScheme} scheme axe finds nothing`, () => {
    test.use({ colorScheme });

    test("on a rock's page, in a popup's dialogs and in search", async ({
      page,
      site,
    }) => {
      addRocks(site, [[7, "Mina"], [8]]);
      await addPosts(site, [
        { rock: 7, date: "2026-01-01", at: [0, 0], pictures: 3 },
        { rock: 7, date: "2026-02-01", at: [20, 20], comment: LONG[0] },
      ]);
      await visit(page, "/rocks/7");
      await expect(page.locator(".journey-stop")).toHaveCount(2);
      await expectAccessible(page);
      await page.getByRole("button", { name: "See rock 7 large" }).click();
      await expectAccessible(page);
      await visit(page, "/rocks/8");
      await expectAccessible(page);
      await visit(page, "/track-the-rocks");
      await page.getByRole("button", { name: "Search", exact: true }).click();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await search(page, "7");
      await page.locator("dialog .journey-comment").first().click();
      await expectAccessible(page);
    });
  });
