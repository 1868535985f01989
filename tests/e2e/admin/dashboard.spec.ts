import {
  COMPUTER,
  expectNothingWider,
  PHONE,
} from "#tests/setup/e2e/screens.ts";
import { goTo, openAdmin } from "#tests/setup/calls/admin.ts";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { addPost, addPosts, addRock } from "#tests/setup/calls/rocks.ts";
import {
  hasFocus,
  holds,
  leadsTo,
  press,
  pressBy,
  pressLink,
  says,
  sees,
} from "#tests/setup/e2e/steps.ts";

const region = (name: string) =>
  page.getByRole("region", { name, exact: true });

test("the dashboard says first how many finds wait, since when, and shows the first of them", async () => {
  await addPosts(site, [
    { rock: 214, location: "Lighthouse steps", show: false, pictures: 1 },
  ]);
  addRock(site, 31);
  for (let number = 1; number <= 6; number++)
    addPost(site, { rock: 31, location: `Place ${number}`, show: false });
  site.alter(
    "UPDATE rock_posts SET create_dt = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day') WHERE rock_number = 214",
  );
  await openAdmin();
  const waits = region("7 finds are waiting");
  await sees("The oldest since yesterday", { in: waits });
  await leadsTo("/admin/review", "Look at them", { in: waits });

  const first = waits.getByRole("listitem").first();
  await expect(first).toContainText("Lighthouse steps");
  await expect(first).toContainText("Needs a look.");
  await expect(first.locator("img")).toHaveJSProperty("complete", true);
  await expect(first.locator("img")).toHaveAttribute("src", /\/sm\//);
  const second = waits.getByRole("listitem").nth(1);
  await expect(second).toContainText("Rock 31");
  await expect(second).not.toContainText("Needs a look.");
  const shown = waits.getByRole("listitem").filter({ visible: true });
  for (const [screen, count] of [
    [COMPUTER, 5],
    [PHONE, 3],
  ] as const) {
    await page.setViewportSize(screen);
    await expect(shown).toHaveCount(count);
    await expectNothingWider();
  }
});

test("the newest finds are on a map and beside it, the newest first, hidden ones left out @soak", async () => {
  await addPosts(site, [
    { rock: 1, location: "Anchorage", at: [61.2, -149.9], date: "2026-05-11" },
    { rock: 2, location: "Auckland", at: [-36.9, 174.8], date: "2026-05-12" },
    { rock: 3, location: "Svalbard", at: [78.2, 15.6], date: "2026-05-13" },
    { rock: 4, location: "Somewhere", date: "2026-05-14" },
    { rock: 5, location: "Hidden", date: "2026-05-15", show: false },
  ]);
  await openAdmin();
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

test("a number without a rock is created in the catalogue's own dialog, with the number filled in @soak", async () => {
  addPost(site, { rock: 2500, location: "On the Camino", show: false });
  site.alter(`INSERT INTO rock_counts (day, rock_qr_number, page, device, address_prefix, visits)
     VALUES (date('now'), '2500', '/', 'phone', '', 2)`);
  await openAdmin();
  const numbers = region("Numbers without a rock");
  await expect(numbers.getByRole("listitem")).toHaveText(
    /2500 sent once, scanned twice/,
  );
  await pressLink("Create rock 2500", { in: numbers });
  const dialog = page.getByRole("dialog", { name: "Create Rock" });
  await holds("Rock Number*", "2500", { in: dialog });
  await press("Cancel", { in: dialog });
  await press("+ Create Rock");
  await holds("Rock Number*", "", { in: dialog });
  await press("Cancel", { in: dialog });

  addRock(site, 2500);
  await goTo("Dashboard");
  await expect(region("1 find is waiting")).toBeVisible();
  await expect(numbers).toHaveCount(0);
});

test("a find that is shown without a place stays listed until it has one, or until it has none on purpose, which can be undone", async () => {
  addPost(site, { location: "A bench" });
  addPost(site, { location: "On a train" });
  await openAdmin();
  const list = region("Shown, but not on the map");
  await expect(list.getByRole("listitem")).toHaveCount(2);

  for (const undo of [true, false]) {
    await pressBy("Enter", /^No place for.*train/, { in: list });
    await sees("Rock 214, On a train stays off the map.");
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await hasFocus("button", /^No place for.*bench/);
    if (undo) await press("Undo");
    await expect(list.getByRole("listitem")).toHaveCount(undo ? 2 : 1);
  }
  await press(/^Set the place of.*bench/, { in: list });
  const dialog = page.getByRole("dialog", { name: "Place of rock 214" });
  await press("Save", { in: dialog });
  await says("alert", "Choose a place, or No place.", { in: dialog });
  await dialog
    .locator(".leaflet-container")
    .click({ position: { x: 60, y: 60 } });
  await press("Save", { in: dialog });
  await expect(dialog).toBeHidden();
  await expect(list).toBeHidden();
  expect(
    site.query(
      "SELECT location FROM rock_posts WHERE no_place = (latitude IS NULL) AND no_place = (location = 'On a train')",
    ),
  ).toHaveLength(2);
});

test("what was left of the set-up is offered until it is done or put aside", async () => {
  await page.setViewportSize(PHONE);
  addRock(site, 1);
  await openAdmin();
  const left = region("Still to set up");
  await expect(left.getByRole("listitem")).toHaveCount(3);
  await press(/^Put aside/, {
    in: left.getByRole("listitem").filter({ hasText: "Mail" }),
  });
  await expect(left.getByRole("listitem")).toHaveCount(2);
  await expectNothingWider();
  await pressLink(/^Set up\s+The story/, { in: left });
  await sees("The home page begins with them.");
  await page.getByLabel("Your story").fill("Wren loved rocks.");
  await press("Save and go on");
  await sees("Step 4 of 6");
  await pressLink("Later");
  await pressLink("Go on");
  await pressLink("Open the dashboard");
  await expect(left.getByRole("listitem")).toHaveText([/Whose site it is/]);
});
