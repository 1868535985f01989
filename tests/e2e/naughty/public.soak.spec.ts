import {
  COMMENTS,
  DESCRIPTIONS,
  LOCATIONS,
  ROCKS,
  SITE_TEXTS,
  TITLES,
} from "#tests/setup/naughty/fill.ts";
import { NAUGHTY, PAYLOADS } from "#tests/setup/naughty/strings.ts";
import { expect, expectShown, test } from "#tests/setup/naughty/watch.ts";
import { dialog, lightbox, untilAlive } from "#tests/setup/browser/rocks.ts";
import { page } from "#tests/setup/browser/browser.ts";

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
  await expectShown(
    page,
    "dialog .journey-location span",
    findsOf(rock, LOCATIONS),
  );
  await expectShown(
    page,
    "dialog .journey-comment span",
    findsOf(rock, COMMENTS),
  );
});

test("what is typed into the map's search is searched for as text", async () => {
  await page.goto("/map");
  await untilAlive(page);
  const search = page.getByLabel("Find a place or a rock number");
  for (const text of PAYLOADS.filter(({ length }) => length <= 100)) {
    await search.fill(text);
    await expect(page.locator(".map-search-note")).toHaveText(
      /^(No town|\d+ towns?)/,
    );
    await expect(search).toHaveValue(text);
  }
  await search.press("Enter");
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

test("the site's own texts are text, and Markdown in them makes no more than Markdown may", async () => {
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
  for (const path of ["/", "/sudc"]) {
    await page.goto(path);
    const wrong = await page.locator(".markdown").evaluateAll((parts) => {
      const names =
        "A BLOCKQUOTE BR CODE DEL DIV EM H2 H3 H4 H5 H6 HR INPUT LI OL P PRE SPAN STRONG TABLE TBODY TD TH THEAD TR UL".split(
          " ",
        );
      const attributes =
        "align checked class disabled href lang rel start target type".split(
          " ",
        );
      return parts.flatMap((part) =>
        [...part.querySelectorAll("*")].flatMap((element) => [
          ...(names.includes(element.tagName) ? [] : [element.tagName]),
          ...[...element.attributes].flatMap(({ name, value }) =>
            attributes.includes(name) &&
            (name !== "href" ||
              ["http:", "https:", "mailto:"].includes(
                new URL(value, document.baseURI).protocol,
              ))
              ? []
              : [`${name}=${value}`],
          ),
        ]),
      );
    });
    expect(wrong).toEqual([]);
  }
});
