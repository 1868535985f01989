import { expect, page, test } from "#tests/setup/browser/browser.ts";
import { PHONE } from "#tests/setup/browser/screens.ts";
import { visit } from "#tests/setup/browser/pages.ts";
import {
  hasFocus,
  press,
  pressLink,
  seesA,
} from "#tests/setup/browser/steps.ts";

const scrolled = () => page.evaluate(() => window.scrollY);
const scrollTo = (top: number) =>
  page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), top);
const mapLink = () => page.getByRole("link", { name: "Map", exact: true });

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("the hamburger opens and closes the menu, and the page does not scroll meanwhile", async () => {
    await visit("/");
    await expect(mapLink()).toBeHidden();
    await press("Open the menu");
    await expect(mapLink()).toBeVisible();
    await page.mouse.move(200, 780);
    await page.mouse.wheel(0, 600);
    await page.keyboard.press("PageDown");
    await expect(page.locator("html")).toHaveCSS("overflow", "hidden");
    expect(await scrolled()).toBe(0);
    await press("Close the menu");
    await expect(mapLink()).toBeHidden();
  });

  test("a click outside the menu, Escape and a link close it, and the link goes to the top of its page @soak", async () => {
    await visit("/privacy");
    await press("Open the menu");
    await expect(mapLink()).toBeVisible();
    await page.mouse.click(195, 800);
    await expect(mapLink()).toBeHidden();
    await press("Open the menu");
    await page.keyboard.press("Escape");
    await expect(mapLink()).toBeHidden();
    await hasFocus("button", "Open the menu");
    await scrollTo(400);
    await press("Open the menu");
    await pressLink("SUDC", { exact: true });
    await expect(page).toHaveURL("/sudc");
    await expect(mapLink()).toBeHidden();
    await expect.poll(scrolled).toBe(0);
  });
});

test("the home page has a hero that fills the screen, and a floating 'Share Your Rock' button that goes to the top of that page", async () => {
  await visit("/");
  const hero = (await page.locator(".hero").boundingBox())!;
  expect(hero.height).toBeGreaterThanOrEqual(page.viewportSize()!.height - 1);
  await scrollTo(1500);
  const button = page.locator(".float");
  await expect(button).toHaveText("Share Your Rock");
  await expect(button).toBeInViewport();
  await button.click();
  await expect(page).toHaveURL("/share-your-rock");
  await expect.poll(scrolled).toBe(0);
});

test("the home page has nothing that moves for longer than 5 seconds @soak", async () => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await visit("/");
  await expect(page.locator(".home-scroll")).toBeVisible();
  const times = await page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => Number(effect!.getComputedTiming().endTime)),
  );
  expect(times.filter((time) => time > 5000)).toEqual([]);
});

test("the scroll-down icon goes to the story, by click and by Enter @soak", async () => {
  await visit("/");
  const icon = page.getByRole("button", { name: /^Scroll down/ });
  const atEnd = page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        document.addEventListener("scrollend", () => resolve(), { once: true }),
      ),
  );
  await icon.click();
  await expect(page.locator(".story h2").first()).toBeInViewport();
  // A scroll that is still under way would go on after the next one.
  await atEnd;
  await scrollTo(0);
  await icon.press("Enter");
  await expect.poll(scrolled).toBeGreaterThan(400);
});

test("the footer has a Contact Us popup with the address; its button, Escape and the overlay close it, a click inside does not", async () => {
  await visit("/privacy");
  const open = page.getByRole("button", { name: "Contact Us" });
  const popup = page.getByRole("dialog", { name: "Contact Us" });
  const words = popup.getByText("Write to us at");
  await open.click();
  await expect(
    popup.getByRole("link", { name: "hello@example.org" }),
  ).toHaveAttribute("href", "mailto:hello@example.org");
  await words.click();
  await expect(popup).toBeVisible();
  await press("Close", { in: popup });
  await expect(popup).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await page.keyboard.press("Escape");
  await expect(popup).toBeHidden();
  await open.click();
  // A press that begins inside, such as one that marks text, closes nothing.
  await words.hover();
  await page.mouse.down();
  await page.mouse.move(4, 4);
  await page.mouse.up();
  await expect(popup).toBeVisible();
  await page.mouse.click(4, 4);
  await expect(popup).toBeHidden();
});

test("the Coming Soon popup stands in for the social group on the pages @soak", async () => {
  await page.goto("/share-your-rock");
  await press("our social group");
  await seesA("dialog", "Coming Soon");
  await page.mouse.click(4, 4);
  await expect(page.getByRole("dialog")).toBeHidden();
});
