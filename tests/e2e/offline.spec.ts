import { signInByForm } from "#tests/setup/calls/admin.ts";
import { addRock } from "#tests/setup/calls/rocks.ts";
import { context, expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { fill, holds, pressLink, sees, seesA } from "#tests/setup/e2e/steps.ts";
import {
  page as answerWithPage,
  startNetwork,
} from "#tests/setup/processes/network.ts";

/** Waits until the service worker has kept the page with this key, and opens pages. */
async function untilKept(key: string) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() =>
      page.evaluate(async (key) => Boolean(await caches.match(key)), key),
    )
    .toBe(true);
}

const readKept = (key: string) =>
  page.evaluate(async (key) => (await caches.match(key))?.text(), key);

/** What a browser draws as a torn picture. */
const listBroken = () =>
  page.evaluate(() =>
    [...document.images]
      .filter(
        ({ complete, naturalWidth, currentSrc }) =>
          complete && naturalWidth === 0 && currentSrc !== "",
      )
      .filter(({ width, height }) => width > 0 && height > 0)
      .map(({ currentSrc }) => currentSrc),
  );

/** A tab of its own, as the camera opens a code's address. */
async function scan(number: number) {
  const tab = await context.newPage();
  await tab.goto(`${site.baseURL}/qr?r=${number}`);
  return tab;
}

test("a scan without a connection greets with its number, and leads to the form", async () => {
  addRock(site, 108);
  addRock(site, 102);
  await page.goto("/qr?r=108");
  await seesA("heading", "You found rock 108");
  for (const key of ["/", "/qr", "/share-your-rock"]) await untilKept(key);

  await context.setOffline(true);
  const tab = await scan(102);
  await seesA("heading", "You found rock 102", { in: tab });
  await expect(tab).toHaveURL(`${site.baseURL}/`);
  expect(await tab.evaluate(() => sessionStorage.rock_num_qr as string)).toBe(
    "102",
  );
  await pressLink("Upload Your Rock", { in: tab });
  const form = tab.getByRole("dialog", { name: "Upload Your Rock" });
  await holds("Rock Number", "102", { in: form });
});

test("a draft is in reach of a code without a connection", async () => {
  await page.goto("/share-your-rock#upload");
  const form = page.getByRole("dialog", { name: "Upload Your Rock" });
  await fill("Comment", "Begun in the sun.", { in: form });
  await untilKept("/share-your-rock");
  await page.goto("/qr?r=214");
  await untilKept("/qr");
  await page.close();
  await context.setOffline(true);
  const tab = await scan(214);
  await pressLink("Upload Your Rock", { in: tab });
  await holds("Comment", "Begun in the sun.", {
    in: tab.getByRole("dialog", { name: "Upload Your Rock" }),
  });
});

test("opened pages open again without a connection and without torn pictures, others say so in the visitor's language and go on by themselves", async () => {
  await page.goto("/share-your-rock?lang=de");
  await untilKept("/share-your-rock");
  await page.goto("/");
  await untilKept("/offline");
  await expect.poll(() => readKept("/")).toContain('<html lang="de"');

  await context.setOffline(true);
  for (const path of ["/", "/share-your-rock"]) {
    await page.goto(path);
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.locator(".hero-picture")).toBeVisible();
    expect(await listBroken()).toEqual([]);
  }
  // As a link, which has not been loaded yet.
  await page.locator(".site-nav a[href='/map']").click();
  await seesA("heading", "Keine Verbindung");
  expect(await listBroken()).toEqual([]);
  await expect(page.locator("a[href='/']")).toBeVisible();
  await expect(page.locator("a[href='/share-your-rock']")).toBeVisible();
  await page.goto("/no-such-page");
  await page.getByRole("button").click();
  await seesA("heading", "Keine Verbindung");
  await page.goto("/map");
  await context.setOffline(false);
  await seesA("region", "Weltkarte");
});

test("a finder's page opens without a connection, and nothing of the find is kept", async () => {
  const { uuid } = await site.addFind();
  await page.goto(`/finds/${uuid}`);
  await untilKept("/finds/");
  expect(await readKept("/finds/")).not.toContain(uuid);
  await context.setOffline(true);
  await page.goto(`/finds/${uuid}?again#0123456789abcdef0123456789abcdef`);
  await seesA("heading", "Your find");
  await sees("The site could not be reached.");
});

test("what an admin sees is never kept, and no page that a network puts in the site's place", async () => {
  await page.goto("/");
  await untilKept("/");
  const ours = await readKept("/");
  await signInByForm();
  await page.goto("/");
  await seesA("link", "Write your own story");
  expect(await readKept("/")).toBe(ours);
  const kept = await page.evaluate(async () =>
    (await (await caches.open("pages")).keys()).map(
      ({ url }) => new URL(url).pathname,
    ),
  );
  expect(kept.filter((path) => /^\/(admin|login|api)/.test(path))).toEqual([]);

  await context.clearCookies();
  const network = await startNetwork(site.baseURL, () => "pass");
  try {
    await page.goto(`${network.baseURL}/`);
    await untilKept("/");
    network.change(({ headers }) =>
      headers.accept?.includes("text/html") ? answerWithPage(200) : "pass",
    );
    await page.goto(`${network.baseURL}/`);
    await sees("Not here");
    expect(await readKept("/")).toContain("Share Your Rock");
  } finally {
    await network.stop();
  }
});
