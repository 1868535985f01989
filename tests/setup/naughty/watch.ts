import type { BrowserContext, Page } from "playwright/test";
import { test as base, expect } from "#tests/setup/e2e/test.ts";
import { emptySite } from "#tests/setup/calls/empty-site.ts";
import { fillWithNaughty } from "./fill.ts";

/**
 * Notes whatever a text does that is only to be shown: scripts that run, scripts and styles that the site's policy has
 * to stop, dialogs, and requests.
 */
export async function watch(context: BrowserContext, faults: string[]) {
  await context.addInitScript(() => {
    Object.defineProperty(window, "naughty", {
      set() {
        console.error("naughty: a text ran as a script");
      },
    });
    addEventListener("securitypolicyviolation", (event) =>
      console.error(
        `naughty: ${event.violatedDirective} stopped ${event.blockedURI} ${event.sample}`,
      ),
    );
  });
  context.on("console", (message) => {
    if (message.text().startsWith("naughty:")) faults.push(message.text());
  });
  context.on("dialog", (dialog) => {
    if (dialog.type() !== "beforeunload") faults.push(dialog.message());
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    const { hostname, pathname } = new URL(request.url());
    if (
      !["localhost", "127.0.0.1", ""].includes(hostname) ||
      /naughty-request|\/x(:x)?$/.test(decodeURI(pathname))
    )
      faults.push(`asked for ${request.url()}`);
  });
}

let filledFor: string | undefined;

/** The same site for all tests of a file, full of naughty strings. */
export const test = base.extend<{ faults: string[] }>({
  emptied: async ({ site, current: _ }, use, { file }) => {
    if (file !== filledFor) {
      await emptySite(site);
      await fillWithNaughty(site);
    }
    filledFor = file;
    await use();
  },
  faults: [
    async ({ context, emptied: _ }, use) => {
      const faults: string[] = [];
      await watch(context, faults);
      await use(faults);
      expect(faults, "what a text did").toEqual([]);
    },
    { auto: true },
  ],
});

/** As HTML keeps a text: without NUL, which a text area replaces by \ufffd, and with one kind of line break. */
const asShown = (text: string) =>
  text.replace(/[\0\ufffd]/g, "").replace(/\r\n?/g, "\n");

/** Expects each text to be the text of an element, or the value of a field, exactly as it was written. */
export async function expectShown(page: Page, within: string, texts: string[]) {
  await expect(async () => {
    const shown = new Set(
      await page.evaluate(
        (selector) =>
          [...document.querySelectorAll(selector)].flatMap((element) =>
            element.matches("input, textarea")
              ? [(element as HTMLInputElement).value]
              : [element, ...element.childNodes].map(
                  ({ textContent }) => textContent!,
                ),
          ),
        within,
      ),
    );
    const shownTexts = new Set([...shown].map(asShown));
    const missing = texts.map(asShown).filter((text) => !shownTexts.has(text));
    expect(missing, `${page.url()} ${within}`).toEqual([]);
  }).toPass({ timeout: 60_000 });
}

export { expect };
