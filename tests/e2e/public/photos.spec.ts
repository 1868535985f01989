import type { Page } from "playwright/test";
import { lightboxSettings } from "#app/components/gallery/lightbox-settings.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import {
  context,
  expect,
  page,
  site,
  test,
  WITH_MOTION,
  seesA,
  pressLink,
  sees,
  press,
} from "#tests/setup/browser/browser.ts";

test.use(WITH_MOTION);

const titles = ["Dawn", "", "Boots", "The long jetty", "Rain", "Home", "Dusk"];

const tile = (name: string) =>
  page.getByRole("link", { name: new RegExp(`^${name} `) });
const lightbox = (page: Page) =>
  page.getByRole("dialog", { name: "Photographs" });
const current = (page: Page) =>
  lightbox(page).locator(".yarl__slide_current img");

let lake: { pa_key: number; photos: number[] };
test.beforeEach(async () => {
  site.alter("DELETE FROM albums; DELETE FROM photos");
  lake = await addAlbum(site, {
    name: "lake",
    title: "The lake",
    desc: "In every weather.",
    photos: [
      ...titles.map((title) => ({ title })),
      { title: "Hidden one", show: false },
    ],
  });
});

test.describe("the list of albums", () => {
  test("shows, under 'Photo Albums', covers with titles: display name, else name; only albums that are shown and have a first image", async () => {
    await addAlbum(site, { name: "woods", photos: [{}] });
    await addAlbum(site, { name: "secret", show: false, photos: [{}] });
    await addAlbum(site, { name: "empty", photos: [] });
    await page.goto("/photos");
    await seesA("heading", "Photo Albums");
    await expect(page.locator(".album-tile")).toHaveText([
      "The lake7 photographs",
      "woods1 photograph",
    ]);
    const cover = page.locator(".album-tile img").first();
    await expect(cover).toHaveAttribute(
      "src",
      "/media/albums/lake/webp300x300/0.webp",
    );
    await expect(cover).toHaveAttribute("width", "300");
    await expect(cover).toHaveAttribute("height", "300");
  });

  test("shows a signed-in admin no more than everyone @soak", async () => {
    const secret = await addAlbum(site, {
      name: "secret",
      show: false,
      photos: [{}],
    });
    await openAdmin(page, site);
    await pressLink("Exit Admin");
    await pressLink("Photos", { exact: true });
    await expect(page.locator(".album-tile")).toHaveCount(1);
    await tile("The lake").click();
    await expect(page.locator(".gallery-at:visible .gallery-tile")).toHaveCount(
      titles.length,
    );
    await page.goto(`/photos?album=${secret.pa_key}`);
    await sees("That album is not here any more.");
  });

  test("says so if there are none, and stays empty if an album's photos don't load @soak", async () => {
    await page.goto("/photos");
    await page.route("**/api/albums/*/photos", (route) =>
      route.fulfill({ status: 500, json: { error: "no" } }),
    );
    await tile("The lake").click();
    await sees("The photographs could not be loaded.");
    await expect(page.locator(".gallery-tile")).toHaveCount(0);
    site.alter("DELETE FROM albums");
    await page.goto("/photos");
    await sees("There are no albums here yet.");
  });
});

