import { expect, test as base, type Page } from "playwright/test";
import sharp from "sharp";
import { emptyRocks } from "../calls/rocks.ts";
import { noteCheck } from "../check/note-check.ts";
import { type Site, startSite } from "../processes/site.ts";

interface WorkerFixtures {
  /** Settings of the site under test. `test.use({ siteEnv })` at the top of a file starts another site. */
  siteEnv: Record<string, string>;
  /** All tests of a worker share this site. So a test makes what it needs, and expects data of other tests. */
  site: Site;
}

const tile = sharp({
  create: { width: 256, height: 256, channels: 3, background: "#cfe0e3" },
})
  .png()
  .toBuffer();

/** Playwright's test with a site to visit and without the internet: map tiles are faked, all else is refused. */
export const test = base.extend<object, WorkerFixtures>({
  siteEnv: [{}, { scope: "worker", option: true }],
  site: [
    async ({ siteEnv }, use) => {
      // All finds of the tests come from one address, which would soon reach its limit.
      const site = await startSite({
        env: { UPLOAD_LIMITS: "off", ...siteEnv },
      });
      noteCheck(site);
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ site }, use) => use(site.baseURL),
  context: async ({ context, site }, use) => {
    await context.route(
      (url) => url.origin !== site.baseURL,
      async (route) => {
        const isTile = /\/\d+\/\d+\/\d+\.png$/.test(
          new URL(route.request().url()).pathname,
        );
        if (isTile)
          await route.fulfill({ contentType: "image/png", body: await tile });
        else await route.abort();
      },
    );
    const faults: string[] = [];
    context.on("weberror", (error) => faults.push(String(error.error())));
    context.on("console", (message) => {
      if (/Content.Security.Policy|Hydration|hydrat/.test(message.text()))
        faults.push(message.text());
    });
    await use(context);
    expect(faults, "errors that no page handled").toEqual([]);
  },
});

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

/** Settings for `test.use` that ask pages not to move anything by themselves. */
export const WITHOUT_MOTION = {
  contextOptions: { reducedMotion: "reduce" },
} as const;

/** Collects the errors that the page logs from now on. Returns a function that gives them, one per line. */
export function listenForErrors(page: Page) {
  const logged: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") logged.push(message.text());
  });
  return () => logged.join("\n");
}

export { expect };
