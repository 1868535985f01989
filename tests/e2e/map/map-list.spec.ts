import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import {
  addStones,
  addThree,
  clusters,
  goToTown,
  link,
  openMap,
  pin,
  pins,
  popup,
} from "#tests/setup/e2e/map.ts";
import { press, pressLink, sees } from "#tests/setup/e2e/steps.ts";
import { COMPUTER, expectAccessible, PHONE } from "#tests/setup/e2e/screens.ts";
import { listenForErrors } from "#tests/setup/e2e/pages.ts";

test("the list beside the map opens every rock by keyboard alone, holds what is in view, and follows the map", async () => {
  await addThree();
  await openMap();
  await sees("3 rocks, each where it was last seen");
  await link(3).focus();
  await page.keyboard.press("Enter");
  await expect(popup()).toContainText("Rock: 3");
  await page.keyboard.press("Escape");
  await expect(popup()).toHaveCount(0);
  await expect(link(3)).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(link(2)).toBeFocused();

  await goToTown("Berlin", "Germany");
  await sees("1 rock in view of 3");
  await expect(page.locator(".rock-links a")).toHaveText([/Rock 2A bench/]);
  const zoomOut = page.getByRole("button", { name: "Zoom out" });
  for (let step = 0; step < 9; step++) await zoomOut.click();
  await expect(page.locator(".rock-links a")).toHaveCount(3);
});

test("the list beside the map is filtered by a number, and Enter opens that rock @soak", async () => {
  await addPosts(
    site,
    [12, 120, 7, 1].map((rock, at) => ({ rock, at: [at, at] })),
  );
  await openMap();
  const search = page.getByLabel("Find a place or a rock number");
  await search.fill("12");
  await expect(page.locator(".rock-links a")).toHaveText([
    /Rock 12/,
    /Rock 120/,
  ]);
  await search.press("Enter");
  await expect(popup()).toContainText("Rock: 12");
  await page.keyboard.press("Escape");
  await expect(search).toBeFocused();
  await search.fill("99");
  await sees("No rock on the map has a number that begins with 99.");
});

test("the list beside the map takes the map's place on a phone @soak", async () => {
  await addThree();
  await page.setViewportSize({ width: 360, height: 640 });
  await openMap();
  const heading = page.getByRole("heading", { level: 1, name: "On the map" });
  await expect(heading).toBeVisible();
  await press("Show as a list");
  await expect(heading).toBeVisible();
  await link(1).click();
  await expect(popup()).toContainText("Rock: 1");
  await page.keyboard.press("Escape");
  await press("Show the map");
  await expect(pin(1)).toBeVisible();
});

test("Back leads from the list on a phone to the map, and from a rock's page to the part of the map that was in view", async () => {
  await addPosts(site, [
    { rock: 1, at: [20, 0] },
    { rock: 2, at: [20, 30] },
  ]);
  await page.setViewportSize(PHONE);
  await openMap();
  await press("Zoom in");
  await press("Zoom in");
  await press("Show as a list");
  await sees("1 rock in view of 2");
  await link(1).click();
  await pressLink("Follow its journey", { in: popup() });
  await expect(page).toHaveURL("/rocks/1");
  await page.goBack();
  await expect(popup()).toContainText("Rock: 1");
  await page.goBack();
  await sees("1 rock in view of 2");
  await page.goBack();
  await expect(pin(1)).toBeInViewport();
  await expect(pin(2)).not.toBeInViewport();

  await page.goto("/map?list");
  await sees("2 rocks, each where it was last seen");
  await press("Show the map");
});

test("many pins stand each by itself up to 500 @soak", async () => {
  await addPosts(
    site,
    Array.from({ length: 500 }, (_, index) => ({
      rock: index + 1,
      at: [(index % 20) - 10, Math.floor(index / 20) - 10],
    })),
  );
  await openMap();
  await expect(pins()).toHaveCount(500);
  await expect(clusters()).toHaveCount(0);
});

test("many pins become clusters above 500, each opened by zoom, or as a list if its rocks are at one place @soak", async () => {
  await addPosts(site, [
    ...Array.from({ length: 430 }, (_, index) => ({
      rock: index + 1,
      at: [40 + (index % 20) * 0.4, 10 + Math.floor(index / 20) * 0.4] as [
        number,
        number,
      ],
    })),
    ...Array.from({ length: 75 }, (_, index) => ({
      rock: 1000 + index,
      at: [-20, -50] as [number, number],
    })),
    { rock: 90_000, at: [0, 100] },
  ]);
  await openMap();
  await sees("506 rocks, each where it was last seen");
  await expect(pin(90_000)).toBeVisible();
  await expect(page.locator(".rock-links a")).toHaveCount(60);
  await press("Show more");
  await expect(page.locator(".rock-links a")).toHaveCount(120);

  await expectAccessible();
  await page.getByRole("button", { name: "75 rocks" }).press("Enter");
  const list = page.getByRole("dialog", { name: "75 rocks in this place" });
  await expect(list.getByRole("link")).toHaveCount(60);
  await expectAccessible();
  await press("Show more", { in: list });
  await expect(list.getByRole("link")).toHaveCount(75);
  await pressLink("Rock 1074", { in: list });
  await expect(popup()).toContainText("Rock: 1074");
  await page.keyboard.press("Escape");

  const before = await clusters().count();
  await clusters().filter({ hasNotText: /^75 / }).first().click();
  await expect.poll(() => clusters().count()).not.toBe(before);
  await sees(/ rocks in view of 506$/);
});

