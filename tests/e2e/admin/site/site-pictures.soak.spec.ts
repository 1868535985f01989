import { existsSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { fixture } from "#tests/fixtures/index.ts";
import { paintPicture } from "#tests/fixtures/picture.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";

// A setting of its own gives it a site of its own, because it changes the pictures of all pages.
test.use({ siteEnv: { SITE_NAME: "Robin’s pictures" } });

const tile = (name: string) => page.getByRole("article", { name, exact: true });

/** The colour in the middle of the picture at an address. */
async function middleOf(address: string) {
  const answer = await fetch(new URL(address, site.baseURL));
  expect(answer.status).toBe(200);
  const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at =
    (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) *
    info.channels;
  return {
    size: [info.width, info.height],
    isRed: data[at]! > 180 && data[at + 1]! < 80 && data[at + 2]! < 80,
  };
}

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#d01818" } })
    .jpeg()
    .toBuffer();

test("a picture of the family's own takes the place of the one that ships on its pages, for wide screens and phones", async () => {
  await openAdmin(page, site, "Site#pictures");
  for (const [title, buffer] of [
    ["Home picture", await red(3000, 1500)],
    ["Share Your Rock picture", await red(1200, 900)],
    ["Logo", await red(800, 600)],
  ] as const) {
    await expect(tile(title)).toContainText("Came with the site");
    await tile(title)
      .getByLabel(`A new ${title}`)
      .setInputFiles({ name: "ours.jpg", mimeType: "image/jpeg", buffer });
    await expect(
      tile(title).getByRole("button", { name: "Take back" }),
    ).toBeVisible();
    await site.untilIdle();
    await expect(tile(title)).toContainText("Your own");
  }
  const logo = page.getByRole("banner").locator("img");
  await expect(logo).toHaveAttribute("src", /^\/logo\.webp\?v=\w+$/);

  await page.goto("/");
  const hero = page.locator("img.hero-picture");
  const wide = (await hero.getAttribute("src"))!;
  expect(wide).toMatch(/^\/media\/bkg\/home_bkg\.webp\?v=\w+$/);
  expect(await middleOf(wide)).toEqual({
    size: [2400, 1200],
    isRed: true,
  });
  const tall = (await page.locator("picture source").getAttribute("srcset"))!;
  expect(await middleOf(tall)).toEqual({
    size: [1080, 1920],
    isRed: true,
  });
  // The page preloads the picture that it shows.
  expect(
    await page
      .locator('link[rel="preload"][as="image"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
  ).toEqual([tall, wide]);
  await page.goto("/share-your-rock");
  expect(await middleOf((await hero.getAttribute("src"))!)).toEqual({
    size: [1200, 900],
    isRed: true,
  });
  expect(await middleOf((await logo.getAttribute("src"))!)).toEqual({
    size: [512, 512],
    isRed: true,
  });

  // Removing it removes row and files, and the picture that ships with the site is back.
  await openAdmin(page, site, "Site#pictures");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  await tile("Home picture").getByRole("button", { name: "Take back" }).click();
  await expect(tile("Home picture")).toContainText("Came with the site");
  expect(asked).toEqual(["Go back to the picture that came with the site?"]);
  await page.goto("/");
  await expect(hero).toHaveAttribute("src", "/media/bkg/home_bkg.webp");
  expect(await middleOf("/media/bkg/home_bkg.webp")).toMatchObject({
    isRed: false,
  });
  for (const file of ["bkg/home_bkg.webp", "bkg/home_bkg_tall.webp"])
    expect(existsSync(site.inStore(file))).toBe(false);
  expect(
    site.query("SELECT * FROM site_texts WHERE key = 'picture:home_bkg'"),
  ).toEqual([]);
});

test("a new picture has a new address, the earlier original goes, and originals are not served @soak", async () => {
  const cookie = await site.signIn();
  const put = async (buffer: Buffer) => {
    const body = new FormData();
    body.append("image", new Blob([new Uint8Array(buffer)]), "ours.jpg");
    const answer = await site.fetch("/api/site-pictures/rock_bkg", {
      method: "PUT",
      headers: { cookie },
      body,
    });
    expect(answer.status).toBe(202);
    await site.untilIdle();
    const home = await (await site.fetch("/share-your-rock")).text();
    const row = site.query<{ value: string }>(
      "SELECT value FROM site_texts WHERE key = 'picture:rock_bkg'",
    )[0]!;
    const { original_file } = JSON.parse(row.value) as {
      original_file: string;
    };
    return { address: /rock_bkg\.webp\?v=\w+/.exec(home)![0], original_file };
  };
  const first = await put(await paintPicture(640, 480).jpeg().toBuffer());
  const second = await put(await red(640, 480));
  expect(second.address).not.toBe(first.address);
  expect(await middleOf(`/media/bkg/${second.address}`)).toMatchObject({
    isRed: true,
  });
  expect(existsSync(site.inStore("bkg/original", first.original_file))).toBe(
    false,
  );
  expect(existsSync(site.inStore("bkg/original", second.original_file))).toBe(
    true,
  );
  for (const address of [
    `/media/bkg/original/${second.original_file}`,
    "/api/site-pictures/favicon",
  ])
    expect(
      (await site.fetch(address, { method: "GET" })).status,
    ).toBeGreaterThanOrEqual(400);
});

test("a file that is no image is refused in place, and the picture stays @soak", async () => {
  await openAdmin(page, site, "Site#pictures");
  await tile("Logo")
    .getByLabel("A new Logo")
    .setInputFiles({
      name: "note.jpg",
      mimeType: "image/jpeg",
      buffer: readFileSync(fixture("note.jpg")),
    });
  await expect(tile("Logo").getByRole("alert")).toHaveText(
    "Only image files are allowed (.jpg, .png, .heic, etc).",
  );
  expect((await site.fetch("/logo.webp")).headers.get("content-type")).toBe(
    "image/webp",
  );
});
