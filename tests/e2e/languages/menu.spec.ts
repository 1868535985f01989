import { context, expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { tabTo, visit } from "#tests/setup/e2e/pages.ts";

const opener = () => page.locator(".languages summary");
const nameOf = (language: string) =>
  page.locator(`.languages a[hreflang="${language}"]`);

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
  await tabTo(/English$/);
  await page.keyboard.press("Enter");
  await expect(nameOf("de")).toBeVisible();
  await tabTo("Français");
  await page.keyboard.press("Escape");
  await expect(nameOf("fr")).toBeHidden();
  await expect(opener()).toBeFocused();

  await page.keyboard.press("Space");
  await tabTo("العربية");
  await page.keyboard.press("Enter");
  await expectLanguage("ar", "rtl");
  expect(addressOf()).toBe("/privacy?from=a+mail#main");
  await expect(opener()).toContainText("العربية");

  // The next page has it by the cookie.
  await visit("/sudc");
  await expectLanguage("ar", "rtl");
  await expect(nameOf("ar")).toHaveAttribute("aria-current", "true");
});

test("the menu closes when the focus leaves it @soak", async () => {
  await visit("/privacy");
  await tabTo(/English$/);
  await page.keyboard.press("Enter");
  await expect(nameOf("de")).toBeVisible();
  await tabTo("Privacy");
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
