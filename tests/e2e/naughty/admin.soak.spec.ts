import { goTo, openAdmin } from "#tests/setup/calls/admin.ts";
import { keysOfFinds } from "#tests/setup/calls/rocks.ts";
import { addReviewKey } from "#tests/setup/calls/review-calls.ts";
import {
  ARTISTS,
  COMMENTS,
  DESCRIPTIONS,
  LOCATIONS,
  NAMES,
  NOTES,
  SITE_TEXTS,
  TITLES,
} from "#tests/setup/naughty/fill.ts";
import { MARKS, PAYLOADS } from "#tests/setup/naughty/strings.ts";
import { expect, expectShown, test } from "#tests/setup/naughty/watch.ts";
import { rowOf } from "#tests/setup/e2e/albums.ts";
import { page, site } from "#tests/setup/e2e/test.ts";
import { press } from "#tests/setup/e2e/steps.ts";

/** Loads all pages of a table. */
async function showAll(rows: number) {
  const shown = page.locator("tbody tr");
  const more = page.getByRole("button", { name: "Show more" });
  // Some lists are loaded after their page.
  await expect(
    shown.getByRole("button", { name: /^Edit/ }).first(),
  ).toBeVisible();
  while ((await shown.count()) < rows) {
    const before = await shown.count();
    await more.click();
    await expect.poll(() => shown.count()).toBeGreaterThan(before);
  }
}

test("the tables of finds, artists, rocks and albums show every string as text", async () => {
  await openAdmin("Journey");
  await showAll(LOCATIONS.length);
  await expectShown(page, "td, td .clamp", [
    ...LOCATIONS,
    ...COMMENTS,
    ...NAMES,
  ]);
  await goTo("Users");
  await showAll(ARTISTS.length + 1);
  await expectShown(page, "td.at-title", ARTISTS);
  await goTo("Rocks");
  await expectShown(page, "td .clamp", [MARKS, ...NOTES]);
  await goTo("Albums");
  await expectShown(page, "td .clamp", TITLES.slice(0, DESCRIPTIONS.length));
  await expectShown(page, "td .clamp", DESCRIPTIONS);
});

const dialog = () => page.getByRole("dialog").last();

test("the dialogs have every text in its field, and a find's history shows what was changed", async () => {
  await openAdmin("Users");
  const edit = page.locator("tbody").getByRole("button", { name: /^Edit/ });
  await edit.first().click();
  await press("Cancel", { in: dialog() });
  await goTo("Rocks");
  await edit.first().click();
  const search = dialog().getByLabel("Find or add an artist");
  for (const text of PAYLOADS) {
    await search.fill(text);
    await expect(search).toHaveValue(text);
  }
  await press("Cancel", { in: dialog() });
  await goTo("Albums");
  await press(/^Edit/, { in: rowOf("album0") });
  await expectShown(page, "dialog[open] textarea", [DESCRIPTIONS[0]!]);
  await expectShown(page, "dialog[open] td .clamp", [
    ...TITLES,
    ...DESCRIPTIONS,
  ]);
  await page.keyboard.press("Escape");

  await goTo("Journey");
  await edit.first().click();
  const typed = [PAYLOADS[0]!, PAYLOADS[1]!, PAYLOADS[3]!];
  for (const [index, name] of ["location", "comment", "name"].entries())
    await dialog().locator(`[name="${name}"]`).fill(typed[index]!);
  await press("Save", { in: dialog() });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await press(/^Edit/, { in: page.locator("tr.is-saved") });
  await expectShown(page, "dialog[open] input, dialog[open] textarea", typed);
  await dialog().getByText("History", { exact: true }).click();
  await expectShown(page, ".find-history ins", typed);
});

test("the site's texts are in their fields and previews, and on every other screen", async () => {
  await openAdmin("Site");
  await expectShown(page, "input, textarea", Object.values(SITE_TEXTS));
  await goTo("Jobs");
  const opening = page.waitForEvent("popup");
  const codes = page.getByRole("region", { name: "Create QR Codes" });
  await press("Print Preview", { in: codes });
  const sheet = await opening;
  await expectShown(sheet, ".label span", [SITE_TEXTS.site_name]);
  await sheet.close();
  await goTo("Dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a review shows what finders wrote as text, by link and signed in", async () => {
  const last = LOCATIONS.length - 1;
  const waiting = [PAYLOADS[0]!, PAYLOADS[3]!, PAYLOADS[9]!].map((text) =>
    LOCATIONS.indexOf(text),
  );
  expect(waiting).not.toContain(-1);
  const keys = keysOfFinds();
  expect(keys.length).toBeGreaterThan(100);
  const offset = last + 1 - keys.length;
  const rows = waiting.map((index) => keys[index - offset]!);
  site.alter(
    `UPDATE rock_posts SET show = 0 WHERE rps_key IN (${rows.join()})`,
  );
  await page.goto(`/review#${addReviewKey(site, rows)}`);
  for (const index of waiting) {
    await expectShown(page, ".review-where", [LOCATIONS[index]!]);
    await expectShown(page, ".review-say", [COMMENTS[index]!]);
    await press("Show", { exact: true });
  }
});
