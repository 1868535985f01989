import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  expect,
  test as base,
  type BrowserContext,
  type Page,
  type TestInfo,
} from "playwright/test";
import sharp from "sharp";
import { emptySite } from "../calls/empty-site.ts";
import { emptyRocks } from "../calls/rocks.ts";
import { noteCheck } from "../check/note-check.ts";
import { setSite, site } from "../current-site.ts";
import { type Site, startSite } from "../processes/site.ts";

interface WorkerFixtures {
  /** Settings of the site under test. `test.use({ siteEnv })` at the top of a file starts another site. */
  siteEnv: Record<string, string>;
  /** All tests of a worker share this site, which is emptied before each file. A test makes what it needs. */
  site: Site;
}

/** The page, its context and the site of the test that runs. A worker runs one test after the other. */
export let page: Page;
export let context: BrowserContext;
export { site };

let lastFile: string | undefined;

/** Playwright's test with a site to visit. Chromium reaches this machine alone, where the map's tiles are too. */
export const test = base.extend<{ current: void }, WorkerFixtures>({
  siteEnv: [{}, { scope: "worker", option: true }],
  site: [
    async ({ siteEnv }, use) => {
      const tiles = await serveTiles();
      const site = await startSite({
        env: {
          // All finds of the tests come from one address, which would soon reach its limit.
          UPLOAD_LIMITS: "off",
          TILE_URL: `${tiles.address}/{z}/{x}/{y}.png`,
          ...siteEnv,
        },
      });
      noteCheck(site);
      await use(site);
      await site.stop();
      tiles.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ site }, use) => use(site.baseURL),
  context: async ({ context }, use, testInfo) => {
    const faults: string[] = [];
    context.on("weberror", (error) => faults.push(String(error.error())));
    context.on("console", (message) => {
      if (
        /Content.Security.Policy|Hydration|hydrat|Uncompiled message/.test(
          message.text(),
        )
      )
        faults.push(message.text());
    });
    await use(context);
    if (testInfo.errors.length > 0) await drawPages(context, testInfo);
    expect(faults, "errors that no page handled").toEqual([]);
  },
  current: [
    async (
      { page: ownPage, context: ownContext, site: ownSite },
      use,
      { file },
    ) => {
      if (file !== lastFile) await emptySite(ownSite);
      lastFile = file;
      [page, context] = [ownPage, ownContext];
      setSite(ownSite);
      await use();
    },
    { auto: true },
  ],
});

type Role = Parameters<Page["getByRole"]>[0];
type Exactly = { exact?: boolean };

/** Waits until the page shows a text. */
export const sees = (text: string | RegExp, options?: Exactly) =>
  expect(page.getByText(text, options)).toBeVisible();

/** Waits until the page shows something by its role and name. */
export const seesA = (
  role: Role,
  name: string | RegExp,
  options?: Parameters<Page["getByRole"]>[1],
) => expect(page.getByRole(role, { name, ...options })).toBeVisible();

/** Presses a button. */
export const press = (name: string | RegExp, options?: Exactly) =>
  page.getByRole("button", { name, ...options }).click();

export const pressLink = (name: string | RegExp, options?: Exactly) =>
  page.getByRole("link", { name, ...options }).click();

/** Fills in the field with a label. */
export const fill = (
  label: string | RegExp,
  value: string,
  options?: Exactly,
) => page.getByLabel(label, options).fill(value);

/** Keeps a picture of each open page, beside what Playwright says of a failed test. */
async function drawPages(context: BrowserContext, testInfo: TestInfo) {
  for (const [index, page] of context.pages().entries()) {
    const path = testInfo.outputPath(`page-${index + 1}.png`);
    await page.screenshot({ path, timeout: 5_000 });
    testInfo.attachments.push({
      name: "screenshot",
      path,
      contentType: "image/png",
    });
  }
}

/** One tile for every place of the map. */
async function serveTiles() {
  const tile = await sharp({
    create: { width: 256, height: 256, channels: 3, background: "#cfe0e3" },
  })
    .png()
    .toBuffer();
  const server = createServer((_request, response) =>
    response
      .writeHead(200, {
        "Content-Type": "image/png",
        "Cache-Control": "max-age=3600",
      })
      .end(tile),
  );
  await new Promise<void>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve()),
  );
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://localhost:${port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The same, and each test begins without rocks, finds and artists. */
export const testWithoutRocks = test.extend<{ withoutRocks: void }>({
  withoutRocks: [
    async ({ site }, use) => {
      emptyRocks(site);
      await use();
    },
    { auto: true },
  ],
});

/** Settings for `test.use` with all movements, which other tests ask pages to leave out. */
export const WITH_MOTION = {
  contextOptions: { reducedMotion: "no-preference" },
} as const;

/** Collects the errors that the page logs from now on. Returns a function that gives them, one per line. */
export function listenForErrors() {
  const logged: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") logged.push(message.text());
  });
  return () => logged.join("\n");
}

export { expect };
