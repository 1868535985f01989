import { findFields } from "#tests/setup/calls/site-calls.ts";
import { expect, page, site, test } from "#tests/setup/browser/browser.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { fill, holds, press, sees, seesA } from "#tests/setup/browser/steps.ts";
import { holdBack } from "#tests/setup/browser/pages.ts";
import { expectAccessible } from "#tests/setup/browser/screens.ts";

const KEY = "0123456789abcdef0123456789abcdef";

async function sendOwn() {
  const answer = await site.sendFind({ ...findFields, find_key: KEY });
  return ((await answer.json()) as { uuid: string }).uuid;
}

test("a finder sees on the find's own page whether it waits or is shown, and corrects it there", async () => {
  const uuid = await sendOwn();
  await page.goto(`/finds/${uuid}#${KEY}`);
  await sees("It is waiting, with 1 image");

  site.alter(`UPDATE rock_posts SET show = 1 WHERE uuid = '${uuid}'`);
  await page.reload();
  await sees("It is on the site, with 1 image");
  await fill("Location", "Crail harbour");
  await fill("Rock Number", "215");
  await press("Save");
  await sees("Saved. It is waiting");
  await page.reload();
  await holds("Location", "Crail harbour");
});

test("a finder deletes a find after a confirmation @soak", async () => {
  const uuid = await sendOwn();
  await page.goto(`/finds/${uuid}#${KEY}`);
  const remove = page.getByRole("button", { name: "Delete this find" });
  page.once("dialog", (dialog) => void dialog.dismiss());
  await remove.click();
  await expect(remove).toBeEnabled();
  page.once("dialog", (dialog) => void dialog.accept());
  await remove.click();
  await sees("Your find and all its pictures are deleted.");
});

test("an address without the right key opens nothing @soak", async () => {
  const uuid = await sendOwn();
  for (const fragment of ["", "#", `#${"0".repeat(32)}`]) {
    await page.goto("/privacy");
    await page.goto(`/finds/${uuid}${fragment}`);
    await sees("We can't find anything at this address.");
    await expect(page.getByLabel("Location")).toHaveCount(0);
  }
});

async function sendFindWithKey(images: string[]) {
  const answer = await site.sendFind({ ...findFields, find_key: KEY }, images);
  const { uuid } = (await answer.json()) as { uuid: string };
  await site.untilIdle();
  return uuid;
}

const photographs = () => page.locator(".finder-photos img");

const widths = () =>
  photographs().evaluateAll((all) =>
    all.map((img) => (img as HTMLImageElement).naturalWidth > 0),
  );

test("a finder sees the own photographs while the find is hidden, and opens them large", async () => {
  const uuid = await sendFindWithKey(["orientation-6.jpg", "plain.png"]);
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await page.goto(`/finds/${uuid}#${KEY}`);
  await expect(photographs()).toHaveCount(2);
  await expect.poll(() => widths()).toEqual([true, true]);
  await expectAccessible();

  await press(/^Open photograph 2: /);
  const current = page.locator(".lightbox .yarl__slide_current img");
  await expect(current).toHaveAttribute("alt", /^Rock \d+, /);
  await expect(current).toHaveAttribute("src", /^blob:/);
  await page.goBack();
  await expect(page.locator(".lightbox")).toBeHidden();
  await expect(photographs()).toHaveCount(2);
  expect(
    addresses.filter((address) => address.includes("/webp/")),
  ).toHaveLength(2);
  expect(addresses.filter((address) => address.includes(KEY))).toEqual([]);
});

test("find and photograph are asked for before the page's scripts have come, each once @soak", async () => {
  const uuid = await sendFindWithKey(["plain.png"]);
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  const release = await holdBack("**/assets/*.js");
  const picture = page.waitForResponse(/\/sm\//);
  await page.goto(`/finds/${uuid}#${KEY}`, { waitUntil: "commit" });
  expect((await picture).status()).toBe(200);
  await expect(photographs()).toHaveCount(0);

  release();
  await expect.poll(() => widths()).toEqual([true]);
  expect(
    addresses.filter((address) => address.includes(`/api/finds/${uuid}`)),
  ).toHaveLength(2);
  expect(addresses.filter((address) => address.includes(KEY))).toEqual([]);
  expect(site.lines.filter((line) => line.includes(KEY))).toEqual([]);
});

async function sendDescribed() {
  const answer = await site.sendFind(
    { ...findFields, find_key: KEY, descriptions: '["A gull"]' },
    ["plain.png", "greyscale.jpg"],
  );
  const { uuid } = (await answer.json()) as { uuid: string };
  await site.untilIdle();
  return uuid;
}

const descriptionsOf = (uuid: string) =>
  site
    .query<{ description: string }>(
      `SELECT i.description FROM rock_post_images i JOIN rock_posts p USING (rps_key)
        WHERE p.uuid = '${uuid}' ORDER BY i.rpi_key`,
    )
    .map(({ description }) => description);

test("the admin changes them in the dialog, and the review says them @soak", async () => {
  const uuid = await sendDescribed();
  await openAdmin("Journey");
  await seesA("button", "See A gull large");
  await press(/^Edit rock 214/);
  const dialog = page.getByRole("dialog", { name: "Edit post: rock 214" });
  const field = dialog.getByLabel("What plain.png shows");
  await expect(field).toHaveValue("A gull");
  await field.fill("A heron");
  await field.press("Enter");
  await expect.poll(() => descriptionsOf(uuid)).toEqual(["A heron", ""]);
  await seesA("button", "See A heron large", { in: dialog });
  await openAdmin("Review");
  await seesA("button", /A heron: see/);
  await expect(page.locator("q", { hasText: "A heron" })).toBeVisible();
});
