import {
  COMMENTS,
  DESCRIPTIONS,
  LOCATIONS,
  ROCKS,
  SITE_TEXTS,
  TITLES,
} from "#tests/setup/naughty/fill.ts";
import {
  NAUGHTY,
  packNaughty,
  PAYLOADS,
} from "#tests/setup/naughty/strings.ts";
import { expect, expectShown, test } from "#tests/setup/naughty/watch.ts";
import { page, site } from "#tests/setup/e2e/test.ts";
import { FIND_KEY, ownFields } from "#tests/setup/calls/site-calls.ts";
import { fillFields, openForm, submit } from "#tests/setup/e2e/share-form.ts";
import path from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { filesBelow } from "#tests/setup/files.ts";
import { until } from "#tests/setup/until.ts";
import { dialog, lightbox, untilAlive, visit } from "#tests/setup/e2e/pages.ts";
import { fill, seesA } from "#tests/setup/e2e/steps.ts";
import { withKeepsake } from "#tests/setup/e2e/keepsake.ts";

test("every string is the location and the comment of a find in Track The Rocks, and nothing of it runs", async () => {
  await page.goto("/track-the-rocks");
  await untilAlive(page);
  const rocks = page.locator(".track-list > li");
  while ((await rocks.count()) < ROCKS) {
    const before = await rocks.count();
    await page.locator(".page-more").scrollIntoViewIfNeeded();
    await expect.poll(() => rocks.count()).toBeGreaterThan(before);
  }
  await expectShown(page, ".journey-location span", LOCATIONS);
  await expectShown(page, ".journey-comment span", COMMENTS);
});

/** The rock whose newest find is the string. */
const rockOf = (text: string) => 1 + (NAUGHTY.indexOf(text) % ROCKS);
const findsOf = (rock: number, texts: string[]) =>
  texts.filter((_, index) => 1 + (index % ROCKS) === rock);

test("a rock's page, its popup on the map and its pictures show texts as text", async () => {
  const rock = rockOf(PAYLOADS[0]!);
  await page.goto(`/rocks/${rock}`);
  await untilAlive(page);
  await expectShown(page, ".journey-location span", findsOf(rock, LOCATIONS));
  await expectShown(page, ".journey-comment span", findsOf(rock, COMMENTS));
  for (const kind of ["location", "comment"] as const) {
    const card = page.locator(".journey-card", { hasText: PAYLOADS[0] });
    await card.locator(`.journey-${kind}`).click();
    await expectShown(page, "dialog[open] .journey-text", [PAYLOADS[0]!]);
    await page.keyboard.press("Escape");
  }
  await page.locator(".journey-thumbs button").first().click();
  const newest = findsOf(rock, LOCATIONS).at(-1)!;
  await expect(
    lightbox().locator(".yarl__slide_current .caption-text"),
  ).toContainText(newest.replace(/\s+/g, " ").trim());
  await page.keyboard.press("Escape");

  await page.goto(`/map?rock=${rock}`);
  await expect(dialog(`Rock ${rock}`)).toContainText("Journey: 1");
  for (const [kind, texts] of [
    ["location", LOCATIONS],
    ["comment", COMMENTS],
  ] as const)
    await expectShown(
      page,
      `dialog .journey-${kind} span`,
      findsOf(rock, texts),
    );
});

test("albums, their photos, the lightbox and both books show texts as text", async () => {
  await page.goto("/photos");
  await untilAlive(page);
  await expectShown(page, "main *", TITLES.slice(0, DESCRIPTIONS.length));
  await page.goto("/photos?album=1");
  await untilAlive(page);
  await expectShown(page, "h1", [TITLES[0]!]);
  await expectShown(page, ".page-sub", [DESCRIPTIONS[0]!]);
  for (const [index, description] of DESCRIPTIONS.entries()) {
    if (index === 0) await page.goto("/photos?album=1&photo=1");
    else await page.keyboard.press("ArrowRight");
    await expectShown(page, ".yarl__slide_current .caption-text", [
      description,
    ]);
    await expectShown(page, ".yarl__slide_current .yarl__slide_title", [
      TITLES[index]!,
    ]);
  }
  await page.goto("/photos/1/print");
  // The first volume of several.
  await expectShown(page, "figcaption b", TITLES.slice(0, 20));
  await expectShown(page, "figcaption span", DESCRIPTIONS);

  const rock = rockOf(PAYLOADS[0]!);
  await page.goto(`/rocks/${rock}/print`);
  await expectShown(
    page,
    ".book-find h2 > span:last-child",
    findsOf(rock, LOCATIONS),
  );
});

test("the site's own texts are text, and what is Markdown runs nothing either", async () => {
  for (const path of ["/", "/sudc", "/share-your-rock", "/privacy", "/login"]) {
    await page.goto(path);
    await untilAlive(page);
    expect(await page.title()).toContain(SITE_TEXTS.site_name);
  }
  await page.goto("/");
  await expectShown(page, "h1", [SITE_TEXTS.hero_title]);
  await expectShown(page, "main *", [
    SITE_TEXTS.hero_subtitle,
    SITE_TEXTS.memorial_dates,
  ]);
});

test("what a finder types arrives as it was typed, and is in its own page's fields", async () => {
  const [comment] = packNaughty(4500);
  const form = await openForm();
  await fillFields(form, comment!);
  await fill("Location", PAYLOADS[0]!, { in: form });
  await fill("Name", PAYLOADS[3]!, { in: form });
  await submit(form).click();
  await seesA("dialog", "Thank You!");
  const [find] = site.query<{
    location: string;
    name: string;
    comment: string;
  }>(
    "SELECT location, name, comment FROM rock_posts ORDER BY rps_key DESC LIMIT 1",
  );
  expect(find).toMatchObject({ location: PAYLOADS[0], name: PAYLOADS[3] });
  expect(find!.comment.split(/\r\n|\n/)[0]).toBe(PAYLOADS[0]);

  const { uuid } = await site.addFind({
    ...ownFields,
    ...{ location: PAYLOADS[4]!, comment: PAYLOADS[5]!, name: PAYLOADS[6]! },
  });
  await visit(`/finds/${uuid}#${FIND_KEY}`);
  await expectShown(page, "input, textarea", PAYLOADS.slice(4, 7));
});

/** What XML keeps of a text: it can't hold most control characters, and has one kind of line break. */
const asXml = (text: string) =>
  text
    // oxlint-disable-next-line no-control-regex
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
    return {
      title: textsOf(feed, "feed > title"),
      titles: textsOf(feed, "entry > title"),
      contents: textsOf(feed, "entry > content"),
      pages: textsOf(await parse("/sitemap.xml"), "loc"),
    };
  });
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
  const rock = rockOf(PAYLOADS[0]!);
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

test("a keepsake's pages open from a disk, show every text and run nothing", () =>
  withKeepsake(async (folder) => {
    const pages = filesBelow(folder).filter((file) => file.endsWith(".html"));
    expect(pages.length).toBeGreaterThan(ROCKS);
    const rock = rockOf(PAYLOADS[0]!);
    const own = `rocks/0/${rock}.html`;
    const others = pages.filter((file) => !/rocks\/\d/.test(file));
    for (const file of [...others, own])
      await page.goto(pathToFileURL(path.join(folder, file)).href);
    await expectShown(page, "main *", [
      ...findsOf(rock, LOCATIONS),
      ...findsOf(rock, COMMENTS),
    ]);
  }));
