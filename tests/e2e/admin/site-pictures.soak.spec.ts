import { existsSync } from "node:fs";
import sharp from "sharp";
import { answerDialogs, openAdmin } from "#tests/setup/calls/admin.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { press, seesA } from "#tests/setup/e2e/steps.ts";

// A setting of its own gives it a site of its own, because it changes the pictures of all pages.
test.use({ siteEnv: { SITE_NAME: "Robin’s pictures" } });

const tile = (name: string) => page.getByRole("article", { name, exact: true });

/** The size of the picture at an address, and whether it is red in its middle. */
async function look(address: string) {
  const answer = await site.fetch(address);
  expect(answer.status).toBe(200);
  const picture = sharp(Buffer.from(await answer.arrayBuffer()));
  const { width, height } = await picture.metadata();
  const middle = { left: width >> 1, top: height >> 1, width: 1, height: 1 };
  const [r, g, b] = await picture
    .extract(middle)
    .removeAlpha()
    .raw()
    .toBuffer();
  return { size: [width, height], isRed: r! > 180 && g! < 80 && b! < 80 };
}

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#d01818" } })
    .jpeg()
    .toBuffer();

test("a picture of the family's own takes the place of the one that ships on its pages, for wide screens and phones", async () => {
  await openAdmin("Site#pictures");
  for (const [title, buffer] of [
    ["Home picture", await red(3000, 1500)],
    ["Share Your Rock picture", await red(1200, 900)],
    ["Logo", await red(800, 600)],
  ] as const) {
    await expect(tile(title)).toContainText("Came with the site");
    await tile(title)
      .getByLabel(`A new ${title}`)
      .setInputFiles({ name: "ours.jpg", mimeType: "image/jpeg", buffer });
    await seesA("button", "Take back", { in: tile(title) });
    await site.untilIdle();
    await expect(tile(title)).toContainText("Your own");
  }
  const logo = page.getByRole("banner").locator("img");
  await expect(logo).toHaveAttribute("src", /^\/logo\.webp\?v=\w+$/);

  await page.goto("/");
  const hero = page.locator("img.hero-picture");
  const wide = (await hero.getAttribute("src"))!;
  expect(wide).toMatch(/^\/media\/bkg\/home_bkg\.webp\?v=\w+$/);
  expect(await look(wide)).toEqual({ size: [2400, 1200], isRed: true });
  const tall = (await page.locator("picture source").getAttribute("srcset"))!;
  expect(await look(tall)).toEqual({ size: [1080, 1920], isRed: true });
  // The page preloads the picture that it shows.
  expect(
    await page
      .locator('link[rel="preload"][as="image"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
  ).toEqual([tall, wide]);
  await page.goto("/share-your-rock");
  expect(await look((await hero.getAttribute("src"))!)).toEqual({
    size: [1200, 900],
    isRed: true,
  });
  expect(await look((await logo.getAttribute("src"))!)).toEqual({
    size: [512, 512],
    isRed: true,
  });

  // Removing it removes row and files, and the picture that ships with the site is back.
  await openAdmin("Site#pictures");
  const asked = answerDialogs();
  await press("Take back", { in: tile("Home picture") });
  await expect(tile("Home picture")).toContainText("Came with the site");
  expect(asked).toEqual(["Go back to the picture that came with the site?"]);
  await page.goto("/");
  await expect(hero).toHaveAttribute("src", "/media/bkg/home_bkg.webp");
  expect(await look("/media/bkg/home_bkg.webp")).toMatchObject({
    isRed: false,
  });
  for (const file of ["bkg/home_bkg.webp", "bkg/home_bkg_tall.webp"])
    expect(existsSync(site.inStore(file))).toBe(false);
  expect(
    site.query("SELECT * FROM site_texts WHERE key = 'picture:home_bkg'"),
  ).toEqual([]);
});
