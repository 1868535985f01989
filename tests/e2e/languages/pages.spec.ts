import { publicAddresses } from "#tests/setup/routes.ts";
import {
  expectLargeTargets,
  expectTextFits,
  listCutTexts,
} from "#tests/setup/e2e/texts/fit.ts";
import {
  COMPUTER,
  expectAccessible,
  expectNothingWider,
  PHONE,
} from "#tests/setup/e2e/screens.ts";
import { listLanguages } from "../../../scripts/languages/list.mjs";
import { context, expect, page, site } from "#tests/setup/e2e/test.ts";
import { leftEnglishOf } from "#tests/setup/e2e/texts/left-english.ts";
import { askToFollow, linkTo, test } from "#tests/setup/e2e/mail.ts";
import { untilDrawn } from "#tests/setup/e2e/layout-shift.ts";
import { openMap } from "#tests/setup/e2e/map.ts";
import { cutLink, PICTURE } from "#tests/setup/e2e/share-form.ts";
import { listOverlaps } from "#tests/setup/e2e/texts/overlap.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import { FIND_KEY, findFields } from "#tests/setup/calls/site-calls.ts";
import { isLongRun } from "#tests/setup/seeds.ts";
import { holdBack, visit } from "#tests/setup/e2e/pages.ts";

test.use({ serviceWorkers: "block", hasTouch: true });

/** CSS pixels. */
const NARROW = { width: 320, height: 640 };

/** What people wrote, and names, longer ones first. */
const NAMES = [
  "Robin's Rocks",
  "Robin",
  "The lake",
  "Dawn",
  "Frogner, Oslo",
  "Oslo",
  "London",
  "Tahoma",
  "California",
  "Ada",
  "Eve",
  findFields.comment,
  "orientation-6.jpg",
  "Natural Earth",
  "GeoNames",
  "JavaScript",
  "OpenStreetMap",
  "SUDC",
  "Enter",
  "[Cc]ookie",
  "\\w+@example.org",
  "http\\S+",
];

async function fillSite(language: string) {
  const { pa_key } = await addAlbum(site, {
    name: "lake",
    title: "The lake",
    photos: [{ title: "Dawn" }, {}, { title: "Dawn" }],
  });
  addRocks(site, [[7, "Ada", "Eve"], [8]]);
  await addPosts(site, [
    { rock: 7, location: "London", at: [51.5, -0.1], pictures: 3 },
    {
      rock: 7,
      location: "Frogner, Oslo",
      date: "2026-06-01",
      at: [59.9, 10.7],
      precision: 1000,
      pictures: 1,
    },
    { rock: 0, location: "London", at: [41.9, 12.5] },
  ]);
  const find = { ...findFields, location: "Oslo", find_key: FIND_KEY };
  const { uuid } = await site.addFind(find);
  site.alter("UPDATE rock_posts SET lang = 'cy'");
  // Another one for each language, because an address gets three mails a day that ask.
  await askToFollow(`${language}@example.org`, 7);
  const follow = new URL(await linkTo(`${language}@example.org`));
  return {
    album: `/photos?album=${pa_key}`,
    albumBook: `/photos/${pa_key}/print`,
    finder: `/finds/${uuid}#${FIND_KEY}`,
    follow: follow.pathname + follow.hash,
  };
}

const press = (selector: string) =>
  page.locator(selector).filter({ visible: true }).first().click();

const topDialog = () => page.locator("dialog[open]").last();

async function closeDialog() {
  const before = await page.locator("dialog[open]").count();
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog[open]")).toHaveCount(before - 1);
}

/** Looks at a page in one of its states. */
type Check = (what: string) => Promise<void>;

/** Those that say something of their own only at another address. */
const ELSEWHERE = ["/qr", "/map", "/follow", "/setup", "/screen"];

/** Opens every public page, its dialogs, and each state of sending a find. */
async function openAll(
  { album, albumBook, finder, follow }: Awaited<ReturnType<typeof fillSite>>,
  check: Check,
) {
  for (const path of [
    ...publicAddresses.filter((path) => !ELSEWHERE.includes(path)),
    "/qr?r=7",
    albumBook,
    "/rocks/7/print",
    "/rocks/8",
    "/rocks/9",
    "/no-such-page",
    finder,
    "/finds/0b5e#x",
    "/follow#wrong",
  ]) {
    await visit(path);
    await check(path);
  }
  // On the home page, because axe doesn't see the veil between another page and the words of its bar.
  await visit("/qr?r=7");
  await press(".site-burger");
  await check("the open menu");
  await visit(album);
  await check("an album");
  await press(".gallery-tile");
  await expect(page.locator(".yarl__slide_current img")).toBeVisible();
  await check("an album's lightbox");
  await visit("/track-the-rocks");
  await press(".page-actions button");
  await check("the search of a rock");
  await visit("/rocks/7");
  await press(".follow button");
  await expect(page.locator(".follow [role=alert]")).toBeVisible();
  await expect(page.locator(".journey-stop")).toHaveCount(2);
  await check("a rock with a wrong address");
  await press(".rock-banner button");
  await check("a rock's picture");
  await closeDialog();
  await press(".journey-comment");
  await check("a finder's comment");
  await openMap("/map?rock=7");
  await expect(topDialog()).toBeVisible();
  await check("a rock on the map");
  await closeDialog();
  await check("/map");
  await press(".map-switch");
  await page.locator(".map-search input").fill("London");
  await expect(page.locator(".map-places li").first()).toBeAttached();
  await check("towns on the map");
  await visit("/sudc");
  await press(".site-foot-links > button");
  await check("Contact Us");
  await visit(follow);
  await check("Follow");
  await press("main button");
  await expect(page.locator(".follow-states :focus")).toBeVisible();
  await check("Followed");
  await openForm(check);
}

