import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { test as base, expect, type Page } from "playwright/test";
import { addManyRocks, fillKeptSite, unzip } from "#tests/setup/kept-site.ts";
import { startSite } from "#tests/setup/processes/site.ts";
import { expectAccessible } from "#tests/setup/browser/screens.ts";

/** A keepsake as it opens from a disk: without a site, a server and a network. */

interface Fixtures {
  /** The folder of an unpacked keepsake. */
  keepsake: string;
}

const test = base.extend<{ faults: string[] }, Fixtures>({
  keepsake: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants a pattern, even if nothing is needed
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), "painted-rocks-kept-"));
      const site = await startSite();
      const db = { exec: (sql: string) => site.alter(sql) };
      fillKeptSite(db, site.mediaDir);
      addManyRocks(db, 510);
      const zip = path.join(folder, "rocks.zip");
      await promisify(execFile)(
        process.execPath,
        ["build/node/keepsake.js", zip],
        {
          env: {
            ...process.env,
            DATABASE_PATH: site.databasePath,
            MEDIA_DIR: site.mediaDir,
          },
        },
      );
      await site.stop();
      await unzip(zip, path.join(folder, "kept"));
      await use(path.join(folder, "kept"));
      await rm(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 300_000 },
  ],
  /** What a page has logged, asked for or not found. */
  faults: async ({ context }, use) => {
    const faults: string[] = [];
    await context.setOffline(true);
    await context.route(
      (url) => url.protocol !== "file:",
      (route) => {
        faults.push(`asked for ${route.request().url()}`);
        return route.abort();
      },
    );
    context.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    context.on("weberror", (error) => faults.push(String(error.error())));
    context.on("requestfailed", (request) =>
      faults.push(`could not read ${request.url()}`),
    );
    await use(faults);
    expect(faults).toEqual([]);
  },
});

const addressOf = (folder: string, page: string) =>
  pathToFileURL(path.join(folder, page)).href;

/** axe would read the style sheet again, which a browser allows no page from a disk. */
const FROM_DISK = { preload: false };

/** One page of each kind. */
const KINDS = [
  "index.html",
  "albums/index.html",
  "albums/sea/index.html",
  "rocks/index.html",
  "rocks/0/7.html",
  "map.html",
  "awareness.html",
];

/** Lists the files that a page links to, and its pictures that don't show. */
const look = (page: Page) =>
  page.evaluate(async () => {
    const images = [...document.images];
    for (const image of images) image.loading = "eager";
    await Promise.allSettled(images.map((image) => image.decode()));
    return {
      links: [...document.querySelectorAll("a")].map(({ href }) =>
        typeof href === "string" ? href : (href as SVGAnimatedString).baseVal,
      ),
      broken: images
        .filter(({ naturalWidth }) => naturalWidth === 0)
        .map(({ src }) => src),
    };
  });

test("every page that its first page leads to opens, with all pictures and links, and asks for nothing outside", async ({
  page,
  keepsake,
  faults,
}) => {
  const seen = new Set<string>();
  const waiting = [addressOf(keepsake, "index.html")];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    await page.goto(next);
    const { links, broken } = await look(page);
    expect(broken, next).toEqual([]);
    for (const link of links) {
      const to = new URL(link, next);
      to.hash = "";
      if (to.protocol !== "file:") continue;
      expect(existsSync(fileURLToPath(to)), `${next} → ${link}`).toBe(true);
      // The many rocks that nobody has found are all alike.
      if (to.href.endsWith(".html") && !/rocks\/2\/2(?!00)/.test(to.href))
        waiting.push(to.href);
    }
  }
  expect(seen.size).toBe(10 + 10);
  for (const kind of KINDS)
    expect([...seen], kind).toContain(addressOf(keepsake, kind));
  expect(faults).toEqual([]);
});

for (const [size, viewport] of [
  ["phone", { width: 390, height: 844 }],
  ["desktop", { width: 1440, height: 900 }],
] as const)
  test(`each kind of page is accessible on a ${size} @soak`, async ({
    page,
    keepsake,
    faults,
  }) => {
    await page.setViewportSize(viewport);
    for (const kind of KINDS) {
      await page.goto(addressOf(keepsake, kind));
      await expectAccessible(page, FROM_DISK);
      const isWider = await page.evaluate(
        () => document.documentElement.scrollWidth > innerWidth,
      );
      expect(isWider, `${kind} is wider than the screen`).toBe(false);
    }
    expect(faults).toEqual([]);
  });

test("a pin on the map leads to its rock @soak", async ({
  page,
  keepsake,
  faults,
}) => {
  await page.goto(addressOf(keepsake, "map.html"));
  const map = page.getByRole("group", { name: "Map of the rocks" });
  await map.getByRole("link", { name: "Rock 7, Tierra del Fuego" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Rock: 7/);
  expect(faults).toEqual([]);
});

test("an album has all of its photographs, and the list all rocks @soak", async ({
  page,
  keepsake,
  faults,
}) => {
  await page.goto(addressOf(keepsake, "albums/index.html"));
  await page.getByRole("link", { name: "The sea" }).click();
  await expect(page.getByRole("figure")).toHaveCount(2);
  await expect(page.getByText("He ran.")).toBeVisible();
  await page.getByRole("link", { name: "All Rocks" }).click();
  const rocks = page.getByRole("main").getByRole("link", { name: /^Rock: \d/ });
  await expect(rocks).toHaveCount(499);
  await page.getByRole("link", { name: "Show more" }).click();
  await expect(rocks).toHaveCount(13);
  expect(faults).toEqual([]);
});
