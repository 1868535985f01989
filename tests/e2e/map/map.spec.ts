import sharp from "sharp";
import { expectAccessible } from "#tests/setup/browser/axe.ts";
import {
  expect,
  listenForErrors,
  page,
  site,
  testWithoutRocks as test,
  sees,
  press,
  fill,
} from "#tests/setup/browser/browser.ts";
import { PHONE } from "#tests/setup/browser/screens.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import {
  addThree,
  clusters,
  link,
  openMap,
  pin,
  pins,
  popup,
} from "#tests/setup/browser/map.ts";

test.describe("the world map", () => {
  test("is centred on 20, 0 at zoom 2, without a second world beside it, on street-map tiles", async () => {
    const tiles: string[] = [];
    page.on("request", (request) => {
      const [, zoom, x, y] =
        /(\d+)\/(\d+)\/(\d+)\.png$/.exec(request.url()) ?? [];
      if (zoom) tiles.push(`${zoom}/${x}/${y}`);
    });
    await openMap();
    await expect(page.locator(".leaflet-tile-loaded").first()).toBeAttached();
    await expect.poll(() => tiles.length).toBeGreaterThan(3);
    for (const tile of tiles) expect(tile).toMatch(/^2\/[0-3]\/[0-3]$/);
    expect(new Set(tiles).size).toBe(tiles.length);
    await expect(page.locator(".leaflet-control-attribution")).toContainText(
      "OpenStreetMap",
    );
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

  test("moves on a phone to the stone that Tab reaches @soak", async () => {
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

  test("stays within ±90 and ±180 however far it is moved @soak", async () => {
    await openMap();
    await page.locator(".leaflet-container").focus();
    for (let step = 0; step < 12; step++)
      await page.keyboard.press("ArrowLeft");
    const left = await page.evaluate(() => {
      const edges = [...document.querySelectorAll(".leaflet-tile")].map(
        (tile) => tile.getBoundingClientRect().left,
      );
      return (
        Math.min(...edges) -
        document.querySelector(".leaflet-container")!.getBoundingClientRect()
          .left
      );
    });
    const width = await page
      .locator(".leaflet-container")
      .evaluate((map) => map.clientWidth);
    // A world that is narrower than the screen may be anywhere in it. A wider one fills it.
    expect(left).toBeLessThanOrEqual(Math.max(0, width - 1024));
  });

  test("says 'Loading Rock Locations...' over the whole screen while the pins are on their way @soak", async () => {
    await addThree();
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/api/rock-posts/locations/all", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/map");
    const loading = page
      .getByRole("status")
      .filter({ hasText: "Loading Rock Locations..." });
    await expect(loading).toBeVisible();
    expect((await loading.boundingBox())!.width).toBe(
      page.viewportSize()!.width,
    );
    answer();
    await expect(loading).toBeHidden();
    await expect(pins()).toHaveCount(3);
  });

  test("has one pin a rock, a stone of the site's own, where it was seen last", async () => {
    await addThree();
    await openMap();
    await expect(pins()).toHaveCount(3);
    await expect(clusters()).toHaveCount(0);
    const picture = await pin(2).getAttribute("src");
    expect(picture).toMatch(/^\/assets\/.+\.webp$/);
  });

  test("is shown without pins if they can't be loaded, says so and logs it, and loads them when asked again @soak", async () => {
    await addThree();
    const errors = listenForErrors();
    await page.route("**/api/rock-posts/locations/all", (route) =>
      route.fulfill({ status: 500, body: "{}" }),
    );
    await openMap();
    await expect(pins()).toHaveCount(0);
    await expect(page.locator(".leaflet-tile-loaded").first()).toBeAttached();
    await expect.poll(errors).toContain("/api/rock-posts/locations/all");
    await expect(page.getByText("No rocks on the map yet.")).toHaveCount(0);
    await sees("The rocks could not be loaded.");
    await expectAccessible(page);

    await page.unroute("**/api/rock-posts/locations/all");
    await press("Try again");
    await expect(pins()).toHaveCount(3);
    await expect(page.getByText("The rocks could not be loaded.")).toHaveCount(
      0,
    );
  });

  test("has countries, towns to search and pins without any tile @soak", async () => {
    await addThree();
    await page
      .context()
      .route(/\/\d+\/\d+\/\d+\.png$/, (route) => route.abort());
    await openMap();
    await expect(pins()).toHaveCount(3);
    const countries = page.locator(".land path");
    await expect(countries.first()).toBeAttached();
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

  test("has its countries at the nearest zoom too, which is 18 @soak", async () => {
    await page
      .context()
      .route(/\/\d+\/\d+\/\d+\.png$/, (route) => route.abort());
    await openMap();
    const zoomIn = page.getByRole("button", { name: "Zoom in" });
    for (let zoom = 2; zoom < 18; zoom++) await zoomIn.click();
    await expect(zoomIn).toHaveAttribute("aria-disabled", "true");
    const world = page.locator(".leaflet-container");
    const land = await page
      .locator(".land path")
      .first()
      .evaluate((path) => getComputedStyle(path).fill);
    const middle = async () => {
      const { data, info } = await sharp(await world.screenshot())
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const at =
        (Math.floor(info.height / 2) * info.width +
          Math.floor(info.width / 2)) *
        3;
      return `rgb(${[...data.subarray(at, at + 3)].join(", ")})`;
    };
    // 20° N, 0° E is in the Sahara.
    await expect.poll(middle).toBe(land);
  });

  for (const [what, answer] of [
    ["can't be loaded", { status: 500, body: "" }],
    ["come as something else", { status: 200, body: "<p>Sign in<br></p>" }],
  ] as const)
    test(`has its pins if the countries ${what}, and logs it @soak`, async () => {
      await addThree();
      const errors = listenForErrors();
      await page.route("**/land-*.svg", (route) => route.fulfill(answer));
      await openMap();
      await expect(pins()).toHaveCount(3);
      await expect.poll(errors).toContain("Error loading the base map");
      await expect(page.locator(".land path")).toHaveCount(0);
    });

  test("opens a rock's popup with a Close button from its pin, by click, Enter and Space, and shows the way it took meanwhile", async () => {
    await addThree();
    await openMap();
    for (const open of [
      () => pin(2).click(),
      () => pin(2).press("Enter"),
      () => pin(2).press(" "),
    ]) {
      await open();
      await expect(popup()).toContainText("Rock: 2");
      await expect(page.locator("path.journey-line")).toHaveCount(1);
      await popup().getByRole("button", { name: "Close" }).click();
      await expect(popup()).toHaveCount(0);
      await expect(pin(2)).toBeFocused();
    }
    await expect(page.locator("path.journey-line")).toHaveCount(0);
  });

  test("opens the rock that ?rock= names", async () => {
    await addThree();
    await page.goto("/map?rock=3");
    await expect(popup()).toContainText("Rock: 3");
  });

  test("puts the rock that is chosen into the address; Back and Close take it out", async () => {
    await addThree();
    await openMap();
    await pin(2).click();
    await expect(popup()).toContainText("Rock: 2");
    await expect(page).toHaveURL(/\/map\?rock=2$/);
    await page.goBack();
    await expect(popup()).toHaveCount(0);
    await expect(page).toHaveURL(/\/map$/);
    await page.goForward();
    await expect(popup()).toContainText("Rock: 2");
    await popup().getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL(/\/map$/);

    await page.goto("/map?rock=3");
    await expect(popup()).toContainText("Rock: 3");
    await popup().getByRole("button", { name: "Close" }).click();
    await expect(popup()).toHaveCount(0);
    await expect(page).toHaveURL(/\/map$/);
  });

  test("shows rocks at 0, 0, at both ends of ±180 and of ±90, each finds of rock 0 by itself @soak", async () => {
    await addPosts(site, [
      { rock: 1, at: [0, 0] },
      { rock: 2, at: [10, 180] },
      { rock: 3, at: [-10, -180] },
      { rock: 4, at: [90, 0] },
      { rock: 5, at: [-90, 0] },
      { rock: 0, at: [20, 20] },
      { rock: 0, at: [30, 30] },
    ]);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await openMap();
      await expect(pins()).toHaveCount(7);
      await pin(1).click();
      await expect(popup()).toContainText("Rock: 1");
      await page.keyboard.press("Escape");
    }
    await expect(
      page.locator(".rock-links a", { hasText: "A rock without a number" }),
    ).toHaveCount(2);
    await expect(link(4)).toHaveCount(0);
    await expect(async () => {
      // The closed popup has returned the focus to its pin, so move it to the map.
      await page.locator(".leaflet-container").focus();
      await page.keyboard.press("ArrowUp");
      await expect(link(4)).toHaveCount(1, { timeout: 500 });
    }).toPass();
  });
});

test.describe("axe finds nothing", () => {
  test("on the map with pins, with a search, and in a popup", async () => {
    addRocks(site, [[2, "Mina"]]);
    await addThree();
    await openMap();
    await expect(pins()).toHaveCount(3);
    await expectAccessible(page);
    await fill("Find a place or a rock number", "Paris");
    await expect(page.locator(".map-places button").first()).toBeVisible();
    await expectAccessible(page);
    await pin(2).click();
    await expect(popup()).toContainText("Rock: 2");
    await expectAccessible(page);
  });

  test("on a map of clusters @soak", async () => {
    await addPosts(
      site,
      Array.from({ length: 501 }, (_, index) => ({
        rock: index + 1,
        at: [1, 1],
      })),
    );
    await openMap();
    await expect(clusters()).toHaveCount(1);
    await expectAccessible(page);
    await clusters().press("Enter");
    await expect(popup()).toBeVisible();
    await expectAccessible(page);
  });
});
