import { lightboxSettings } from "#app/components/gallery/lightbox-settings.ts";
import {
  expect,
  listenForErrors,
  page,
  site,
  testWithoutRocks as test,
  sees,
} from "#tests/setup/browser/browser.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import {
  dialog,
  lightbox,
  search,
  untilAlive,
  visit,
} from "#tests/setup/browser/rocks.ts";

const slide = () => lightbox().locator(".yarl__slide_current img");

test.describe("the rock popup", () => {
  test("says 'Loading Rock Number: N' over a bar that rises 10 percent every 200 ms up to 90, and jumps to 100 @soak", async () => {
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

  test("jumps to 100 when the rock is there @soak", async () => {
    await addPosts(site, [{ rock: 7 }]);
    await visit("/track-the-rocks");
    await search("7");
    await expect(dialog("Rock 7")).toContainText("Journey: 1");
    await expect(page.locator("progress")).toHaveAttribute("value", "100");
  });

  test("of a rock that nobody has found is as high as what it says @soak", async () => {
    addRocks(site, [[7, "Ida"]]);
    await visit("/track-the-rocks");
    await search("7");
    const popup = dialog("Rock 7");
    await expect(popup).toContainText("Nobody has found rock 7 yet.");
    const end = (box: { y: number; height: number } | null) =>
      box!.y + box!.height;
    const words = end(await popup.locator(".rock-notice").boundingBox());
    expect(end(await popup.boundingBox()) - words).toBeLessThan(60);
    const notice = await popup.locator(".rock-notice").boundingBox();
    expect(notice!.height).toBeLessThan(260);
  });

  for (const [what, answer] of [
    ["nothing is known of the rock", undefined],
    ["its journeys cannot be fetched", { status: 500, body: "{}" }],
  ] as const)
    test(`says 'Rock Number N was not found' if ${what} @soak`, async () => {
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

  test("has one banner and one row for each rock number that comes back @soak", async () => {
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
    await visit("/track-the-rocks");
    await search("7");
    const popup = dialog("Rock 7");
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

  test("banner: the memorial's name, number, total trips, first and latest date; its picture opens image, artists, Total Trips, Start Date, Latest Date and Close", async () => {
    addRocks(site, [[7, "Mina", "Ole"]]);
    site.alter(
      "INSERT OR REPLACE INTO site_texts VALUES ('memorial_name', 'Robin')",
    );
    await addPosts(site, [
      { rock: 7, date: "2026-03-04" },
      { rock: 7, date: "2026-01-02" },
    ]);
    await visit("/track-the-rocks");
    await search("7");
    const banner = dialog("Rock 7").locator(".rock-banner");
    await expect(banner).toContainText("Robin's Rock: 7");
    await expect(banner.locator("dl")).toHaveText(
      /Total trips2First2 Jan 2026Latest4 Mar 2026/,
    );
    await banner.getByRole("button", { name: "See rock 7 large" }).click();
    const large = dialog("Robin's Rock: 7");
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
    await expect(dialog("Rock 7")).toBeVisible();
  });

  test("journey cards: descending numbers, date, two thumbnails at most, and dialogs for Location and Comment by click, Enter and Space", async () => {
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
    await visit("/track-the-rocks");
    await search("7");
    const cards = dialog("Rock 7").locator(".journey-card");
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
      const opener = card.getByRole("button", { name: text, exact: true });
      for (const open of [
        () => opener.click(),
        () => opener.press("Enter"),
        () => opener.press(" "),
      ]) {
        await open();
        await expect(dialog(name)).toContainText(text);
        await dialog(name).getByRole("button", { name: "Close" }).click();
        await expect(dialog(name)).toHaveCount(0);
        await expect(opener).toBeFocused();
      }
    }
  });

  test("a thumbnail opens the lightbox: all pictures large, thumbnails of 100×60, slideshow of 3000 ms that waits to be started, captions, zoom @soak", async () => {
    const [uuid] = await addPosts(site, [
      { rock: 7, location: "Lighthouse steps", pictures: 3 },
    ]);
    await visit("/track-the-rocks");
    await search("7");
    await page.locator("dialog .journey-thumbs button").nth(1).click();
    await expect(slide()).toHaveAttribute(
      "src",
      `/media/rocks/7/${uuid}/webp/p2.webp`,
    );
    await expect(lightbox()).toContainText("Lighthouse steps, 17 May 2026");
    await expect(
      lightbox().locator(".yarl__thumbnails_thumbnail img"),
    ).toHaveCount(3);
    for (const name of ["Play", "Zoom in"])
      await expect(lightbox().getByRole("button", { name })).toBeVisible();
    expect(lightboxSettings).toMatchObject({
      thumbnails: { position: "bottom", width: 100, height: 60 },
      slideshow: { autoplay: false, delay: 3000 },
    });
    await page.keyboard.press("Escape");
    await expect(lightbox()).toHaveCount(0);
    await expect(dialog("Rock 7")).toBeVisible();
  });

  test("leads to the rock's own page @soak", async () => {
    await addPosts(site, [{ rock: 7 }]);
    await visit("/track-the-rocks");
    await search("7");
    await dialog("Rock 7")
      .getByRole("link", { name: "Follow its journey" })
      .click();
    await expect(page).toHaveURL("/rocks/7");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(
      "Rock: 7",
    );
  });
});
