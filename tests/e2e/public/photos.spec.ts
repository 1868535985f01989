import { addAlbum } from "#tests/setup/calls/albums.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { lightbox } from "#tests/setup/e2e/pages.ts";
import { press, pressLink, sees, seesA } from "#tests/setup/e2e/steps.ts";
import { expectAccessible } from "#tests/setup/e2e/screens.ts";

const titles = ["Dawn", "", "Boots", "The long jetty", "Rain", "Home", "Dusk"];

const tile = (name: string) =>
  page.getByRole("link", { name: new RegExp(`^${name} `) });
const current = () => lightbox().locator(".yarl__slide_current img");

let lake: { pa_key: number; photos: number[] };
test.beforeEach(async () => {
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

test("an album opens in place, with its shown photos and a close icon back to the list; it has an address that Back leaves, and that can be shared, and so has each photo, and its lightbox does all by keyboard", async () => {
  const address = `/photos?album=${lake.pa_key}`;
  await page.goto("/photos");
  await expect(tile("The lake")).toHaveCSS("text-decoration-line", "none");
  await tile("The lake").click();
  await expect(
    page.getByRole("heading", { name: "The lake", level: 1 }),
  ).toBeFocused();
  await expect(page).toHaveURL(address);
  await expect(page).toHaveTitle(/^The lake · /);
  await sees("In every weather.");
  await expect(page.locator(".gallery-at:visible .gallery-tile")).toHaveText(
    titles,
  );
  await pressLink("Close album");
  await expect(page).toHaveURL("/photos");
  await expect(tile("The lake")).toBeFocused();

  await tile("The lake").click();
  // Until the gallery knows its width, it is on the page once for each width.
  await expect(page.locator(".gallery-at")).toHaveCount(1);
  const photo = (title: string) =>
    page.getByRole("link", { name: `Open photograph: ${title}` });
  const boots = photo("Boots");
  // A double click on the album's tile ends on what is there by then.
  await photo("Rain").hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await boots.press("Enter");
  await expect(page).toHaveURL(`${address}&photo=${lake.photos[2]}`);
  await expect(current()).toHaveAttribute("alt", "Boots");
  await page.keyboard.press("ArrowLeft");
  await expect(current()).toHaveAttribute("alt", /, photo 2 of \d+$/);
  await page.keyboard.press("Escape");
  await expect(lightbox()).toBeHidden();
  await expect(boots).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(current()).toHaveAttribute("alt", "Boots");
  await page.keyboard.press("ArrowRight");
  const next = `${address}&photo=${lake.photos[3]}`;
  await expect(page).toHaveURL(next);
  await page.goBack();
  await expect(lightbox()).toBeHidden();
  await expect(page).toHaveURL(address);
  await page.goBack();
  await expect(page).toHaveURL("/photos");

  await page.goto(next);
  await expect(current()).toHaveAttribute("alt", "The long jetty");
  await page.goBack();
  await expect(lightbox()).toBeHidden();
  await expect(page).toHaveURL(address);
});

test("an album has a justified grid with a target row height of 300 and a spacing of 20 @soak", async () => {
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

const open = async (index = 0) => {
  await page.goto(`/photos?album=${lake.pa_key}&photo=${lake.photos[index]!}`);
  await expect(current()).toBeVisible();
};

test("the lightbox has a slideshow that waits to be started, goes on after 3000 ms and stops at the last slide @soak", async () => {
  await page.clock.install();
  await open(titles.length - 2);
  const play = page.getByRole("button", { name: "Play" });
  await expect(play).toBeVisible();
  // From here on, time passes only when the test says so.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.clock.runFor(10_000);
  const counter = lightbox().locator(".yarl__counter");
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

test("the lightbox zooms from 1 up to one of the picture's pixels on one of the screen's @soak", async () => {
  await page.setViewportSize({ width: 500, height: 700 });
  await open();
  const zoomIn = page.getByRole("button", { name: "Zoom in" });
  const zoomOut = page.getByRole("button", { name: "Zoom out" });
  await expect(zoomOut).toBeDisabled();
  const width = async () => (await current().boundingBox())!.width;
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

test("the lightbox goes full screen and back @soak", async () => {
  await open();
  await press("Enter Fullscreen");
  const full = page.locator(":fullscreen");
  await expect(full).not.toHaveCount(0);
  await press("Exit Fullscreen");
  await expect(full).toHaveCount(0);
});

const LONG = "We walked all the way around, in the rain. ".repeat(20).trim();

test("the lightbox shows a photo's title and description, and the rest of a long one when asked @soak", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { pa_key, photos } = await addAlbum(site, {
    name: "rain",
    title: "Rain",
    photos: [{ title: "Boots" }, { title: "Puddle" }, { title: "Home" }],
  });
  site.alter(`UPDATE photos SET "desc" = 'Too large for him.' WHERE p_key = ${photos[0]};
     UPDATE photos SET "desc" = '${LONG}' WHERE p_key = ${photos[1]}`);
  await page.goto(`/photos?album=${pa_key}&photo=${photos[0]}`);
  const slide = page.locator(".yarl__slide_current");
  const title = slide.locator(".yarl__slide_title");
  const description = slide.locator(".yarl__slide_description");
  await expect(title).toHaveText("Boots");
  await expect(description).toHaveText("Too large for him.");
  await expect(description).toHaveCSS("text-align", "center");
  await expect(slide.getByRole("button", { name: "Read more" })).toHaveCount(0);

  await page.keyboard.press("ArrowRight");
  await expect(title).toHaveText("Puddle");
  const text = description.locator(".caption-text");
  const lines = () =>
    text.evaluate(
      (element) =>
        element.clientHeight / parseFloat(getComputedStyle(element).lineHeight),
    );
  const more = slide.getByRole("button", { name: "Read more" });
  await expect(more).toHaveAttribute("aria-expanded", "false");
  expect(Math.round(await lines())).toBe(2);
  await expectAccessible();
  await more.click();
  await expect.poll(lines).toBeGreaterThan(5);
  await press("Show less", { in: slide });
  await expect.poll(async () => Math.round(await lines())).toBe(2);

  await page.keyboard.press("ArrowRight");
  await expect(description).toHaveText("Home");
});

test("photographs whose names have blanks, commas, '#', '?', '%' and quotes are loaded, and not as the small square", async () => {
  const stems = [
    "IMG 12, beach",
    "50% off",
    "Day #2",
    "Really?",
    `it's "ours" (2)`,
    "Zoe\u0308 🪨",
  ];
  const { pa_key } = await addAlbum(site, {
    name: "odd",
    title: "Odd names",
    photos: stems.map((stem) => ({ stem, title: stem })),
  });
  await page.goto("/photos");
  const cover = tile("Odd names").locator("img");
  await cover.scrollIntoViewIfNeeded();
  await expect.poll(() => cover.evaluate(widthOf)).toBe(300);
  await page.goto(`/photos?album=${pa_key}`);
  await expect(page.locator(".gallery-at")).toHaveCount(1);
  for (const image of await page.locator(".gallery-at img").all()) {
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate(widthOf)).toBeGreaterThan(300);
  }
  await page
    .getByRole("link", { name: `Open photograph: ${stems[0]}` })
    .click();
  for (const stem of stems) {
    await expect(current()).toHaveAttribute("alt", stem);
    await expect.poll(() => current().evaluate(widthOf)).toBe(1200);
    await page.keyboard.press("ArrowRight");
  }
});

/** The width of a picture in its file, which `naturalWidth` is not if `srcset` gives a density; 0 if it isn't shown. */
async function widthOf(image: HTMLElement) {
  const { currentSrc, complete, naturalWidth } = image as HTMLImageElement;
  if (!complete || naturalWidth === 0) return 0;
  const file = await fetch(currentSrc);
  return (await createImageBitmap(await file.blob())).width;
}
