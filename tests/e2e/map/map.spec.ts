import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { expectAccessible, PHONE } from "#tests/setup/e2e/screens.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import {
  addThree,
  clusters,
  expectLand,
  openMap,
  pin,
  pins,
  popup,
} from "#tests/setup/e2e/map.ts";
import { press, sees, seesNo } from "#tests/setup/e2e/steps.ts";
import { holdBack, listenForErrors } from "#tests/setup/e2e/pages.ts";

test("the world map is centred on 20, 0 at zoom 2, without a second world beside it, on street-map tiles, with one pin a rock, a stone of the site's own", async () => {
  const tiles: string[] = [];
  page.on("request", (request) => {
    const [, zoom, x, y] =
      /(\d+)\/(\d+)\/(\d+)\.png$/.exec(request.url()) ?? [];
    if (zoom) tiles.push(`${zoom}/${x}/${y}`);
  });
  await addThree();
  await openMap();
  await expect(pins()).toHaveCount(3);
  await expect(clusters()).toHaveCount(0);
  await expect(pin(2)).toHaveAttribute("src", /^\/assets\/.+\.webp$/);
  await expect(page.locator(".leaflet-tile-loaded").first()).toBeAttached();
  await expect.poll(() => tiles.length).toBeGreaterThan(3);
  for (const tile of tiles) expect(tile).toMatch(/^2\/[0-3]\/[0-3]$/);
  expect(new Set(tiles).size).toBe(tiles.length);
  const credits = page.locator(".leaflet-control-attribution a");
  await expect(credits.last()).toContainText("OpenStreetMap");
  for (const credit of await credits.all())
    await expect(credit).toHaveAttribute("target", "_blank");
  const centre = await page.evaluate(() => {
    const box = document
      .querySelector(".leaflet-container")!
      .getBoundingClientRect();
    const tile = document.querySelector<HTMLImageElement>(
      'img.leaflet-tile[src$="/2/2/1.png"]',
    )!;
    const edge = tile.getBoundingClientRect();
    return [
      edge.left - box.left - box.width / 2,
      edge.bottom - box.top - box.height / 2,
    ];
  });
  // The tile's corner is at 0, 0. The centre is 20 degrees north of it: 58 pixels at this zoom.
  expect(Math.abs(centre[0]!)).toBeLessThanOrEqual(1);
  expect(Math.abs(centre[1]! - 58)).toBeLessThanOrEqual(1);
});

test("the world map moves on a phone to the stone that Tab reaches", async () => {
  await addPosts(site, [
    { rock: 1, at: [48.85, 2.35] },
    { rock: 2, at: [-33.87, 151.2] },
    { rock: 3, at: [61.2, -149.9] },
  ]);
  await page.setViewportSize(PHONE);
  await openMap();
  await pin(1).focus();
  for (const rock of [1, 2, 3]) {
    await expect(pin(rock)).toBeFocused();
    await expect(pin(rock)).toBeInViewport({ ratio: 0.9 });
    await page.keyboard.press("Tab");
  }
});

test("the world map says 'Loading Rock Locations...' over the whole screen, is shown without pins if they can't be loaded, says so and logs it, and loads them when asked again @soak", async () => {
  await addThree();
  const answer = await holdBack("**/api/rock-posts/locations/all");
  await page.goto("/map");
  const loading = page
    .getByRole("status")
    .filter({ hasText: "Loading Rock Locations..." });
  await expect(loading).toBeVisible();
  expect((await loading.boundingBox())!.width).toBe(page.viewportSize()!.width);
  answer();
  await expect(loading).toBeHidden();
  await expect(pins()).toHaveCount(3);
  await page.unroute("**/api/rock-posts/locations/all");

  const errors = listenForErrors();
  await page.route("**/api/rock-posts/locations/all", (route) =>
    route.fulfill({ status: 500, body: "{}" }),
  );
  await openMap();
  await expect(pins()).toHaveCount(0);
  await expect(page.locator(".leaflet-tile-loaded").first()).toBeAttached();
  await expect.poll(errors).toContain("/api/rock-posts/locations/all");
  await seesNo("No rocks on the map yet.");
  await sees("The rocks could not be loaded.");
  await expectAccessible();

  await page.unroute("**/api/rock-posts/locations/all");
  await press("Try again");
  await expect(pins()).toHaveCount(3);
  await seesNo("The rocks could not be loaded.");
});

