import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import sharp from "sharp";
import { writeDigest } from "#domain/review/write-digest.ts";
import {
  COMMENTS,
  LOCATIONS,
  ROCKS,
  SITE_TEXTS,
} from "#tests/setup/naughty/fill.ts";
import { MARKS, packNaughty, PAYLOADS } from "#tests/setup/naughty/strings.ts";
import { expect, expectShown, test } from "#tests/setup/naughty/watch.ts";
import { unzip } from "#tests/setup/kept-site.ts";
import { filesBelow } from "#tests/setup/files.ts";
import { until } from "#tests/setup/until.ts";
import { page, site } from "#tests/setup/browser/browser.ts";

/** What XML keeps of a text: it can't hold most control characters, and has one kind of line break. */
const asXml = (text: string) =>
  text
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/\r\n?/g, "\n");

test("the feed is XML, with each text as it was written, and its content is HTML that runs nothing", async () => {
  await page.goto("/privacy");
  const read = await page.evaluate(async () => {
    const parse = async (address: string) =>
      new DOMParser().parseFromString(
        await (await fetch(address)).text(),
        "application/xml",
      );
    const textsOf = (parent: ParentNode, name: string) =>
      [...parent.querySelectorAll(name)].map(({ textContent }) => textContent!);
    const feed = await parse("/feed.xml");
    const sitemap = await parse("/sitemap.xml");
    return {
      errors: [feed, sitemap].flatMap((xml) => textsOf(xml, "parsererror")),
      title: textsOf(feed, "feed > title"),
      titles: textsOf(feed, "entry > title"),
      contents: textsOf(feed, "entry > content"),
      pages: textsOf(sitemap, "loc"),
    };
  });
  expect(read.errors).toEqual([]);
  expect(read.title).toEqual([asXml(SITE_TEXTS.site_name)]);
  const newest = (texts: string[]) => texts.slice(-30).reverse().map(asXml);
  expect(read.titles.map((title) => title.replace(/^Rock \d+: /, ""))).toEqual(
    newest(LOCATIONS),
  );
  expect(read.pages.length).toBeGreaterThan(ROCKS);
  await page.setContent(read.contents.join("<hr>"));
  await expectShown(page, "p", newest(COMMENTS));
});

test("a page's tags, the manifest and the picture that is shared take every text", async ({
  request,
}) => {
  const rock = 1 + (LOCATIONS.indexOf(PAYLOADS[0]!) % ROCKS);
  await page.goto(`/rocks/${rock}`);
  const contents = await page
    .locator("meta[content]")
    .evaluateAll((tags) => tags.map((tag) => tag.getAttribute("content")));
  expect(contents).toContain(SITE_TEXTS.site_name);
  expect(contents).toContain(`${SITE_TEXTS.memorial_name}'s Rock: ${rock}`);
  const manifest = await request.get("/manifest.webmanifest");
  expect(await manifest.json()).toMatchObject({ name: SITE_TEXTS.site_name });

  const address = await page
    .locator('meta[property="og:image"]')
    .getAttribute("content");
  const picture = await until(async () => {
    const answer = await request.get(new URL(address!).pathname, {
      maxRedirects: 0,
    });
    return answer.status() === 200 ? answer : undefined;
  });
  expect(await sharp(await picture.body()).metadata()).toMatchObject({
    format: "jpeg",
    width: 1200,
    height: 630,
  });
});

test("the daily mail runs nothing and loads nothing", async () => {
  const finds = [MARKS, ...PAYLOADS, ...packNaughty(5000)].map((text) => ({
    rock_number: 214,
    location: text,
    comment: text,
    name: text,
    date: "2026-05-17",
    create_dt: "2026-11-22T14:05:00.000Z",
    total_images: 1,
  }));
  const { html } = writeDigest({
    site_name: SITE_TEXTS.site_name,
    finds,
    count: finds.length,
    link: "https://rocks.example.org/review#abc",
    expires: new Date(2026, 10, 29),
    at: "19:00",
  });
  await page.setContent(html);
  await expect(page.locator("h2")).toHaveCount(finds.length);
  await expectShown(
    page,
    "p",
    PAYLOADS.filter((text) => !/[\u2028"]/.test(text)),
  );
});

test("a keepsake's pages open from a disk, show every text and run nothing", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "painted-rocks-naughty-"));
  try {
    const zip = path.join(folder, "rocks.zip");
    await promisify(execFile)(
      process.execPath,
      ["build/node/keepsake.js", zip],
      {
        env: {
          ...process.env,
          DATABASE_PATH: site.databasePath,
          MEDIA_DIR: site.mediaDir,
        },
      },
    );
    await unzip(zip, path.join(folder, "kept"));
    const pages = filesBelow(path.join(folder, "kept")).filter((file) =>
      file.endsWith(".html"),
    );
    expect(pages.length).toBeGreaterThan(ROCKS);
    const rock = 1 + (LOCATIONS.indexOf(PAYLOADS[0]!) % ROCKS);
    for (const file of pages.filter(
      (file) => !/rocks\/\d/.test(file) || file.endsWith(`/${rock}.html`),
    ))
      await page.goto(pathToFileURL(path.join(folder, "kept", file)).href);
    await page.goto(
      pathToFileURL(path.join(folder, `kept/rocks/0/${rock}.html`)).href,
    );
    const own = (texts: string[]) =>
      texts.filter((_, index) => 1 + (index % ROCKS) === rock);
    await expectShown(page, "main *", [...own(LOCATIONS), ...own(COMMENTS)]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
