import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright";
import { isAddress, PAGES } from "#app/pages.ts";
import { findFields } from "#tests/setup/calls/site-calls.ts";
import type { Site } from "#tests/setup/processes/site.ts";
import { findChromium } from "../../scripts/system/chromium.mjs";
import { makeDemoSite } from "../data.ts";
import { measureRounds } from "../measure.ts";
import { limit, notMeasured, unit, type Row } from "../report.ts";
import type { Plan } from "../run.ts";
import { inBrowser } from "../servers.ts";

/** An old phone. */
export const CPU_SLOWDOWN = 4;
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  serviceWorkers: "block" as const,
};
const BYTES_A_SECOND = 1_600_000 / 8;
const LATENCY_MS = 150;
/** The time after the last request in which layout shifts still count. */
const SETTLE_MS = 1500;

/**
 * Loads a page for the first time on a phone (390×844, 4× slower CPU, 1.6 Mbit/s, 150 ms). Returns the
 * milliseconds to the largest paint, the layout shift, the bytes of its JavaScript, gzipped, and all bytes.
 */
async function loadFirst(browser: Browser, address: string) {
  const context = await browser.newContext(PHONE);
  await context.addInitScript(() => {
    const seen = { paint: 0, shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.paint = entry.startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) seen.shift += value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const page = await context.newPage();
  const scripts: Promise<number>[] = [];
  page.on("response", (response) => {
    if (new URL(response.url()).pathname.endsWith(".js"))
      scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  const client = await context.newCDPSession(page);
  let bytes = 0;
  client.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await client.send("Network.enable");
  await client.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  });
  await page.goto(address, { waitUntil: "networkidle" });
  await page.waitForTimeout(SETTLE_MS);
  const { paint, shift } = await page.evaluate(
    () =>
      (window as unknown as { seen: { paint: number; shift: number } }).seen,
  );
  const script = (await Promise.all(scripts)).reduce((sum, n) => sum + n, 0);
  await context.close();
  return { paint, shift, script, bytes };
}

const KEY = "0123456789abcdef0123456789abcdef";
const ROCK = 961;

/** The pages that most visitors reach first, each with the seconds in which its largest paint is to come. */
async function listArrivals(site: Site) {
  const albums = (await (await site.fetch("/api/albums")).json()) as {
    pa_key: number;
  }[];
  const { uuid } = await site.addFind(
    { ...findFields, rockNumber: String(ROCK), find_key: KEY },
    ["orientation-6.jpg"],
  );
  await site.untilIdle();
  return [
    ["an album", `/photos?album=${albums[0]!.pa_key}`, 2],
    ["all rocks", "/all-rocks", 2],
    ["the finder's page", `/finds/${uuid}#${KEY}`, 2],
    ["the page of a QR code", `/qr?r=${ROCK}`, 1.2],
  ] as const;
}

/** Loads each of them for the first time on a slow phone. */
export const measureArrivals = ({ rounds }: Plan): Promise<Row[]> =>
  inBrowser(makeDemoSite(), async (browser, site) => {
    const rows: Row[] = [];
    for (const [name, path, atMost] of await listArrivals(site)) {
      const { paint, shift, bytes } = await measureRounds(rounds, () =>
        loadFirst(browser, site.baseURL + path),
      );
      rows.push(
        limit(
          `First load of ${name}, largest paint`,
          unit("s", 2),
          paint / 1000,
          { atMost },
        ),
        limit("The same, layout shift", unit("", 3), shift, { atMost: 0.01 }),
        limit("The same, all that is loaded", unit("kB"), bytes / 1000),
      );
    }
    return rows;
  });

const LOADED = PAGES.filter((page) => page.sitemap && isAddress(page)).map(
  ({ path }) => path,
);
/** Pages with a map or a lightbox. They are exempt from the script limit. */
const UNLIMITED = ["/map", "/all-rocks"];

/** Loads the public pages for the first time, and says what the worst of them costs. */
export const measureLoads = ({ isQuick, rounds }: Plan): Promise<Row[]> =>
  inBrowser(makeDemoSite(), async (browser, site) => {
    const loads: (Record<"paint" | "shift" | "script", number> & {
      path: string;
    })[] = [];
    for (const path of isQuick ? LOADED.slice(0, 2) : LOADED)
      loads.push({
        path,
        ...(await measureRounds(rounds, () =>
          loadFirst(browser, site.baseURL + path),
        )),
      });
    const worstOf = (key: "paint" | "shift" | "script", of = loads) =>
      of.reduce((a, b) => (b[key] >= a[key] ? b : a));
    const paint = worstOf("paint");
    const shift = worstOf("shift");
    const script = worstOf(
      "script",
      loads.filter(({ path }) => !UNLIMITED.includes(path)),
    );
    return [
      limit(
        `First load on a slow phone, largest paint, worst page (${paint.path})`,
        unit("s", 2),
        paint.paint / 1000,
        { atMost: 2.5 },
      ),
      limit(
        `The same, layout shift (${shift.path})`,
        unit("", 3),
        shift.shift,
        { atMost: 0.02 },
        "a line wraps in the fallback font but not in the page's own, which sometimes arrives after the first paint",
      ),
      limit(
        `The same, JavaScript gzipped, without map and lightbox (${script.path})`,
        unit("kB", 1),
        script.script / 1000,
        { atMost: 118 },
      ),
      ...(await measureLighthouse(site.baseURL, isQuick)),
    ];
  });

const LIGHTHOUSE = ".cache/bench/tools/node_modules/lighthouse/cli/index.js";

/** Measures the lowest of each page's scores, as the median of three runs. */
async function measureLighthouse(baseURL: string, isQuick: boolean) {
  const what = "Lighthouse";
  if (!existsSync(LIGHTHOUSE))
    return [notMeasured(what, "lighthouse is not installed here")];
  if (isQuick) return [notMeasured(what, "it takes too long for a quick run")];
  const rows: Row[] = [];
  for (const page of ["/", "/photos", "/share-your-rock", "/map"]) {
    const runs: Score[] = [];
    for (let run = 0; run < 3; run++)
      runs.push(await findLowestScore(baseURL + page));
    const { title, score } = runs.sort((a, b) => a.score - b.score)[1]!;
    rows.push(
      limit(
        `${what} of ${page}, the lowest of its four scores (${title})`,
        unit(""),
        Math.round(100 * score),
        { atLeast: 95 },
        "Lighthouse's phone runs scripts at a quarter of this machine's speed, and browser and site share its two cores",
      ),
    );
  }
  return rows;
}

interface Score {
  title: string;
  /** 0 to 1. */
  score: number;
}

/** Returns the lowest of a page's scores. Lighthouse sometimes misses the start of a page, so this tries again. */
async function findLowestScore(address: string, attempts = 3): Promise<Score> {
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        LIGHTHOUSE,
        address,
        "--quiet",
        "--output=json",
        "--only-categories=performance,accessibility,best-practices,seo",
        "--chrome-flags=--headless=new --no-sandbox",
      ],
      {
        env: { ...process.env, CHROME_PATH: findChromium() },
        maxBuffer: 64e6,
      },
    );
    const { categories } = JSON.parse(stdout) as {
      categories: Record<string, Score>;
    };
    return Object.values(categories).reduce((a, b) =>
      a.score <= b.score ? a : b,
    );
  } catch (error) {
    if (attempts === 1) throw error;
    return findLowestScore(address, attempts - 1);
  }
}