test.describe("an album", () => {
  test("opens in place, with heading, description, shown photos and their titles, and a close icon back to the list", async () => {
    await page.goto("/photos");
    await tile("The lake").click();
    await expect(
      page.getByRole("heading", { name: "The lake", level: 1 }),
    ).toBeFocused();
    await sees("In every weather.");
    const photos = page.locator(".gallery-at:visible .gallery-tile");
    await expect(photos).toHaveCount(titles.length);
    await expect(photos).toHaveText(titles);
    await pressLink("Close album");
    await expect(page).toHaveURL("/photos");
    await expect(tile("The lake")).toBeFocused();
  });

  test("has a justified grid with a target row height of 300 and a spacing of 20 @soak", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/photos?album=${lake.pa_key}`);
    const photos = page.locator(".gallery-at:visible .gallery-tile");
    const boxes = await Promise.all(
      (await photos.all()).map(async (photo) => (await photo.boundingBox())!),
    );
    const [first, second] = boxes as [(typeof boxes)[0], (typeof boxes)[0]];
    expect(Math.abs(first.height - 300)).toBeLessThan(60);
    expect(Math.round(second.x - first.x - first.width)).toBe(20);
    const row = boxes.filter(({ y }) => Math.abs(y - first.y) < 2);
    const next = boxes[row.length]!;
    expect(Math.round(next.y - first.y - first.height)).toBe(20);
  });

  test("has an address that Back leaves, and that can be shared; so has each photo", async () => {
    await page.goto("/photos");
    await tile("The lake").click();
    await expect(page).toHaveURL(`/photos?album=${lake.pa_key}`);
    await expect(page).toHaveTitle(/^The lake · /);
    await pressLink("Open photograph: Boots");
    await expect(page).toHaveURL(
      `/photos?album=${lake.pa_key}&photo=${lake.photos[2]}`,
    );
    await expect(current(page)).toHaveAttribute("alt", "Boots");
    await page.keyboard.press("ArrowRight");
    const next = `/photos?album=${lake.pa_key}&photo=${lake.photos[3]}`;
    await expect(page).toHaveURL(next);
    await page.goBack();
    await expect(lightbox(page)).toBeHidden();
    await expect(page).toHaveURL(`/photos?album=${lake.pa_key}`);
    await page.goBack();
    await expect(page).toHaveURL("/photos");

    const other = await context.newPage();
    await other.goto(next);
    await expect(current(other)).toHaveAttribute("alt", "The long jetty");
    await other.goBack();
    await expect(lightbox(other)).toBeHidden();
    await expect(other).toHaveURL(`/photos?album=${lake.pa_key}`);
  });

  test("closing the lightbox leaves no step behind: Back then leads to the list @soak", async () => {
    await page.goto("/photos");
    await tile("The lake").click();
    await pressLink("Open photograph: Boots");
    await expect(current(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(lightbox(page)).toBeHidden();
    await expect(page).toHaveURL(`/photos?album=${lake.pa_key}`);
    await page.goBack();
    await expect(page).toHaveURL("/photos");
  });
});

test.describe("the lightbox", () => {
  const open = async (index = 0) => {
    await page.goto(
      `/photos?album=${lake.pa_key}&photo=${lake.photos[index]!}`,
    );
    await expect(current(page)).toBeVisible();
  };
  const variable = (name: string) =>
    lightbox(page)
      .locator(".yarl__root")
      .evaluate(
        (root, name) => getComputedStyle(root).getPropertyValue(name).trim(),
        name,
      );

  test("has every setting by its name @soak", () => {
    expect(lightboxSettings).toEqual({
      carousel: { finite: true, preload: 2, padding: "10px", spacing: "30%" },
      animation: { fade: 250, swipe: 500, zoom: 500 },
      thumbnails: {
        position: "bottom",
        width: 100,
        height: 60,
        borderRadius: 4,
        imageFit: "cover",
        showToggle: true,
      },
      slideshow: { autoplay: false, delay: 3000 },
      captions: {
        showToggle: true,
        descriptionTextAlign: "center",
        descriptionMaxLines: 2,
      },
      zoom: {
        minZoom: 1,
        maxZoomPixelRatio: 1,
        zoomInMultiplier: 2,
        doubleTapDelay: 300,
        doubleClickDelay: 500,
        keyboardMoveDistance: 50,
      },
      styles: { root: { "--yarl__color_backdrop": "rgba(0, 0, 0, .9)" } },
    });
  });

  test("opens at the photo that was chosen and shows it whole", async () => {
    await open(2);
    await expect(current(page)).toHaveAttribute("alt", "Boots");
    await expect(current(page)).toHaveAttribute(
      "src",
      "/media/albums/lake/webp/2.webp",
    );
  });

  test("has thumbnails at the bottom, 100 by 60 with radius 4, that can be put away @soak", async () => {
    await open();
    const thumbnail = lightbox(page)
      .locator(".yarl__thumbnails_thumbnail:not([class*=placeholder])")
      .first();
    await expect(thumbnail).toBeVisible();
    await expect(thumbnail).toHaveCSS("width", "100px");
    await expect(thumbnail).toHaveCSS("height", "60px");
    await expect(thumbnail).toHaveCSS("border-top-left-radius", "4px");
    const box = (await thumbnail.boundingBox())!;
    expect(box.y).toBeGreaterThan(page.viewportSize()!.height / 2);
    await press("Hide thumbnails");
    await expect(thumbnail).toBeHidden();
    await press("Show thumbnails");
    await expect(thumbnail).toBeVisible();
  });

  test("has captions, centred and of 2 lines at most, that can be put away, and a counter @soak", async () => {
    await open(3);
    const caption = lightbox(page).locator(
      ".yarl__slide_current .yarl__slide_description",
    );
    await expect(caption).toHaveText("The long jetty");
    await expect(caption).toHaveCSS("text-align", "center");
    await expect(caption).toHaveCSS("-webkit-line-clamp", "2");
    await expect(lightbox(page).locator(".yarl__counter")).toHaveText(
      `4 / ${titles.length}`,
    );
    await press("Hide captions");
    await expect(caption).toBeHidden();
    await press("Show captions");
    await expect(caption).toBeVisible();
  });

  test("has a near-black backdrop at 90%, slides with 10px around them, and fades in 250 ms and swipes in 500 ms @soak", async () => {
    await open();
    await expect(lightbox(page).locator(".yarl__container")).toHaveCSS(
      "background-color",
      "rgba(0, 0, 0, 0.9)",
    );
    const slide = lightbox(page).locator(".yarl__slide_current");
    await expect(slide).toHaveCSS("padding", "10px");
    expect(await variable("--yarl__fade_animation_duration")).toMatch(
      /^(250ms|\.25s|)$/,
    );
  });

  test("loads two slides to each side beforehand @soak", async () => {
    await open(3);
    await expect(
      lightbox(page).locator(".yarl__slide img.yarl__slide_image"),
    ).toHaveCount(5);
  });

  test("has a slideshow that waits to be started, goes on after 3000 ms and stops at the last slide @soak", async () => {
    await page.clock.install();
    await open(titles.length - 2);
    const play = page.getByRole("button", { name: "Play" });
    await expect(play).toBeVisible();
    // From here on, time passes only when the test says so.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.clock.runFor(10_000);
    const counter = lightbox(page).locator(".yarl__counter");
    await expect(counter).toHaveText(`6 / ${titles.length}`);
    await play.click();
    await seesA("button", "Pause");
    await page.clock.runFor(2_900);
    await expect(counter).toHaveText(`6 / ${titles.length}`);
    await page.clock.runFor(2_000);
    await expect(counter).toHaveText(`7 / ${titles.length}`);
    await page.clock.runFor(10_000);
    await expect(counter).toHaveText(`7 / ${titles.length}`);
    await expect(play).toBeVisible();
    await expect(play).toBeDisabled();
  });

  test("zooms from 1 up to one of the picture's pixels on one of the screen's @soak", async () => {
    await page.setViewportSize({ width: 500, height: 700 });
    await open();
    const zoomIn = page.getByRole("button", { name: "Zoom in" });
    const zoomOut = page.getByRole("button", { name: "Zoom out" });
    await expect(zoomOut).toBeDisabled();
    const width = async () => (await current(page).boundingBox())!.width;
    const whole = await width();
    await zoomIn.click();
    await expect.poll(width).toBeGreaterThan(whole * 1.9);
    await zoomIn.click();
    await expect.poll(async () => Math.round(await width())).toBe(1200);
    await expect(zoomIn).toBeDisabled();
    await zoomOut.click();
    await zoomOut.click();
    await expect
      .poll(async () => Math.round(await width()))
      .toBe(Math.round(whole));
  });

  test("goes full screen and back @soak", async () => {
    await open();
    await press("Enter Fullscreen");
    await expect
      .poll(() => page.evaluate(() => document.fullscreenElement !== null))
      .toBe(true);
    await press("Exit Fullscreen");
    await expect
      .poll(() => page.evaluate(() => document.fullscreenElement === null))
      .toBe(true);
  });

  test("does all by keyboard: arrows, Tab to each button, Escape", async () => {
    await page.goto(`/photos?album=${lake.pa_key}`);
    const photo = page.getByRole("link", { name: "Open photograph: Dawn" });
    const SECOND = /, photo 2 of \d+$/;
    // Until the gallery knows its width, it is on the page once for each width.
    await expect(page.locator(".gallery-at")).toHaveCount(1);
    await photo.focus();
    await page.keyboard.press("Enter");
    await expect(current(page)).toHaveAttribute("alt", "Dawn");
    await page.keyboard.press("ArrowRight");
    await expect(current(page)).toHaveAttribute("alt", SECOND);
    await page.keyboard.press("ArrowRight");
    await expect(current(page)).toHaveAttribute("alt", "Boots");
    await page.keyboard.press("ArrowLeft");
    await expect(current(page)).toHaveAttribute("alt", SECOND);
    await page.keyboard.press("Escape");
    await expect(lightbox(page)).toBeHidden();
    await expect(photo).toBeFocused();
  });
});
