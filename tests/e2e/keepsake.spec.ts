import path from "node:path";
import { pathToFileURL } from "node:url";
import { context, expect, page, site, test } from "#tests/setup/e2e/test.ts";
import { listenForErrors } from "#tests/setup/e2e/pages.ts";
import { openAdmin } from "#tests/setup/calls/admin.ts";
import { emptyRocks } from "#tests/setup/calls/rocks.ts";
import { withKeepsake } from "#tests/setup/e2e/keepsake.ts";
import {
  expectAccessible,
  expectNothingWider,
  SCREENS,
} from "#tests/setup/e2e/screens.ts";
import { press, says, sees } from "#tests/setup/e2e/steps.ts";
import { addManyRocks, fillKeptSite, readZip } from "#tests/setup/kept-site.ts";

const db = { exec: (sql: string) => site.alter(sql) };

/** One page of each kind. */
const KINDS = [
  "index.html",
  "albums/index.html",
  "albums/sea/index.html",
  "rocks/index.html",
  "rocks/0/7.html",
  "awareness.html",
  "map.html",
];

/** The page's pictures that don't show. */
const listBroken = () =>
  page.evaluate(async () => {
    const images = [...document.images];
    for (const image of images) image.loading = "eager";
    await Promise.allSettled(images.map((image) => image.decode()));
    return images
      .filter(({ naturalWidth }) => naturalWidth === 0)
      .map(({ src }) => src);
  });

test("a keepsake opens from a disk, with all pictures and working links, and nothing outside is asked for", async () => {
  fillKeptSite(db, site.mediaDir);
  const asked: string[] = [];
  const errors = listenForErrors();
  await context.route(
    (url) => url.protocol !== "file:",
    (route) => {
      asked.push(route.request().url());
      return route.abort();
    },
  );
  context.on("requestfailed", (request) => asked.push(request.url()));
  await withKeepsake(async (folder) => {
    for (const kind of KINDS) {
      await page.goto(pathToFileURL(path.join(folder, kind)).href);
      expect(await listBroken(), kind).toEqual([]);
      for (const screen of SCREENS) {
        await page.setViewportSize(screen);
        // axe would read the style sheet again, which a browser allows no page from a disk.
        await expectAccessible(page, { preload: false });
        await expectNothingWider();
      }
    }
    await page
      .getByRole("group", { name: "Map of the rocks" })
      .getByRole("link", { name: "Rock 7, Tierra del Fuego" })
      .press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Rock: 7/);
    // The folder goes next: nothing may still be on its way.
    expect(await listBroken()).toEqual([]);
  });
  expect(asked).toEqual([]);
  expect(errors()).toBe("");
});

test("the admin has a keepsake made, sees how far it is, cancels one, and downloads it @soak", async () => {
  // So many that it is still being made when axe has looked at it.
  addManyRocks(db, site.mediaDir, 3000);
  await openAdmin("Site#keepsake");
  const shared = page.getByRole("article", { name: "For everybody" });
  const own = page.getByRole("article", { name: "For the family" });
  await says("status", "None yet", { in: shared });
  await expect(shared.getByRole("link")).toHaveCount(0);

  await press("Make it", { in: own });
  await expect(own.getByRole("progressbar")).toBeVisible();
  await says("status", /^[\d,]+ of [\d,]+ pages$|^Packing: /, { in: own });
  await expectAccessible();
  await press("Cancel", { in: own });
  await sees("The last one was cancelled.", { in: own });
  await expect(own.getByRole("link")).toHaveCount(0);

  emptyRocks(site);
  await press("Make it", { in: shared });
  const link = shared.getByRole("link", { name: "Download" });
  await expect(link).toBeVisible();
  await says("status", /^\d+ [kM]B, made on \d+ \w+ \d{4}, \d\d:\d\d UTC$/, {
    in: shared,
  });
  await expect(
    shared.getByRole("button", { name: "Make a new one" }),
  ).toBeEnabled();
  await expectAccessible();
  const downloading = page.waitForEvent("download");
  await link.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("keepsake-public.zip");
  expect((await readZip(await download.path())).has("index.html")).toBe(true);
  await expect(page).toHaveURL(/\/admin\/site#keepsake$/);
});