async function openForm(check: Check) {
  await visit("/share-your-rock");
  await press(".share-free button");
  await check("Request a free rock");
  await closeDialog();
  await press(".share-do button");
  const form = page.locator(".upload");
  const place = form.locator(".where-ways button");
  await expect(place.last()).toBeVisible();
  await check("the empty form");
  await place.first().click();
  await expect(form.locator(".where-note")).toBeVisible();
  await check("a device that doesn't tell");
  await form.locator("[name=rockNumber]").fill("7");
  await form.locator("[name=location]").fill("Oslo");
  await form.locator("[name=comment]").fill("…");
  await form.locator("[name=email]").fill("me@");
  await form.locator("input[type=file]").setInputFiles(PICTURE);
  await expect(form.locator("label:has(.frame) input")).toBeVisible();
  await place.last().click();
  await form.locator(".where-search input").fill("London");
  await expect(form.locator(".where-towns li").first()).toBeVisible();
  await check("the form with towns");
  await form.locator(".where-towns li").first().click();
  await expect(form.locator(".where-got")).toBeVisible();
  await expect(form.locator("fieldset fieldset")).toBeVisible();
  const submit = form.locator(".upload-send .btn");
  await submit.click();
  await expect(form.locator("[aria-invalid=true]")).toBeVisible();
  await check("the form with a place and a wrong address");
  await form.locator("[name=email]").fill("me@example.org");

  await page.route("**/api/upload-rock", (route) =>
    route.fulfill({ status: 503, json: { error: "…" } }),
  );
  await submit.click();
  const failed = page.locator("dialog:not(:has(.upload)) .dialog-close");
  await expect(failed).toBeEnabled();
  await check("Submit Failed");
  await closeDialog();
  await page.unroute("**/api/upload-rock");

  const mend = await cutLink();
  const busy = page.locator("h2 .spinner");
  await submit.click();
  const choice = page.locator(".sending-choice button");
  await expect(choice).toHaveCount(2);
  await check("waiting");
  const release = await holdBack("**/api/upload-rock");
  await mend();
  // A find that waits is sent again by itself, too, and then the button is gone.
  await choice.evaluateAll(([, now]) =>
    (now as HTMLElement | undefined)?.click(),
  );
  await expect(busy).toBeVisible();
  await check("sending");
  release();
  await expect(page.locator(".thanks-lead")).toBeVisible();
  await check("Thank You!");
  await choice.last().click();
  await expect(page.locator(".find-pill")).toBeVisible();
  await check("finds on this device");
}

/** Lists the texts that can't be read. Galleries and maps answer a new size in the next frames. */
async function listUnreadable() {
  await untilDrawn();
  const cut = await page.evaluate(listCutTexts);
  return [
    ...cut.map((text) => `${text} is cut off`),
    ...(await page.evaluate(listOverlaps)),
  ];
}

/** Lists the buttons of the form's part about the place that are too small for a finger. */
const listSmall = () =>
  page
    .locator(".where button, .where [role='option'], .precision label")
    .evaluateAll((targets) =>
      targets
        .filter((target) => {
          const { height } = target.getBoundingClientRect();
          return height > 0 && height < 44;
        })
        .map(({ textContent }) => `${textContent} is small`),
    );

/** States that are alike in all languages, and pages that have none but English. */
const ENGLISH_ALONE = [
  ...[
    "/login",
    "/review",
    "/map",
    "/rocks/8",
    "the open menu",
    "an album",
    "the empty form",
  ],
  ...["a rock's picture", "a finder's comment", "a device that doesn't tell"],
];

for (const language of isLongRun ? listLanguages() : ["ar"])
  test(`in ${language} no text is English, cut off or on another, and nothing is wider than the screen or against axe`, async () => {
    test.slow();
    const paths = await fillSite(language);
    await context.addCookies([
      { name: "lang", value: language, url: site.baseURL },
    ]);
    const leftEnglish = leftEnglishOf(language, NAMES);
    const faults: string[] = [];
    const note = (what: string, texts: string[]) =>
      faults.push(...texts.map((text) => `${what}: ${text}`));
    await page.setViewportSize(NARROW);
    await openAll(paths, async (what) => {
      const isEnglish = language === "en";
      const isBook = what.endsWith("/print");
      if (!isBook) await expectNothingWider();
      if (isEnglish || (!isLongRun && /^\/|menu|album/.test(what)))
        await expectAccessible();
      if (!isEnglish && ENGLISH_ALONE.includes(what)) return;
      if (isEnglish) note(what, await listSmall());
      else note(`${what}, English`, await leftEnglish());
      note(`${what}, narrow`, await listUnreadable());
      if (!isLongRun) return;
      for (const size of [PHONE, COMPUTER]) {
        await page.setViewportSize(size);
        if (size === COMPUTER) note(`${what}, wide`, await listUnreadable());
        if (!isEnglish) continue;
        if (size === COMPUTER) await expectAccessible();
        if (isBook || !/^\/|album$|empty form$/.test(what)) continue;
        await expectLargeTargets();
        await expectTextFits();
      }
      await page.setViewportSize(NARROW);
    });
    expect(faults).toEqual([]);
  });
