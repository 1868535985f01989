import { openAdmin, openSection } from "#tests/setup/calls/admin.ts";
import {
  context,
  expect,
  page,
  site,
  test,
} from "#tests/setup/browser/browser.ts";
import { sees } from "#tests/setup/browser/steps.ts";

const translations = () =>
  page.getByRole("region", { name: "Translations", exact: true });
const title = () => translations().getByLabel("Title of the home page");
const save = () => translations().getByRole("button", { name: "Save" }).click();

/** How many texts German lacks, as the list of languages says. */
const missing = async () =>
  Number(
    /\d+/.exec(
      (await translations()
        .locator("option", { hasText: /^German:/ })
        .textContent())!,
    )![0],
  );

/** The home page's title as a visitor reads it. */
async function readHome(language: string) {
  const visitor = await context.browser()!.newContext();
  const home = await visitor.newPage();
  await home.goto(`${site.baseURL}/?lang=${language}`);
  const heading = home.locator("h1");
  const read = [
    await heading.textContent(),
    await heading.getAttribute("lang"),
  ];
  await visitor.close();
  return read;
}

test.beforeEach(async () => {
  await openAdmin("Site");
  await openSection("Translations");
  await translations().getByLabel("Language").selectOption("de");
});

test("the admin translates a text, visitors of that language read it, and without it the original @soak", async () => {
  const [original] = await readHome("en");
  expect(await readHome("de")).toEqual([original, "en"]);
  await expect(translations()).toContainText(original!);
  const before = await missing();

  await title().fill("Steine für Robin");
  await expect(translations().locator("summary").first()).toContainText(
    "Not saved",
  );
  await expect(translations().getByLabel("Language")).toBeDisabled();
  await save();
  await sees("The texts in German were saved");
  await expect(translations().locator("summary").first()).not.toContainText(
    "Not saved",
  );
  expect(await missing()).toBe(before - 1);
  expect(await readHome("de")).toEqual(["Steine für Robin", null]);
  expect(await readHome("fr")).toEqual([original, "en"]);

  await translations().getByLabel("Language").selectOption("fr");
  await expect(title()).toHaveValue("");
  await translations().getByLabel("Language").selectOption("de");
  await expect(title()).toHaveValue("Steine für Robin");
  await title().fill("");
  await save();
  await expect.poll(missing).toBe(before);
  expect(await readHome("de")).toEqual([original, "en"]);
});
