import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  test as base,
  type BrowserContext,
  expect,
  type Page,
  type TestInfo,
} from "playwright/test";
import sharp from "sharp";
import { emptySite } from "../calls/empty-site.ts";
import { noteCheck } from "../check/note-check.ts";
import { setSite, site } from "../current-site.ts";
import { type MailServer, startMailServer } from "../processes/mail-server.ts";
import { type Site, startSite } from "../processes/site.ts";

type Env = Record<string, string>;

interface WorkerFixtures {
  /** Gives the site with these settings. A worker keeps the usual one, and the last one of other settings. */
  siteWith: (env: Env) => Promise<Site>;
  /** Starts when a test first asks for it. */
  mailServer: MailServer;
}

interface Fixtures {
  /** Settings of the site under test. `test.use({ siteEnv })` has a file visit another site. */
  siteEnv: Env;
  site: Site;
  current: void;
  /** Each test begins with an empty site, and makes what it needs. */
  emptied: void;
}

/** The page, its context and the site of the test that runs. A worker runs one test after the other. */
export let page: Page;
export let context: BrowserContext;
export { site };

/** Playwright's test with a site to visit. Chromium reaches this machine alone, where the map's tiles are too. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  siteWith: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
    async ({}, use) => {
      const tiles = await serveTiles();
      const started = new Map<string, Site>();
      await use(async (env) => {
        const settings = JSON.stringify(env);
        for (const [other, site] of started)
          if (other !== "{}" && other !== settings) {
            await site.stop();
            started.delete(other);
          }
        if (!started.has(settings)) {
          const site = await startSite({
            env: {
              // All finds of the tests come from one address, which would soon reach its limit.
              UPLOAD_LIMITS: "off",
              TILE_URL: `${tiles.address}/{z}/{x}/{y}.png`,
              ...env,
            },
          });
          noteCheck(site);
          started.set(settings, site);
        }
        return started.get(settings)!;
      });
      for (const site of started.values()) await site.stop();
      tiles.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  mailServer: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startMailServer();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  siteEnv: [{}, { option: true }],
  site: async ({ siteWith, siteEnv }, use) => use(await siteWith(siteEnv)),
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
    async ({ page: ownPage, context: ownContext, site: ownSite }, use) => {
      [page, context] = [ownPage, ownContext];
      setSite(ownSite);
      await use();
    },
    { auto: true },
  ],
  emptied: [
    async ({ site, current: _ }, use) => {
      await emptySite(site);
      await use();
    },
    { auto: true },
  ],
});

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

/** Settings for `test.use` with all movements, which other tests ask pages to leave out. */
export const WITH_MOTION = {
  contextOptions: { reducedMotion: "no-preference" },
} as const;

export { expect };
