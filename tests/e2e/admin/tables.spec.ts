import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { PHONE } from "#tests/setup/e2e/screens.ts";
import { openAlbum } from "#tests/setup/e2e/albums.ts";
import { expectFocusSeen } from "#tests/setup/e2e/focus-seen.ts";
import { seesA } from "#tests/setup/e2e/steps.ts";
import { isAdminPath, PAGES } from "#app/pages.ts";
import { callAsAdmin, goTo, openAdmin } from "#tests/setup/calls/admin.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { addPost, addRocks } from "#tests/setup/calls/rocks.ts";

/**
 * Lists, for `page.evaluate`, what is wrong with the places of the tables: one is wider than the window or scrolls by
 * itself, a value runs out of its cell or is not shown, a button is out of reach.
 */
const listMisfits = () => {
  const within = ({ left, right }: DOMRect) =>
    left >= 0 && right <= window.innerWidth + 0.5;
  return [...document.querySelectorAll(".admin-table table")].flatMap(
    (table) => {
      const misfits: string[] = [];
      if (!within(table.getBoundingClientRect())) misfits.push("is too wide");
      for (
        let box: Element | null = table;
        box && !box.matches("html, .dialog-body");
        box = box.parentElement
      )
        if (/auto|scroll/.test(getComputedStyle(box).overflow))
          misfits.push(`scrolls in ${box.className}`);
      for (const cell of table.querySelectorAll("td")) {
        const text = cell.textContent!.slice(0, 40);
        if (text && !cell.checkVisibility()) misfits.push(`hides ${text}`);
        if (cell.scrollWidth > cell.clientWidth + 1)
          misfits.push(`is too narrow for ${text}`);
        for (const button of cell.querySelectorAll("button"))
          if (!within(button.getBoundingClientRect()))
            misfits.push(`has ${button.textContent} out of reach`);
      }
      return misfits;
    },
  );
};

test("every table fits its window with the longest texts, and its cards have every value @soak", async () => {
  test.slow();
  const name = "n".repeat(60);
  addRocks(site, [[214, name, "Grandma June"]]);
  for (let find = 0; find < 12; find++)
    addPost(site, {
      location: "Lighthouse steps ".repeat(12).slice(0, 200),
      comment: "It lay there. ".repeat(30),
      name,
      email: `${"a".repeat(64)}@${"example.".repeat(23)}org`,
      at: [56.221134, -2.698612],
    });
  await addAlbum(site, {
    name,
    title: name,
    desc: "About it. ".repeat(60),
    photos: [{ title: name }],
  });
  await addAlbum(site, { name: "paintingdays", photos: [] });
  const edit = (name: string | RegExp) =>
    page.getByRole("button", { name }).first().click();
  for (const [screen, open] of [
    ["Journey", () => edit(/^Edit/)],
    ["Rocks"],
    ["Users"],
    ["Albums", () => openAlbum(name)],
  ] as const) {
    await openAdmin(screen);
    for (const state of [undefined, open]) {
      await state?.();
      for (const width of [1280, 820, PHONE.width]) {
        await page.setViewportSize({ width, height: 900 });
        await expect
          .poll(() => page.evaluate(listMisfits), {
            message: `${screen} at ${width}`,
          })
          .toEqual([]);
      }
    }
  }
});

/** Opens a screen with a table, or an album with its photos. */
async function openTable(screen: string) {
  await openAdmin(screen === "photos" ? "Albums" : screen);
  if (screen === "photos") await openAlbum("seaside");
}

for (const width of [PHONE.width, 820])
  test(`where rows are cards ${width} pixels wide, Tab reaches nothing out of sight, and a bar sorts and chooses all`, async () => {
    test.slow();
    addRocks(site, [[214, "Grandma June"]]);
    for (const location of ["A pier", "A wall"]) addPost(site, { location });
    await addAlbum(site, { name: "seaside", photos: [{ title: "A gull" }] });
    await page.setViewportSize({ width, height: 900 });
    for (const [screen, ...bar] of [
      ["Users"],
      ["Rocks"],
      ["Journey", "Choose all posts of this list"],
      ["photos", "Choose all photos"],
    ] as const) {
      await openTable(screen);
      const names = await expectFocusSeen();
      for (const name of bar) expect(names).toContain(name);
      for (const table of await page.getByRole("table").all())
        expect(await table.getByRole("columnheader").count()).toBeGreaterThan(
          2,
        );
    }
    await openTable("Journey");
    await page.getByLabel("Choose all").check();
    await seesA("group", "Chosen rows");
    await page.getByLabel("Sort by").selectOption("Location ↓");
    await expect(page.locator("td.at-title + td")).toHaveText([
      "A wall",
      "A pier",
    ]);
  });

test("Tab reaches nothing out of sight on any of the admin's screens, on a phone and a tablet @soak", async () => {
  test.slow();
  addRocks(site, [[214, "Grandma June"]]);
  for (const show of [true, false]) addPost(site, { show, at: [10, 10] });
  const [rock] = site.query<{ rc_key: number }>("SELECT rc_key FROM rocks");
  await callAsAdmin("DELETE", `/rocks/${rock!.rc_key}`);
  for (const width of [PHONE.width, 820]) {
    await page.setViewportSize({ width, height: 900 });
    for (const { path, label } of PAGES)
      if (isAdminPath(path) && label !== undefined) {
        await openAdmin(path === "/admin" ? undefined : path.split("/")[2]);
        await expectFocusSeen();
      }
  }
});

/** The lines of a text in a cell of its own. */
const countLines = (text: string) =>
  page
    .getByRole("cell", { name: text, exact: true })
    .first()
    .evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(
        document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode()!,
      );
      return range.getClientRects().length;
    });

test("a table scrolls with its page under a header that stays, and a short name stays whole @soak", async () => {
  for (let find = 0; find < 20; find++)
    addPost(site, { location: "A pier", name: "Maximiliane" });
  addPost(site, { rock: 100_000 });
  await addAlbum(site, { name: "seasidewalks", photos: [] });
  await page.setViewportSize({ width: 1280, height: 720 });
  await openAdmin("Journey");
  await page.mouse.wheel(0, 600);
  const header = page.getByRole("columnheader", { name: "Actions" });
  await expect.poll(async () => (await header.boundingBox())!.y).toBe(0);
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 720 });
    for (const text of ["Maximiliane", "100000"])
      expect(await countLines(text), `${text} at ${width}`).toBe(1);
  }
  await goTo("Albums");
  expect(await countLines("seasidewalks")).toBe(1);
});
