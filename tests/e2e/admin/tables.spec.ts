import {
  expect,
  page,
  site,
  testWithoutRocks as test,
  press,
  sees,
} from "#tests/setup/browser/browser.ts";
import { PHONE } from "#tests/setup/browser/screens.ts";
import { openAlbum } from "#tests/setup/browser/albums.ts";
import { listMisfits } from "#tests/setup/browser/texts/table-fit.ts";
import { goTo, LASTING_SESSIONS, openAdmin } from "#tests/setup/calls/admin.ts";
import { addAlbum } from "#tests/setup/calls/albums.ts";
import { addPost } from "#tests/setup/calls/catalogue.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";

test.use({ siteEnv: LASTING_SESSIONS });

test("days are written in one form on all screens @soak", async () => {
  addRocks(site, [[7, "Ida"]]);
  await addPosts(site, [{ rock: 7, date: "2026-05-17", pictures: 1 }]);
  site.alter(`
    UPDATE rocks SET create_dt = '2026-03-09T10:00:00Z';
    UPDATE users SET create_dt = '2026-03-09T10:00:00Z'`);
  await openAdmin(page, site, "Rocks");
  for (const [screen, day] of [
    ["Rocks", "9 Mar 2026"],
    ["Users", "9 Mar 2026"],
    ["Journey", "17 May 2026"],
  ] as const) {
    if (screen !== "Rocks") await goTo(page, screen);
    await expect(page.getByRole("cell", { name: day }).first()).toBeVisible();
    await expect(page.locator("main")).not.toContainText(/\d{4}-\d\d-\d\d/);
  }
  await goTo(page, "Jobs");
  await press("Start");
  await sees("✅ Success: 0 images made");
  const jobs = page.getByRole("region", { name: "Past jobs" });
  await expect(jobs.getByRole("listitem").first()).toContainText(
    /\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d UTC/,
  );
});

test("an artist is found by any words of the name, in any order @soak", async () => {
  const names = ["Grandma June", "June", "Ada", "Bo", "Cy", "Di", "Ed", "Flo"];
  site.alter(
    `INSERT INTO users (display_name) VALUES ${names.map((name) => `('${name}')`).join(", ")}`,
  );
  await openAdmin(page, site, "Rocks");
  await press("+ Create Rock");
  const dialog = page.getByRole("dialog", { name: "Create Rock" });
  const artists = dialog.getByRole("checkbox");
  for (const typed of ["june grandma", "  grandma   june ", "GRAND ju"]) {
    await dialog.getByLabel("Find an artist").fill(typed);
    await expect(artists).toHaveCount(1);
    await expect(
      dialog.getByRole("checkbox", { name: "Grandma June" }),
    ).toBeVisible();
  }
});

test("on a phone the head is in line with the screen, the quick edit is as wide as it, and each row's box says what it is for @soak", async () => {
  addRocks(site, [[7, "Ida"]]);
  await page.setViewportSize(PHONE);
  await openAdmin(page, site, "Rocks");
  const left = async (selector: string) =>
    (await page.locator(selector).first().boundingBox())!.x;
  const content = await left(".admin-head h1");
  expect(await left(".site-brand")).toBe(content);
  const quickEdit = (await page.locator(".edit-rock-by-number").boundingBox())!;
  expect(quickEdit.x).toBe(content);
  expect(quickEdit.x + quickEdit.width).toBe(PHONE.width - content);
  const row = page.locator(".admin-table tbody tr").first();
  const choose = row.locator(".row-checkbox");
  expect(
    await choose.evaluate(
      (label) => getComputedStyle(label, "::after").content,
    ),
  ).toBe('"Choose"');
  const atRow = (await row.boundingBox())!.x;
  expect((await left(".row-checkbox:visible")) - atRow).toBeLessThan(24);
  await choose.click({ position: { x: 60, y: 20 } });
  await expect(
    row.getByRole("checkbox", { name: "Choose rock 7" }),
  ).toBeChecked();
});

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
      place: [56.221134, -2.698612],
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
    await openAdmin(page, site, screen);
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
  await openAdmin(page, site, "Journey");
  await page.mouse.wheel(0, 600);
  const header = page.getByRole("columnheader", { name: "Actions" });
  await expect.poll(async () => (await header.boundingBox())!.y).toBe(0);
  await goTo(page, "Albums");
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
