import { expectAccessible } from "#tests/setup/browser/axe.ts";
import {
  expect,
  page,
  site,
  test,
  press,
  sees,
  fill,
} from "#tests/setup/browser/browser.ts";
import { holdBack } from "#tests/setup/browser/hold-back.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";

test.use({ bypassCSP: true });

const KEY = "0123456789abcdef0123456789abcdef";

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
  await expectAccessible(page);

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

test("the page asks again for what could not be had before its scripts have come @soak", async () => {
  const uuid = await sendFindWithKey(["plain.png"]);
  await page.route(`**/api/finds/${uuid}`, (route) => route.abort(), {
    times: 1,
  });
  await page.goto(`/finds/${uuid}#${KEY}`);
  await sees("It is waiting, with 1 image");
});

test("an original that was refused after the find was sent is named @soak", async () => {
  const uuid = await sendFindWithKey(["orientation-6.jpg", "plain.png"]);
  site.alter(`UPDATE rock_post_images SET original_error = 'It is too large.'
      WHERE original_name = 'plain.png' AND rps_key = (SELECT rps_key FROM rock_posts WHERE uuid = '${uuid}')`);
  await page.goto(`/finds/${uuid}#${KEY}`);
  await sees(
    "We couldn’t use the full version of picture 2, so its smaller copy stays.",
  );
  await expect(photographs()).toHaveCount(2);
});

test("a photograph that isn't ready yet says so, and appears by itself @soak", async () => {
  const uuid = await sendFindWithKey(["plain.png"]);
  const setReady = (ready: number) =>
    site.alter(`UPDATE rock_post_images SET ready = ${ready}
        WHERE rps_key = (SELECT rps_key FROM rock_posts WHERE uuid = '${uuid}')`);
  setReady(0);
  await page.goto(`/finds/${uuid}#${KEY}`);
  await sees("We’re getting this picture ready.");
  await fill("Comment", "Typed while waiting.");
  setReady(1);
  await expect(photographs()).toHaveCount(1);
  await expect(page.getByLabel("Comment")).toHaveValue("Typed while waiting.");
});
