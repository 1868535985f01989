import { context, expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { visit } from "#tests/setup/e2e/pages.ts";

const opener = () => page.locator(".languages summary");
const nameOf = (language: string) =>
  page.locator(`.languages a[hreflang="${language}"]`);

async function tabTo(selector: string) {
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press("Tab");
    if (
      await page.evaluate((s) => document.activeElement!.matches(s), selector)
    )
      return;
  }
  throw new Error(`Tab leads to no ${selector}`);
}

async function expectLanguage(language: string, direction: string) {
  const html = page.locator("html");
  await expect(html).toHaveAttribute("lang", language);
  await expect(html).toHaveAttribute("dir", direction);
  const cookies = await context.cookies(site.baseURL);
  expect(cookies.find(({ name }) => name === "lang")?.value).toBe(language);
}

/** The page's address, without the language that was asked for. */
function addressOf() {
  const { pathname, searchParams, hash } = new URL(page.url());
  searchParams.delete("lang");
  return `${pathname}?${searchParams.toString()}${hash}`;
}

test("the language is chosen by keyboard alone, and page, query and hash stay", async () => {
  await visit("/privacy?from=a+mail#main");
  await tabTo(".languages summary");
  await page.keyboard.press("Enter");
  await expect(nameOf("de")).toBeVisible();
  await tabTo(".languages a[hreflang='fr']");
  await page.keyboard.press("Escape");
  await expect(nameOf("fr")).toBeHidden();
  await expect(opener()).toBeFocused();

  await page.keyboard.press("Space");
  await tabTo(".languages a[hreflang='ar']");
  await page.keyboard.press("Enter");
  await expectLanguage("ar", "rtl");
  expect(addressOf()).toBe("/privacy?from=a+mail#main");
  await expect(opener()).toContainText("العربية");

  // The next page has it by the cookie.
  await visit("/sudc");
  await expectLanguage("ar", "rtl");
  await tabTo(".languages summary");
  await page.keyboard.press("Enter");
  await expect(nameOf("ar")).toHaveAttribute("aria-current", "true");
  await tabTo(".languages a[hreflang='de']");
  await page.keyboard.press("Enter");
  await expectLanguage("de", "ltr");
});

test("the menu closes when the focus leaves it @soak", async () => {
  await visit("/privacy");
  await tabTo(".languages summary");
  await page.keyboard.press("Enter");
  await expect(nameOf("de")).toBeVisible();
  await tabTo(".site-foot-links > a, .site-foot-links > button");
  await expect(nameOf("de")).toBeHidden();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the menu opens, and leads to the same page in another language @soak", async () => {
    await page.goto("/share-your-rock?r=7");
    await expect(nameOf("it")).toBeHidden();
    await opener().click();
    await nameOf("it").click();
    await expectLanguage("it", "ltr");
    expect(addressOf()).toBe("/share-your-rock?r=7");
  });
});
