import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  context,
  expect,
  listenForErrors,
  page,
  site,
  test,
} from "#tests/setup/e2e/test.ts";
import { withKeepsake } from "#tests/setup/e2e/keepsake.ts";
import {
  expectAccessible,
  expectNothingWider,
  SCREENS,
} from "#tests/setup/e2e/screens.ts";
import { addManyRocks, fillKeptSite } from "#tests/setup/kept-site.ts";
import { isLongRun } from "#tests/setup/seeds.ts";

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

/** Lists the files that the page links to, and its pictures that don't show. */
const look = () =>
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

/** Opens every page that the first one leads to, and looks at its links and pictures. Returns their addresses. */
async function openAll(first: string) {
  const seen = new Set<string>();
  const waiting = [first];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    await page.goto(next);
    const { links, broken } = await look();
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
  return [...seen];
}

test("a keepsake opens from a disk: every page that its first page leads to, with all pictures and links, and nothing outside is asked for", async () => {
  const db = { exec: (sql: string) => site.alter(sql) };
  fillKeptSite(db, site.mediaDir);
  addManyRocks(db, 510);
  const asked: string[] = [];
  const errors = listenForErrors();
  await context.setOffline(true);
  await context.route(
    (url) => url.protocol !== "file:",
    (route) => {
      asked.push(route.request().url());
      return route.abort();
    },
  );
  context.on("requestfailed", (request) => asked.push(request.url()));
  await withKeepsake(async (folder) => {
    const addressOf = (file: string) =>
      pathToFileURL(path.join(folder, file)).href;
    const seen = await openAll(addressOf("index.html"));
    expect(seen).toHaveLength(10 + 10);
    for (const kind of KINDS) expect(seen, kind).toContain(addressOf(kind));

    for (const screen of isLongRun ? SCREENS : [])
      for (const kind of KINDS) {
        await page.setViewportSize(screen);
        await page.goto(addressOf(kind));
        // axe would read the style sheet again, which a browser allows no page from a disk.
        await expectAccessible(page, { preload: false });
        await expectNothingWider();
      }
    await page.goto(addressOf("map.html"));
    const map = page.getByRole("group", { name: "Map of the rocks" });
    await map
      .getByRole("link", { name: "Rock 7, Tierra del Fuego" })
      .press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Rock: 7/);
  });
  expect(asked).toEqual([]);
  expect(errors()).toBe("");
});
