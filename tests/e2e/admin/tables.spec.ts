import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { PHONE } from "#tests/setup/e2e/screens.ts";
import { openAlbum } from "#tests/setup/e2e/albums.ts";
import { goTo, openAdmin } from "#tests/setup/calls/admin.ts";
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

test("a table scrolls with its page under a header that stays, and a short name stays whole @soak", async () => {
  for (let find = 0; find < 20; find++) addPost(site, { location: "A pier" });
  await addAlbum(site, { name: "seasidewalks", photos: [] });
  await page.setViewportSize({ width: 1280, height: 720 });
  await openAdmin("Journey");
  await page.mouse.wheel(0, 600);
  const header = page.getByRole("columnheader", { name: "Actions" });
  await expect.poll(async () => (await header.boundingBox())!.y).toBe(0);
  await goTo("Albums");
  const album = page.getByRole("cell", { name: "seasidewalks", exact: true });
  expect(
    await album.evaluate((cell) => {
      const text = document.createRange();
      text.selectNodeContents(
        document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode()!,
      );
      return text.getClientRects().length;
    }),
  ).toBe(1);
});
