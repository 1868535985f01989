import type { Locator } from "playwright/test";
import { expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { addPosts, addRocks } from "#tests/setup/calls/rocks.ts";
import { addStones, link, pin } from "#tests/setup/e2e/map.ts";
import { areDrawn, fill } from "#tests/setup/e2e/steps.ts";
import { fillForm, submit, thanks } from "#tests/setup/e2e/share-form.ts";
import { listenForRequests, search } from "#tests/setup/e2e/pages.ts";

/** In the catalogue with a picture, in it without one, and found but not in it. */
const PAINTED = 104;
const PLAIN = [105, 777];

test.beforeEach(async () => {
  await addStones([PAINTED]);
  addRocks(site, [[105, "Ida"]]);
  await addPosts(
    site,
    [PAINTED, ...PLAIN].map((rock, index) => ({
      rock,
      at: [index * 20, index * 20],
    })),
  );
});

const OWN = new RegExp(`^/media/catalog/${PAINTED}/pin\\.webp\\?v=[\\w-]{8}$`);
const BARE = /^\/assets\/plain-.+\.webp$/;

async function expectStone(stone: Locator, rock: number) {
  await expect(stone).toHaveAttribute("src", rock === PAINTED ? OWN : BARE);
  await areDrawn(stone);
}

for (const rock of [PAINTED, ...PLAIN]) {
  const what = rock === PAINTED ? "its own picture" : "a plain grey stone";

  test(`rock ${rock} is ${what} on the map, in its list and in the replay of its journey @soak`, async () => {
    await page.goto("/map");
    await expectStone(pin(rock), rock);
    await expectStone(link(rock).locator("img"), rock);
    await page.goto(`/rocks/${rock}`);
    await page.locator(".journey-stop").first().click();
    await expectStone(page.locator("img.journey-walker"), rock);
  });

  test(`rock ${rock} is ${what} in the greeting after a scan, in the form, and in 'Thank You!' @soak`, async () => {
    await page.goto(`/qr?r=${rock}`);
    await expectStone(page.locator(".greeting img"), rock);
    const form = await fillForm("On the wall.");
    await fill("Rock Number", String(rock), { in: form });
    await expectStone(form.locator(".upload-number img"), rock);
    await submit(form).click();
    await expectStone(thanks().locator("img.pebble"), rock);
  });
}

test("a banner shows the catalogue picture, and a plain stone for a rock that is not in the catalogue, without asking for a picture @soak", async () => {
  const asked = listenForRequests();
  await page.goto("/rocks/777");
  await expect(page.locator(".rock-face img")).toHaveAttribute("src", BARE);
  await page.goto("/map?rock=777");
  await expect(page.locator(".rock-face img")).toHaveAttribute("src", BARE);
  expect(asked.filter((path) => path.includes("/catalog/777/"))).toEqual([]);
  await page.goto(`/map?rock=${PAINTED}`);
  await expect(page.locator(".rock-face img")).toHaveAttribute(
    "src",
    `/media/catalog/${PAINTED}/a_sm.webp`,
  );
});

const expectUnfound = async () => {
  const popup = page.getByRole("dialog", { name: "Rock 106" });
  await expect(popup).toContainText("Nobody has found rock 106 yet.");
  await expect(popup).toContainText("Painted by Ida and Teo");
  await expect(popup.locator(".rock-face img")).toBeVisible();
  await expect(popup).not.toContainText("was not found");
};

test("a rock of the catalogue that nobody has found yet says so with its picture and artists, in the map's popup, at its address and in Track's search @soak", async () => {
  addRocks(site, [[106, "Ida", "Teo"]]);
  await page.goto("/map?rock=106");
  await expectUnfound();
  await page.goto("/map");
  await fill("Find a place or a rock number", "106");
  await page.keyboard.press("Enter");
  await expectUnfound();
  await page.goto("/track-the-rocks");
  await search("106");
  await expectUnfound();
});
