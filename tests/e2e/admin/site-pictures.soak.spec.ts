import { fixture } from "#tests/fixtures/index.ts";
import { answerDialogs, openAdmin } from "#tests/setup/calls/admin.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { press, seesA } from "#tests/setup/e2e/steps.ts";

// A setting of its own gives it a site of its own, because it changes the pictures of all pages.
test.use({ siteEnv: { SITE_NAME: "Robin’s pictures" } });

const tile = (name: string) => page.getByRole("article", { name, exact: true });

test("a picture of the family's own takes the place of the one that ships on its pages, for wide screens and phones", async () => {
  await openAdmin("Site#pictures");
  for (const title of ["Home picture", "Share Your Rock picture", "Logo"]) {
    await expect(tile(title)).toContainText("Came with the site");
    await tile(title)
      .getByLabel(`A new ${title}`)
      .setInputFiles(fixture("photo.webp"));
    await seesA("button", "Take back", { in: tile(title) });
    await site.untilIdle();
    await expect(tile(title)).toContainText("Your own");
  }
  const logo = page.getByRole("banner").locator("img");
  await expect(logo).toHaveAttribute("src", /^\/logo\.webp\?v=\w+$/);

  await page.goto("/share-your-rock");
  const hero = page.locator("img.hero-picture");
  await expect(hero).toHaveAttribute("src", /\/rock_bkg\.webp\?v=\w+$/);
  await page.goto("/");
  const wide = await hero.getAttribute("src");
  expect(wide).toMatch(/^\/media\/bkg\/home_bkg\.webp\?v=\w+$/);
  const tall = await page.locator("picture source").getAttribute("srcset");
  expect(tall).toMatch(/home_bkg\S*\?v=\w+$/);

  await openAdmin("Site#pictures");
  const asked = answerDialogs();
  await press("Take back", { in: tile("Home picture") });
  await expect(tile("Home picture")).toContainText("Came with the site");
  expect(asked).toEqual(["Go back to the picture that came with the site?"]);
  await page.goto("/");
  await expect(hero).toHaveAttribute("src", "/media/bkg/home_bkg.webp");
});
