import { existsSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { fixture } from "#tests/fixtures/index.ts";
import { paintPicture } from "#tests/fixtures/picture.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { expectAccessibleOnScreens } from "#tests/setup/browser/screens.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";

// A setting of its own gives it a site of its own, because it changes the texts of all pages.
test.use({ bypassCSP: true, siteEnv: { SITE_NAME: "Robin’s Rocks" } });

const form = () => page.locator("form.site-texts");
const save = () =>
  form().getByRole("button", { name: "Save", exact: true }).click();
const saved = () =>
  expect(page.getByText("The site's texts were saved")).toBeVisible();

test("the admin changes the site's texts, and every page says them", async () => {
  await openAdmin(page, site, "Site");
  for (const [label, text] of [
    ["Site name", "Wren’s Rocks"],
    ["First name", "Wren"],
    ["Dates", "May 2018 – June 2021"],
    ["Title of the home page", "Stones for Wren"],
    ["Line below the title", "Carried by many hands."],
    ["Contact e-mail", "family@example.org"],
    ["Address of the social group", "https://group.example/wren"],
    ["Address for donations", "https://give.example/wren"],
  ] as const)
    await form().getByLabel(label, { exact: true }).fill(text);
  await form()
    .getByLabel("Story (home page), in Markdown")
    .fill("## Wren\n\nShe *loved* stones.");
  await form()
    .getByLabel("Text of the SUDC page, in Markdown")
    .fill("What we **know**.");
  await save();
  await saved();
  // The navigation has the new name without a reload.
  await expect(page.getByRole("banner")).toContainText("Wren’s Rocks");

  await page.goto("/");
  await expect(page).toHaveTitle("Wren’s Rocks");
  await expect(
    page.getByRole("heading", { level: 1, name: "Stones for Wren" }),
  ).toBeVisible();
  for (const text of ["Carried by many hands.", "May 2018 – June 2021"])
    await expect(page.locator("main").getByText(text)).toBeVisible();
  await expect(page.locator("#story em")).toHaveText("loved");
  await page.goto("/sudc");
  await expect(page.locator("main strong").first()).toHaveText("know");
  await expect(
    page.locator('main a[href="https://give.example/wren"]'),
  ).not.toHaveCount(0);
  await page.goto("/share-your-rock");
  await expect(
    page.locator('main a[href="mailto:family@example.org"]'),
  ).not.toHaveCount(0);
  await expect(
    page.locator('a[href="https://group.example/wren"]'),
  ).not.toHaveCount(0);
});

test("only what was changed is saved, so that a default goes on following the name in it", async () => {
  await openAdmin(page, site, "Site");
  await form().getByLabel("First name").fill("Alder");
  await form().getByLabel("Line below the title").fill("");
  await form().getByLabel("Story (home page), in Markdown").fill("");
  await save();
  await saved();
  await expect(form().getByLabel("Story (home page), in Markdown")).toHaveValue(
    /Alder was born/,
  );
  await expect(form().getByLabel("Line below the title")).toHaveValue("");
  const kept = site.query<{ key: string; value: string }>(
    "SELECT key, value FROM site_texts WHERE key IN ('memorial_name', 'hero_subtitle', 'story')",
  );
  expect(
    Object.fromEntries(kept.map(({ key, value }) => [key, value])),
  ).toEqual({ memorial_name: "Alder", hero_subtitle: "" });
});

test("the preview follows the typing, and runs nothing of what is typed", async () => {
  await openAdmin(page, site, "Site");
  const preview = page.getByRole("region", {
    name: "Preview: Story (home page)",
  });
  await form()
    .getByLabel("Story (home page), in Markdown")
    .fill(
      "## A *calm* place\n\n<img src=x onerror=alert(1)>\n\n[x](javascript:alert(1))",
    );
  await expect(
    preview.getByRole("heading", { name: "A calm place" }),
  ).toBeVisible();
  await expect(preview).toContainText("<img src=x onerror=alert(1)>");
  await expect(preview.locator("img, a")).toHaveCount(0);
});

test("what is wrong with a text is said at its field, and nothing is saved", async () => {
  await openAdmin(page, site, "Site");
  await form().getByLabel("Dates").fill("Not to be saved");
  await form().getByLabel("Contact e-mail").fill("nobody");
  await form()
    .getByLabel("Address of the social group")
    .fill("javascript:alert(1)");
  await save();
  await expect(
    form()
      .getByText("Social group must begin with https:// or mailto:.")
      .first(),
  ).toBeVisible();
  await expect(form().getByLabel("Contact e-mail")).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  await expect(form().getByLabel("Dates")).toHaveValue("Not to be saved");
  expect(
    site.query("SELECT * FROM site_texts WHERE value LIKE '%Not to be saved%'"),
  ).toEqual([]);
});

test("of two admins the second is told, and sees the other's text or saves the own", async () => {
  await openAdmin(page, site, "Site");
  const other = async (memorial_dates: string) => {
    const answer = await site.fetch("/api/site-texts", {
      method: "PUT",
      headers: {
        cookie: await site.signIn(),
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ memorial_dates }),
    });
    expect(answer.status).toBe(200);
  };
  const dates = form().getByLabel("Dates");
  await other("of the other one");
  await dates.fill("mine");
  await save();
  await expect(
    page.getByText("This text was changed by someone else meanwhile."),
  ).toBeVisible();
  await expect(dates).toHaveValue("mine");
  await page.getByRole("button", { name: "Show me how it is now" }).click();
  await expect(dates).toHaveValue("of the other one");

  await other("of the other one again");
  await dates.fill("mine after all");
  await save();
  await page.getByRole("button", { name: "Save mine anyway" }).click();
  await saved();
  expect(
    site.query("SELECT value FROM site_texts WHERE key = 'memorial_dates'"),
  ).toEqual([{ value: "mine after all" }]);
});

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
  await openAdmin(page, site, "Site");
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
  await openAdmin(page, site, "Site");
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

test("a new picture has a new address, the earlier original goes, and originals are not served", async () => {
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

test("a file that is no image is refused in place, and the picture stays", async () => {
  await openAdmin(page, site, "Site");
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

test("no call of the site's texts and pictures answers without a session", async () => {
  for (const [method, path] of [
    ["GET", "/api/site-texts"],
    ["PUT", "/api/site-texts"],
    ["POST", "/api/site-texts/preview"],
    ["GET", "/api/site-pictures"],
    ["PUT", "/api/site-pictures/logo"],
    ["DELETE", "/api/site-pictures/logo"],
  ] as const) {
    const answer = await site.fetch(path, { method });
    expect([method, path, answer.status]).toEqual([method, path, 401]);
  }
});

test("the site's screen is accessible and fits, on a phone and a computer", async () => {
  await openAdmin(page, site, "Site");
  await expect(
    page.getByRole("region", { name: /^Preview: Text/ }),
  ).toContainText(/\w/);
  await expectAccessibleOnScreens();
});