test("the world map has countries, towns to search and pins without any tile @soak", async () => {
  await addThree();
  await page.context().route(/\/\d+\/\d+\/\d+\.png$/, (route) => route.abort());
  await openMap();
  await expect(pins()).toHaveCount(3);
  const land = page.locator(".leaflet-base-pane use");
  await expectLand(land);
  // An SVG 'use' hides the shapes from the page, so the test adds them beside it.
  await land.evaluate(async (use: SVGUseElement) => {
    const file = await fetch(use.href.baseVal);
    const drawing = new DOMParser().parseFromString(
      await file.text(),
      "image/svg+xml",
    );
    use.after(drawing.querySelector("#land g")!);
  });
  const countries = page.locator(".leaflet-base-pane path");
  const standsOnLand = async (number: number) => {
    const { x, y, width, height } = (await pin(number).boundingBox())!;
    return countries.evaluateAll(
      (shapes: SVGPathElement[], middle) =>
        shapes.some((shape) =>
          shape.isPointInFill(
            new DOMPoint(middle.x, middle.y).matrixTransform(
              shape.getScreenCTM()!.inverse(),
            ),
          ),
        ),
      { x: x + width / 2, y: y + height / 2 },
    );
  };
  // Off Africa, in Berlin and in Sydney.
  const expectPlaces = () =>
    expect
      .poll(() => Promise.all([1, 2, 3].map(standsOnLand)))
      .toEqual([false, true, true]);
  await expectPlaces();
  await press("Zoom in");
  await expectPlaces();
});

test("the world map opens a rock's popup from its pin by click and by Enter, shows its way meanwhile, and has it in the address, which Back, Forward, Close and a link know", async () => {
  await addThree();
  await openMap();
  const close = () => popup().getByRole("button", { name: "Close" }).click();
  await pin(2).click();
  await expect(popup()).toContainText("Rock: 2");
  await expect(page.locator("path.journey-line")).toHaveCount(1);
  await expect(page).toHaveURL(/\/map\?rock=2$/);
  await page.goBack();
  await expect(popup()).toHaveCount(0);
  await expect(page).toHaveURL(/\/map$/);
  await page.goForward();
  await expect(popup()).toContainText("Rock: 2");
  await close();
  await expect(page).toHaveURL(/\/map$/);
  await expect(page.locator("path.journey-line")).toHaveCount(0);
  await pin(2).press("Enter");
  await expect(popup()).toContainText("Rock: 2");
  await close();
  await expect(pin(2)).toBeFocused();

  await page.goto("/map?rock=3");
  await expect(popup()).toContainText("Rock: 3");
  await close();
  await expect(page).toHaveURL(/\/map$/);
});

test("a pin without a number opens its own find alone, whose page and the list beside the map lead to it too", async () => {
  const [well] = await addPosts(site, [
    { rock: 0, at: [10, 10], location: "By a well", date: "2026-01-02" },
    { rock: 0, at: [-20, 60], location: "Under a tree", date: "2026-01-01" },
  ]);
  await openMap();
  await expect(pins()).toHaveCount(2);
  for (const [index, place] of ["By a well", "Under a tree"].entries()) {
    await pins().nth(index).click();
    const dialog = page.getByRole("dialog", {
      name: "A rock without a number",
    });
    await expect(dialog.locator(".journey-location")).toHaveText([place]);
    await expect(dialog).not.toContainText(/Total trips|Rock:? 0/);
    await expect(page).toHaveURL(/\/map\?rock=0-\d+$/);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
  await page.locator(".rock-links a", { hasText: "By a well" }).click();
  await page.getByRole("link", { name: "See this find" }).click();
  await expect(page).toHaveURL(new RegExp(`/rocks/0\\?find=${well}$`));
  await expect(page.locator("main h1")).toHaveText("A rock without a number");
  await expect(page.locator(".journey-location")).toHaveText(["By a well"]);
  await page.getByRole("link", { name: "Under a tree" }).click();
  await expect(page.locator(".journey-location")).toHaveText(["Under a tree"]);
});
