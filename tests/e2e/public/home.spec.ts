import type { Locator } from "playwright/test";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { expectAccessibleOnScreens, PHONE } from "#tests/setup/e2e/screens.ts";
import { dialog, visit } from "#tests/setup/e2e/pages.ts";
import {
  hasFocus,
  leadsTo,
  press,
  pressLink,
  sees,
  seesA,
} from "#tests/setup/e2e/steps.ts";
import {
  openAdmin,
  openSection,
  signInByForm,
} from "#tests/setup/calls/admin.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import { sameDayEarlier } from "#tests/setup/this-day.ts";

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
  const popup = dialog("Contact Us");
  const words = popup.getByText("Write to us at");
  const leftOf = async (element: Locator) => (await element.boundingBox())!.x;
  expect(await leftOf(page.getByText("In memory of"))).toBe(
    await leftOf(page.locator(".site-brand")),
  );
  await open.click();
  await expect(words).toHaveCSS("display", "inline");
  const address = "hello@example.org";
  await leadsTo(`mailto:${address}`, address, { in: popup });
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

test("the Coming Soon popup stands in for the social group @soak", async () => {
  await page.goto("/share-your-rock");
  await press("our social group");
  await seesA("dialog", "Coming Soon");
});

test("the admin switches 'On this day' on, and the home page shows a find of this day in an earlier year @soak", async () => {
  await addPosts(site, [
    { rock: 31, location: "Lake Tekapo", date: sameDayEarlier() },
  ]);
  await openAdmin("Site");
  const form = await openSection("On this day");
  const choice = form.getByRole("switch", { name: /^On this day/ });
  await expect(choice).not.toBeChecked();
  await choice.check();
  await press("Save", { exact: true, in: form });
  await sees("The site's texts were saved");
  await expect(choice).toBeChecked();
  await pressLink("Exit Admin");
  const day = page.getByRole("region", { name: "On this day" });
  await expect(day).toContainText("Rock 31, Lake Tekapo");
  await day.getByRole("link").click();
  await expect(page).toHaveURL(/\/rocks\/31$/);
});

const mark = () => page.getByText("This story is an example.");
const dates = () => page.locator(".home-dates");
const link = () => page.getByRole("link", { name: "Write your own story" });

test("the story that ships is marked until the admin has written one, by a link that only the admin has @soak", async () => {
  await page.goto("/");
  await expect(mark()).toHaveText(
    "This story is an example. The family of this site has not written theirs yet.",
  );
  await expect(dates()).toHaveText("April 2019 – October 2021 an example");
  await expectAccessibleOnScreens();

  await signInByForm();
  await pressLink("Exit Admin");
  await expect(link()).toBeVisible();
  // What is kept for everybody has no such link.
  const kept = await (await site.fetch("/")).text();
  expect(kept).toContain("This story is an example.");
  expect(kept).not.toContain("/admin/site#story");

  await link().click();
  const story = page.getByLabel("Story (home page), in Markdown");
  await expect(story).toBeInViewport();
  await story.fill("Our own words.");
  const section = await openSection("Story");
  await press("Save", { in: section });
  await expect(section.locator("summary")).toContainText("Your own");
  await pressLink("Exit Admin");
  await expect(page.locator("#story")).toContainText("Our own words.");
  await expect(mark()).toHaveCount(0);
  await expect(link()).toHaveCount(0);
});
