import { PHONE, SCREENS } from "#tests/setup/browser/screens.ts";
import { goTo, openAdmin } from "#tests/setup/calls/admin.ts";
import {
  expect,
  page,
  site,
  testWithoutRocks as test,
  press,
} from "#tests/setup/browser/browser.ts";
import { addPost, addRock } from "#tests/setup/calls/catalogue.ts";
import { addPosts } from "#tests/setup/calls/rocks.ts";
import { sameDayEarlier } from "#tests/setup/this-day.ts";

test.beforeEach(() => site.alter("DELETE FROM rock_counts"));

const region = (name: string) =>
  page.getByRole("region", { name, exact: true });

for (const viewport of SCREENS)
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport });

    test("the dashboard says first how many finds wait, since when, and shows the first of them", async () => {
      await site.sendFind();
      await site.untilIdle();
      addRock(site, 31);
      for (let number = 1; number <= 6; number++)
        addPost(site, { rock: 31, location: `Place ${number}`, show: false });
      site.alter(
        "UPDATE rock_posts SET create_dt = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day') WHERE rock_number = 214",
      );
      await openAdmin(page, site);
      const waits = region("7 finds are waiting");
      await expect(waits.getByText("The oldest since yesterday")).toBeVisible();
      await expect(
        waits.getByRole("link", { name: "Look at them" }),
      ).toHaveAttribute("href", "/admin/review");

      const first = waits.getByRole("listitem").first();
      await expect(first).toContainText("Lighthouse steps, Anstruther");
      await expect(first).toContainText("Needs a look.");
      await expect(first.locator("img")).toHaveJSProperty("complete", true);
      await expect(first.locator("img")).toHaveAttribute("src", /\/sm\//);
      const second = waits.getByRole("listitem").nth(1);
      await expect(second).toContainText("Rock 31");
      await expect(second).not.toContainText("Needs a look.");
      const isPhone = viewport === PHONE;
      const shown = waits.getByRole("listitem").filter({ visible: true });
      await expect(shown).toHaveCount(isPhone ? 3 : 5);
      await expect(shown.last()).toContainText(isPhone ? "+4" : "+2");
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
      ).toBe(viewport.width);
    });
  });

test("one waiting find is one, and a finder's long words stay in their place @soak", async () => {
  await page.setViewportSize(PHONE);
  addPost(site, { location: "x".repeat(200), show: false });
  await openAdmin(page, site);
  await expect(region("1 find is waiting")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
    PHONE.width,
  );
});

test("nothing is waiting: the newest find is there to look at, or a word when there is none @soak", async () => {
  await openAdmin(page, site);
  const waits = region("Nothing is waiting.");
  await expect(waits).toContainText("The first find will wait here for you.");
  await expect(region("Newest finds")).toContainText("No find is shown yet.");
  for (const name of ["Silent rocks", "Numbers without a rock", "On this day"])
    await expect(region(name)).toHaveCount(0);

  await addPosts(site, [
    { rock: 31, location: "Graça, Lisbon", date: "2026-05-17", pictures: 1 },
    { rock: 32, location: "Luss", date: "2026-05-16" },
  ]);
  await goTo(page, "Jobs");
  await goTo(page, "Dashboard");
  await expect(waits).toContainText(
    "The newest find is from Graça, Lisbon: rock 31, 17 May 2026.",
  );
  await expect(waits.locator("img")).toHaveAttribute("src", /\/sm\/p1\.webp$/);
  await waits.getByRole("link", { name: "See its journey" }).click();
  await expect(page).toHaveURL(/\/rocks\/31$/);
});

test("the newest finds are on a map and beside it, the newest first, hidden ones left out @soak", async () => {
  await addPosts(site, [
    { rock: 1, location: "Anchorage", at: [61.2, -149.9], date: "2026-05-11" },
    { rock: 2, location: "Auckland", at: [-36.9, 174.8], date: "2026-05-12" },
    { rock: 3, location: "Svalbard", at: [78.2, 15.6], date: "2026-05-13" },
    { rock: 4, location: "Somewhere", date: "2026-05-14" },
    { rock: 5, location: "Hidden", date: "2026-05-15", show: false },
  ]);
  await openAdmin(page, site);
  const newest = region("Newest finds");
  await expect(newest.getByRole("link").filter({ hasText: "Rock" })).toHaveText(
    [/Rock 4 Somewhere/, /Rock 3 Svalbard/, /Rock 2 Auckland/, /Rock 1/],
  );
  const map = newest.getByRole("img", { name: /^A map of the world/ });
  const stones = map.locator("img");
  await expect(stones).toHaveCount(3);
  const box = (await map.boundingBox())!;
  const [anchorage, auckland, svalbard] = await Promise.all(
    [0, 1, 2].map(async (nth) => {
      const { x, y, width, height } = (await stones.nth(nth).boundingBox())!;
      return {
        x: (x + width / 2 - box.x) / box.width,
        y: (y + height / 2 - box.y) / box.height,
      };
    }),
  );
  expect(anchorage!.x).toBeLessThan(0.15);
  expect(auckland!.x).toBeGreaterThan(0.9);
  expect(auckland!.y).toBeGreaterThan(0.7);
  expect(svalbard!.y).toBeLessThan(0.15);
  expect(svalbard!.y).toBeGreaterThan(0);
});