/**
 * The middle of a stone at rest. The map has moved to show the popups before, and may still move to show the stone that
 * has the focus again. A stone may be out of sight or below a control. Then its focus brings it back.
 */
async function middleInSight(rock: number) {
  const stone = pin(rock);
  for (;;) {
    const middle = await stone.evaluate(async (element) => {
      const nextFrame = () => new Promise(requestAnimationFrame);
      const find = () => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left + width / 2, top + height / 2] as const;
      };
      const isMoving = () => document.querySelector(".leaflet-pan-anim");
      let before = find();
      await nextFrame();
      while (isMoving() || String(find()) !== String(before)) {
        before = find();
        await nextFrame();
      }
      return document.elementFromPoint(...before) === element
        ? before
        : undefined;
    });
    if (middle) return middle;
    await stone.focus();
    await stone.blur();
  }
}

/** Opens the map and waits until two readings of its stones are equal. */
async function openStones(count: number) {
  await openMap();
  await expect(pins()).toHaveCount(count);
  let before = "";
  await expect(async () => {
    const now = await pins().evaluateAll((stones) =>
      JSON.stringify(stones.map((stone) => stone.getBoundingClientRect())),
    );
    const isSame = now === before;
    before = now;
    expect(isSame).toBe(true);
  }).toPass();
}

/** Towns between Lisbon and Athens. Many are only a few pixels apart at the first zoom. */
const CROWD =
  "38.7,-9.1 40.4,-3.7 41.4,2.2 43.3,5.4 45.8,4.8 48.9,2.4 50.8,4.4 50.9,4.5 52.4,4.9 51.5,-0.1 51.5,-0.1 53.5,-2.2 55.9,-3.2 53.3,-6.3 52.5,13.4 50.1,14.4 48.2,16.4 47.5,19 46.2,6.1 47.4,8.5 45.5,9.2 41.9,12.5 35.9,14.5 38,23.7 55.7,12.6 59.3,18 59.9,10.8"
    .split(" ")
    .map((at) => at.split(",").map(Number) as [number, number]);
for (const hasTouch of [true, false])
  test.describe(hasTouch ? "on a phone, by touch" : "by mouse", () => {
    test.use({ viewport: hasTouch ? PHONE : COMPUTER, hasTouch });

    test("a press opens each of many rocks that lie near each other, at the opening zoom @soak", async () => {
      await addPosts(
        site,
        CROWD.map((at, index) => ({ rock: index + 1, at })),
      );
      await openStones(CROWD.length);
      for (let rock = 1; rock <= CROWD.length; rock++) {
        const middle = await middleInSight(rock);
        if (hasTouch) await page.touchscreen.tap(...middle);
        else await page.mouse.click(...middle);
        await expect(popup()).toContainText(`Rock: ${rock}`);
        await page.keyboard.press("Escape");
        await expect(popup()).toHaveCount(0);
        if (!hasTouch) await page.mouse.move(2, 2);
      }
    });
  });

test("stones lie where they belong as soon as the map is near enough @soak", async () => {
  await addPosts(site, [
    { rock: 1, at: [51.5, -0.1] },
    { rock: 2, at: [51.5, 0.4] },
  ]);
  await openStones(2);
  await expect(page.locator(".pin-stem")).toHaveCount(1);
  await goToTown("London", "United Kingdom");
  await expect(page.locator(".pin-stem")).toHaveCount(0);
});

test("the list names each place as its finder did, or by the nearest town, and by degrees if names can't be loaded @soak", async () => {
  const [, , first, second] = await addPosts(site, [
    { rock: 1, at: [35.9, 14.51], location: "Valletta, Malta" },
    { rock: 2, at: [52.52, 13.4], location: " " },
    { rock: 0, at: [10, 10], location: "Under a tree" },
    { rock: 0, at: [11, 11], location: "By a well" },
  ]);
  expect(first).not.toBe(second);
  await openStones(4);
  const links = page.locator(".rock-links a");
  await expect(links).toHaveText([
    /A rock without a numberUnder a tree/,
    /A rock without a numberBy a well/,
    /Rock 1Valletta, Malta/,
    /Rock 2Berlin, Germany/,
  ]);
  const errors = listenForErrors();
  await page.route("**/api/rock-posts/locations/places?*", (route) =>
    route.abort(),
  );
  await page.reload();
  await expect(links.nth(2)).toContainText("35.9° N, 14.5° E");
  await expect.poll(errors).toContain("/api/rock-posts/locations/places");
});

test("a large map asks for the names of the listed places alone, and shows the rocks' own pictures @soak", async () => {
  const all = Array.from({ length: 502 }, (_, index) => index + 1);
  await addStones([502]);
  await addPosts(
    site,
    all.map((rock) => ({
      rock,
      at: rock === 502 ? [-30, 100] : [50, 8],
      location: `Bench ${rock}`,
    })),
  );
  const asked: number[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/rock-posts/locations/places")
      asked.push(url.searchParams.get("pins")!.split(",").length);
  });
  await page.goto("/map");
  await expect(page.locator(".rock-links a").first()).toContainText("Bench 1");
  await expect(pin(502)).toHaveAttribute("src", "/media/catalog/502/pin.webp");
  expect(Math.max(...asked)).toBe(60);
  await press("Show more");
  await expect(page.locator(".rock-links a").nth(100)).toContainText(
    "Bench 101",
  );
});
