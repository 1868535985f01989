import type { BrowserContext, Page } from "playwright";
import { isAddress, isAdminPath, PAGES } from "#app/pages.ts";
import type { Site } from "#tests/setup/processes/site.ts";
import { makeDemoSite, makePhotos } from "../data.ts";
import { CPU_SLOWDOWN, PHONE } from "./first-loads.ts";
import { limit, unit, type Row } from "../report.ts";
import type { Plan } from "../run.ts";
import { inBrowser } from "../servers.ts";

/** As web.dev counts an interaction: from the press to the next picture, with everything in between. */
const TARGET_MS = 100;
/** A press has answered when nothing has happened for this long. */
const REST_MS = 400;
/** Names of buttons that change a site that is used again, lead away, or open the system's own windows. */
const LEFT_OUT =
  /delete|remove|clear|reset|restore|forget|sign out|log ?out|exit|login|submit|save|send|make|create|sync|download|print|cancel|upload|select images|add|keep|show|hide|publish|full ?screen/i;
/** Of each page. More are rows of the same list. */
const PRESSES_MAX = 20;
const PHOTOGRAPHS = 5;

interface Press {
  name: string;
  ms: number;
}

/** Presses every button of every page once, and each search field, on a phone with a quarter of this machine's speed. */
export const measurePresses = ({ isQuick }: Plan): Promise<Row[]> =>
  inBrowser(makeDemoSite(), async (browser, site) => {
    const context = await browser.newContext({
      ...PHONE,
      baseURL: site.baseURL,
    });
    await context.addInitScript(notePresses);
    const rows = [await chooseAndReport(context)];
    const addresses = listAddresses(site);
    for (const path of isQuick ? addresses.slice(0, 2) : addresses)
      rows.push(report(path, await pressAll(context, site, path)));
    return rows;
  });

function listAddresses(site: Site) {
  const [rock] = site.query<{ rock_number: number }>(
    "SELECT rock_number FROM public_finds WHERE rock_number > 0 GROUP BY rock_number ORDER BY count(*) DESC LIMIT 1",
  );
  const addresses = PAGES.filter(
    (page) => isAddress(page) && !/qr|login|setup|follow/.test(page.path),
  ).map(({ path }) => path);
  return [...addresses, `/rocks/${rock!.rock_number}`];
}

const report = (path: string, presses: Press[]): Row => {
  const slowest = presses.reduce((a, b) => (b.ms > a.ms ? b : a), {
    name: "none is slow",
    ms: 0,
  });
  return limit(
    `${path}, ${presses.length} presses, the slowest (${slowest.name})`,
    unit("ms"),
    slowest.ms,
    { atMost: TARGET_MS },
  );
};

declare const presses: { ms: number };

/** Runs in the page. */
function notePresses() {
  const presses = { ms: 0 };
  Object.assign(window, { presses });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId } = entry as PerformanceEntry & {
        interactionId: number;
      };
      if (interactionId > 0) presses.ms = Math.max(presses.ms, entry.duration);
    }
  }).observe({ type: "event", durationThreshold: 16 } as never);
}

async function openPage(context: BrowserContext, path: string) {
  const page = await context.newPage();
  await page.goto(path, { waitUntil: "networkidle" });
  const client = await context.newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return page;
}

/** The slowest interaction during `press`. */
async function timePress(page: Page, press: () => Promise<unknown>) {
  await page.evaluate(() => void (presses.ms = 0));
  await press();
  await page.waitForTimeout(REST_MS);
  return page.evaluate(() => presses.ms);
}

async function pressAll(context: BrowserContext, site: Site, path: string) {
  if (isAdminPath(path)) await signIn(context, site);
  const page = await openPage(context, path);
  const presses: Press[] = [];
  const pressed = new Set<string>();
  while (presses.length < PRESSES_MAX) {
    const name = await markNext(page, [...pressed]);
    if (name === undefined) break;
    pressed.add(name);
    if (LEFT_OUT.test(name)) continue;
    const target = page.locator("[data-press]");
    const isField = (await target.getAttribute("data-press")) === "field";
    const ms = await timePress(page, async () => {
      await target.click({ timeout: 5000 }).catch(() => {});
      if (isField) await page.keyboard.type("la");
    }).catch(() => undefined);
    if (ms !== undefined) presses.push({ name, ms });
    await page.keyboard.press("Escape").catch(() => {});
    if (new URL(page.url()).pathname !== path)
      await page.goto(path, { waitUntil: "networkidle" });
  }
  await page.close();
  return presses;
}

/** Marks a button or search field that can be seen and was not pressed yet. Returns its name without its numbers. */
const markNext = (page: Page, pressed: string[]) =>
  page.evaluate((pressed) => {
    for (const marked of document.querySelectorAll("[data-press]"))
      marked.removeAttribute("data-press");
    const all = document.querySelectorAll<HTMLElement>(
      "button, summary, [role=button], [role=switch], input[type=search]",
    );
    for (const element of all) {
      if (!element.checkVisibility() || element.matches(":disabled")) continue;
      const label = element.getAttribute("aria-label") ?? element.innerText;
      const name =
        (label || element.getAttribute("name") || element.tagName)
          .replace(/\d+/g, "…")
          .replace(/\s+/g, " ")
          .trim()
          .slice(0, 40) || element.tagName;
      if (pressed.includes(name)) continue;
      element.setAttribute(
        "data-press",
        element.matches("input") ? "field" : "button",
      );
      return name;
    }
    return undefined;
  }, pressed);

async function signIn(context: BrowserContext, site: Site) {
  const [name = "", value = ""] = (await site.shareSession()).split("=");
  await context.addCookies([{ name, value, url: site.baseURL }]);
}

/** Chooses photographs, and goes on to write at once, as somebody does who doesn't wait. */
async function chooseAndReport(context: BrowserContext): Promise<Row> {
  const page = await openPage(context, "/share-your-rock");
  const open = page.getByRole("button", { name: "Upload Your Rock" });
  const opened = await timePress(page, () => open.first().click());
  await page
    .getByLabel("Images")
    .last()
    .setInputFiles(await makePhotos(PHOTOGRAPHS));
  const comment = page.getByLabel("Comment");
  const written = await timePress(page, async () => {
    await comment.click();
    await comment.pressSequentially("Under the old bridge, in the sun.", {
      delay: 120,
    });
  });
  await page.close();
  return report("The form", [
    { name: "open the form", ms: opened },
    {
      name: `write while ${PHOTOGRAPHS} photographs of 12 megapixels are read`,
      ms: written,
    },
  ]);
}