test("a rock that a visitor scans is silent until somebody sends a find of it @soak", async ({
  browser,
}) => {
  addRock(site, 45);
  const visitor = await browser.newPage({ baseURL: site.baseURL });
  await visitor.goto("/qr?r=45");
  await expect
    .poll(() => site.query("SELECT rock_qr_number FROM rock_counts"))
    .toEqual([{ rock_qr_number: "45" }]);
  await visitor.close();

  await openAdmin(page, site);
  const silent = region("Silent rocks");
  await expect(silent.getByRole("listitem")).toHaveText(
    /Rock 45 scanned once.*today/,
  );
  await silent.getByRole("link", { name: /Rock 45/ }).click();
  await expect(page).toHaveURL(/\/rocks\/45$/);

  addPost(site, { rock: 45, location: "A bench", show: false });
  await page.goBack();
  await expect(region("1 find is waiting")).toBeVisible();
  await expect(silent).toHaveCount(0);
});

test("a number without a rock is created in the catalogue's own dialog, with the number filled in", async () => {
  addPost(site, { rock: 2500, location: "On the Camino", show: false });
  site.alter(`INSERT INTO rock_counts (day, rock_qr_number, page, device, address_prefix, visits)
     VALUES (date('now'), '2500', '/', 'phone', '', 2)`);
  await openAdmin(page, site);
  const numbers = region("Numbers without a rock");
  await expect(numbers.getByRole("listitem")).toHaveText(
    /2500 sent once, scanned twice/,
  );
  await numbers.getByRole("link", { name: "Create rock 2500" }).click();
  const dialog = page.getByRole("dialog", { name: "Create Rock" });
  await expect(dialog.getByLabel("Rock Number*")).toHaveValue("2500");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await press("+ Create Rock");
  await expect(dialog.getByLabel("Rock Number*")).toHaveValue("");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  addRock(site, 2500);
  await goTo(page, "Dashboard");
  await expect(region("1 find is waiting")).toBeVisible();
  await expect(numbers).toHaveCount(0);
});

test("by keyboard alone the way leads to what waits, and a long list opens and closes @soak", async () => {
  for (const rock of [11, 12, 13, 14, 15])
    addPost(site, { rock, location: "A bench", show: false });
  await openAdmin(page, site);
  await page.getByRole("button", { name: "Logout" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Look at them" })).toBeFocused();

  const numbers = region("Numbers without a rock");
  await expect(numbers.getByRole("listitem")).toHaveCount(3);
  await numbers.getByRole("button", { name: "Show 2 more" }).focus();
  await page.keyboard.press("Enter");
  await expect(numbers.getByRole("listitem")).toHaveCount(5);
  await expect(
    numbers.getByRole("button", { name: "Show fewer" }),
  ).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(numbers.getByRole("listitem")).toHaveCount(3);
});

test("the quick actions lead to a new rock, the QR codes and the albums @soak", async () => {
  await openAdmin(page, site);
  const quick = page.getByRole("navigation", { name: "Quick actions" });
  await quick.getByRole("link", { name: "Create Rock" }).click();
  const dialog = page.getByRole("dialog", { name: "Create Rock" });
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goBack();
  await quick.getByRole("link", { name: "Print QR codes" }).click();
  await expect(page).toHaveURL(/\/admin\/jobs#qr-codes$/);
  await page.goBack();
  await quick.getByRole("link", { name: "Albums" }).click();
  await expect(page).toHaveURL(/\/admin\/albums$/);
});

test("on this day there is a find of an earlier year @soak", async () => {
  const date = sameDayEarlier();
  await addPosts(site, [
    { rock: 31, location: "Lake Tekapo", comment: "One night.", date },
  ]);
  await openAdmin(page, site);
  const day = region("On this day");
  await expect(day).toContainText("Rock 31, Lake Tekapo");
  await expect(day).toContainText("“One night.”");
  await day.getByRole("link").click();
  await expect(page).toHaveURL(/\/rocks\/31$/);
});

test("a find that is shown without a place stays listed until it has one, or until it has none on purpose @soak", async () => {
  addPost(site, { location: "A bench" });
  addPost(site, { location: "On a train" });
  await openAdmin(page, site);
  const list = region("Shown, but not on the map");
  await expect(list.getByRole("listitem")).toHaveCount(2);

  await list.getByRole("button", { name: /^No place for.*train/ }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await list.getByRole("button", { name: /^Set the place of.*bench/ }).click();
  const dialog = page.getByRole("dialog", { name: "Place of rock 214" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "Choose a place, or No place.",
  );
  await dialog
    .locator(".leaflet-container")
    .click({ position: { x: 60, y: 60 } });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(list).toBeHidden();
  expect(
    site.query(
      "SELECT location, latitude IS NOT NULL AS placed, no_place FROM rock_posts ORDER BY rps_key",
    ),
  ).toEqual([
    { location: "A bench", placed: 1, no_place: 0 },
    { location: "On a train", placed: 0, no_place: 1 },
  ]);
});
